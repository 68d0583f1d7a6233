/**
 * Wrong use: a flag, a config file, a document or a recording that is unusable. The command line prints it on one line
 * and exits with 2. Never thrown because of a target.
 * @example
 * ```ts
 * import { createSandbox, UsageError } from "tripact";
 *
 * try {
 *   createSandbox({ scale: 0 });
 * } catch (error) {
 *   if (error instanceof UsageError) console.log(error.line); // scale: 0 is not a whole number from 1 to 1000000 (for example `scale` 1)
 * }
 * ```
 */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The wrong option of a library function: `facts`. The command line shows its flag: `--fact`. */
  readonly option: string | undefined;
  /** Its location, for example `tripact.config.yaml:12:5`; for an option, its wrong value. */
  readonly location: string | undefined;
  /** How to fix it, in one sentence. */
  readonly hint: string | undefined;
  /** Further problems, in display order. */
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
    // What a program shows that does not catch it: a message alone, such as `is missing`, says nothing.
    this.stack = [
      String(this),
      ...(this.stack?.split("\n").filter((line) => /^ +at /.test(line)) ?? []),
    ].join("\n");
  }

  override toString(): string {
    return `${this.name}: ${this.line}`;
  }

  /** Option, location, message and hint on one line. */
  get line(): string {
    const named = [this.option, this.location].filter((one) => one !== undefined).join(" ");
    const location = named === "" ? "" : `${named}: `;
    const hint = this.hint === undefined ? "" : ` (${this.hint})`;
    return `${location}${this.message}${hint}`;
  }
}

/** Limit of problems shown per file: with more, it is the wrong file. */
const mostShown = 100;

/** Combines several errors, at least one, into one. */
export const allTogether = (errors: readonly UsageError[]): UsageError => {
  const [first, ...others] = errors;
  if (first === undefined) throw new Error("nothing is wrong");
  const { message, option, location, hint } = first;
  const hidden = errors.length - mostShown;
  return new UsageError(message, {
    option,
    location,
    hint,
    others: hidden > 0 ? [...others.slice(0, mostShown - 1), new UsageError(`and ${hidden} more`)] : others,
  });
};
