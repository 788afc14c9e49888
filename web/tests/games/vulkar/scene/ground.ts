/** The island's own ground, as it is baked, for tests. */
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { readGround, type Ground } from '../../../../src/games/vulkar/island';

export function islandsGround(): Ground {
  const packed = readFileSync(new URL('../../../../src/games/vulkar/baked/ground.bin', import.meta.url));
  const bytes = inflateSync(packed);
  return readGround(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
