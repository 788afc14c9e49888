/** The game that the page before us is about, if it is about one. */
let game = $state<string | null>(null);

export const atHand = {
  get game(): string | null {
    return game;
  },
  set game(id: string | null) {
    game = id;
  },
};
