/** Of several questions only the answer to the last one counts: an answer that is overtaken is old. */
export class Latest {
  #asked = 0;

  /** A new question is asked. What comes back says whether it is still the last one. */
  ask(): () => boolean {
    const number = ++this.#asked;
    return () => number === this.#asked;
  }

  /** No answer is wanted any more. */
  forget(): void {
    this.#asked++;
  }
}
