/**
 * Wrong use: a flag, a config file, a document or a recording that cannot be used as it is. The command line
 * prints it as one line and exits 2. Never thrown for what a target does.
 * @example
 * ```ts
 * import { createSandbox, UsageError } from "tripact";
 *
 * try {
 *   createSandbox({ scale: 0 });
 * } catch (error) {
 *   if (error instanceof UsageError) console.log(error.line); // … (scale is a whole number from 1 to 1000000)
 * }
 * ```
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The option of a function of the library that is wrong: `facts`. The command line shows its flag: `--fact`. */
  readonly option: string | undefined;
  /** Where it is, for example `tripact.config.yaml:12:5`; with an option, the value of it that is wrong. */
  readonly location: string | undefined;
  /** How to fix it, as one sentence. */
  readonly hint: string | undefined;
  /** What else is wrong, in the order in which it is to be shown. */
  readonly others: readonly UsageError[];

  constructor(
    message: string,
    options: {
      option?: string | undefined;
      location?: string | undefined;
      hint?: string | undefined;
      others?: readonly UsageError[];
    } = {},
  ) {
    super(message);
    this.option = options.option;
    this.location = options.location;
    this.hint = options.hint;
    this.others = options.others ?? [];
  }

  /** Option, location, message and hint on one line. */
  get line(): string {
    const named = [this.option, this.location].filter((one) => one !== undefined).join(" ");
    const location = named === "" ? "" : `${named}: `;
    const hint = this.hint === undefined ? "" : ` (${this.hint})`;
    return `${location}${this.message}${hint}`;
  }
}

/** So many problems of one file are shown; somebody who has more has named the wrong file. */
const mostShown = 100;

/** Several things that are wrong, at least one, as one error. */
export const allTogether = (errors: readonly UsageError[]): UsageError => {
  const [first, ...others] = errors;
  if (first === undefined) throw new Error("nothing is wrong");
  const { message, option, location, hint } = first;
  const hidden = errors.length - mostShown;
  return new UsageError(message, {
    ...(option === undefined ? {} : { option }),
    ...(location === undefined ? {} : { location }),
    ...(hint === undefined ? {} : { hint }),
    others: hidden > 0 ? [...others.slice(0, mostShown - 1), new UsageError(`and ${hidden} more`)] : others,
  });
};
