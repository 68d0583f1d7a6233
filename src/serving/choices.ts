import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";

/** What a document leaves open, with the answers that can be chosen; the first one is the default. */
export const choiceTable = {
  /** A PUT to a record that does not exist: by the document's statuses, or always the one or the other. */
  put: ["documented", "creates", "refused"],
  /** A second creation with the same id: refused, or given another number if the document knows no such refusal. */
  "same-id": ["documented", "refused", "replaces"],
  /** Records per page where a request names no size. */
  page: ["20", "5", "10", "50", "100", "1000"],
  /** Records of each kind at the beginning: so many, or the document's examples alone. */
  records: ["3", "0", "1", "10", "30", "100", "examples"],
  /** Query parameters that the document does not name. */
  unknown: ["ignored", "refused"],
} as const;

type ChoiceName = keyof typeof choiceTable;

export type Choices = Readonly<Record<ChoiceName, string>>;

const names = Object.keys(choiceTable) as readonly ChoiceName[]; // Its own keys.

/**
 * The defaults, some of them replaced.
 * @throws UsageError for an unknown question or answer
 */
export const choicesOf = (chosen: Readonly<Record<string, string>>): Choices => {
  const defaults = Object.fromEntries(names.map((name) => [name, choiceTable[name][0]]));
  for (const [key, value] of Object.entries(chosen)) {
    const name = names.find((one) => one === key);
    if (name === undefined)
      throw new UsageError(`${printable(key)} is no question that a document leaves open`, {
        hint: suggestionHint(key, names),
      });
    const answers: readonly string[] = choiceTable[name];
    if (!answers.includes(value))
      throw new UsageError(`${printable(value)} is no answer to ${name}`, {
        hint: `choose ${answers.join(", ")}`,
      });
    defaults[name] = value as never; // One of the table's answers.
  }
  return defaults as Choices; // Every name has its answer.
};
