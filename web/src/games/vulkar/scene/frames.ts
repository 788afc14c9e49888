/** When the scene is drawn: as soon as something has changed, and now and then because water flows. */

const AMBIENT = 1000 / 24; // milliseconds between two pictures if nothing but water and lava moves
const LONGEST = 300; // milliseconds that one step may take; who looked away missed the rest
const SUDDEN = 16; // milliseconds of the first step, after nothing has moved for a while
const SLOW = 85; // milliseconds; who needs as many for a picture gets no ambient ones
const PATIENCE = 6; // pictures

export class Frames {
  isAmbient = false; // water flows, lava glows
  #frame = 0;
  #later = 0;
  #last = 0;
  #slow = 0;
  #isOver = false;
  #goesOn = false; // one picture follows the other
  #isSeen = true;

  /** `draw` is told how many seconds have passed, and says whether it wants to go on at once. */
  constructor(private readonly draw: (seconds: number) => boolean) {
    document.addEventListener('visibilitychange', this.#seen);
  }

  /** Something has changed. */
  ask(): void {
    if (this.#isOver || this.#frame || document.hidden) return;
    clearTimeout(this.#later);
    this.#frame = requestAnimationFrame(this.#tick);
  }

  /** Whether the picture is on the screen at all. */
  set isSeen(isSeen: boolean) {
    this.#isSeen = isSeen;
    if (isSeen) this.ask();
  }

  stop(): void {
    this.#isOver = true;
    document.removeEventListener('visibilitychange', this.#seen);
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#later);
  }

  #seen = (): void => {
    this.#last = 0;
    this.ask();
  };

  #tick = (): void => {
    this.#frame = 0;
    const now = performance.now();
    const passed = this.#last ? now - this.#last : 0;
    this.#last = now;
    const goesOn = this.draw(Math.min(passed, this.#goesOn ? LONGEST : SUDDEN) / 1000);
    this.#goesOn = goesOn;
    if (goesOn) {
      this.ask();
      return;
    }
    if (!this.isAmbient || !this.#isSeen || document.hidden) return;
    this.#goesOn = true;
    // Between two ambient pictures lie AMBIENT and what the machine needs for one.
    this.#slow = passed > AMBIENT + SLOW ? this.#slow + 1 : 0;
    if (this.#slow >= PATIENCE) this.isAmbient = false;
    else this.#later = window.setTimeout(() => this.ask(), AMBIENT);
  };
}
