/** The pace of playing by hand. The last choice holds for all matches. */
export class Pace {
  choices: number[];
  ms: number;
  /** @param choices milliseconds a turn; 0: it takes as long as the player takes. The first one is usual */
  constructor(choices: number[]) {
    this.choices = choices;
    this.ms = choices[0] ?? 0;
  }

  /**
   * Takes up what was chosen on an earlier visit.
   * @param ms anything else is not taken
   */
  recall(ms: unknown) {
    if (this.choices.some((choice) => choice === ms)) this.ms = Number(ms);
  }

  get isTimed() {
    return this.ms > 0;
  }

  /** The next choice, and after the last one the first. */
  next() {
    this.ms = this.choices[(this.choices.indexOf(this.ms) + 1) % this.choices.length] ?? 0;
  }
}
