/** What is kept in this browser; where that is forbidden or full, it holds until the page is left. */

class Stored {
  #unkept = new Map<string, string>(); // what the browser did not take

  constructor(readonly area: 'localStorage' | 'sessionStorage') {}

  get(name: string): string | null {
    const unkept = this.#unkept.get(name);
    if (unkept !== undefined) return unkept;
    try {
      return window[this.area].getItem(name);
    } catch {
      return null;
    }
  }

  set(name: string, value: string): void {
    try {
      window[this.area].setItem(name, value);
      this.#unkept.delete(name);
    } catch {
      this.#unkept.set(name, value);
    }
  }

  remove(name: string): void {
    this.#unkept.delete(name);
    try {
      window[this.area].removeItem(name);
    } catch {
      // it was never kept
    }
  }
}

/** For good, as far as the browser keeps anything. */
export const inBrowser = new Stored('localStorage');

/** As long as the tab is open. */
export const inTab = new Stored('sessionStorage');
