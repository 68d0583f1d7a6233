/**
 * Wrong use: a flag, a config file, a document or a recording that cannot be used as it is. The command line
 * prints it as one line and exits 2. Never thrown for what a target does.
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Where it is, for example `tripact.config.yaml:12:5`; undefined for flags. */
  readonly place: string | undefined;
  /** How to mend it, as one sentence. */
  readonly hint: string | undefined;

  constructor(message: string, options: { place?: string | undefined; hint?: string | undefined } = {}) {
    super(message);
    this.place = options.place;
    this.hint = options.hint;
  }

  /** Place, message and hint on one line. */
  get line(): string {
    const place = this.place === undefined ? "" : `${this.place}: `;
    const hint = this.hint === undefined ? "" : ` (${this.hint})`;
    return `${place}${this.message}${hint}`;
  }
}
