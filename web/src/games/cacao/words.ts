/** What is asked at Cacao's table, in plain words. */
import { counted, listed } from '../../lib/words';
import type { Act, CacaoOffer, CacaoView, Face, Fill, First, Place } from './view';

export function askPlace(places: CacaoOffer<Place>[]): string {
  return places.some((offer) => offer.target.is_over)
    ? 'Choose a free square for your tile, or one of your own tiles to build over for a sun.'
    : 'Choose the square where your tile will lie.';
}

export function askFill(fills: CacaoOffer<Fill>[], view: CacaoView): string {
  if (fills.some((offer) => offer.target.fillings.length > 1))
    return 'Two spaces are filled with these two tiles: choose one and its space, the other follows.';
  if (view.jungle_tiles.filter((tile) => tile.is_new).length > 1)
    return 'A third space is to be filled, and the display is full again: choose the tile for it.';
  return view.filling.length > 1
    ? `${view.filling.length} spaces are to be filled: choose where the tile goes.`
    : 'A space is to be filled: choose a tile of the display and lay it there.';
}

export function askJob(jobs: CacaoOffer<Act | First>[], view: CacaoView): string {
  const { target, says } = jobs.at(-1)!; // the most that can be done
  if (target.kind === 'first') return 'The order of your workers matters here: who acts first?';
  const workers = view.work?.workers ?? 0;
  if (isSale(target)) {
    const fruits = counted(view.players[target.seat]!.cacao, 'fruit');
    return `${counted(workers, 'worker')} of yours can sell at the ${target.tile}. How many of your ${fruits} do you sell?`;
  }
  const deed = says.replace(/^lets \d+ workers? /, '');
  return workers === 1
    ? `Shall your worker at the ${target.tile} ${deed.replace(/ each$/, '')}?`
    : `How many of your ${workers} workers at the ${target.tile} shall ${deed}?`;
}

/** What stands on the button. */
export function answer({ target, says }: CacaoOffer<Act | First>, view: CacaoView): string {
  if (target.kind === 'first') return `${counted(target.workers, 'worker')} at the ${target.tile}`;
  if (isSale(target)) return target.number ? order(says) : 'Sell nothing';
  if (view.work?.workers === 1) return target.number ? 'Yes' : 'No';
  return target.number ? String(target.number) : 'Nobody';
}

/** "sells 2 for 3 gold each" is "Sell 2 for 3 gold each". */
export function order(says: string): string {
  const [verb, ...others] = says.split(' ');
  return [verb![0]!.toUpperCase() + verb!.slice(1).replace(/s$/, ''), ...others].join(' ');
}

/** What the workers of a tile that lies so will find. */
export function findings({ target }: CacaoOffer<Face>): string {
  const known = target.edges.filter((edge) => edge.tile !== null);
  const unknown = target.edges.filter((edge) => edge.tile === null);
  const found = known.map((edge) => `${edge.workers} at the ${edge.tile}`);
  const count = unknown.reduce((sum, edge) => sum + edge.workers, 0);
  if (count) found.push(`${count} where the jungle is filled`);
  return found.length ? `Work for ${listed(found)}.` : 'No work for anybody so.';
}

function isSale(target: Act): boolean {
  return target.tile.startsWith('market');
}
