import type { JudgeTools, Violation } from "../../harness/model/check.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import { contactModels } from "./contact-models.ts";
import { isObject, type JsonObject } from "./json.ts";
import { violation } from "./judgements.ts";

/** A name without case and separators: `contact_type` and `ContactType` become equal. */
export const folded = (name: string): string => name.replace(/[_\-\s]/g, "").toLowerCase();

const styles: readonly (readonly [RegExp, string])[] = [
  [/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/, "are in SCREAMING_SNAKE_CASE"],
  [/^[A-Z][A-Z\d]+$/, "are in capitals"],
  [/^[A-Z]/, "are in PascalCase"],
  [/_/, "are in snake_case"],
  [/-/, "are in kebab-case"],
  [/^[a-z\d]+$/, "are in small letters"],
];

/** The style of a name that is not in camelCase. */
const styleOf = (name: string): string =>
  styles.find(([form]) => form.test(name))?.[1] ?? "are spelt otherwise";

/** The documented names that an object lacks, each with its other spelling in the object. */
const misspelt = function* (
  names: readonly string[],
  value: JsonObject,
): Generator<readonly [name: string, spelling: string]> {
  const absent = new Map(
    names.filter((name) => !Object.hasOwn(value, name)).map((name) => [folded(name), name]),
  );
  for (const key of Object.keys(value)) {
    const name = absent.get(folded(key));
    if (name !== undefined) yield [name, key];
  }
};

/**
 * Fields of a contact model that are misspelt. Every field may be missing (U-01), but must have its documented name.
 */
export const misspeltFields = function* (
  model: keyof typeof contactModels,
  exchange: Exchange,
  tools: JudgeTools,
): Generator<Violation> {
  for (const { pointer, value } of tools.instances(exchange, model))
    if (isObject(value))
      for (const [name, spelling] of misspelt(contactModels[model], value))
        yield violation({
          rule: "missing",
          message: `${name} is spelt ${spelling}`,
          cause: { what: `fields ${styleOf(spelling)}`, item: `${name} → ${spelling}` },
          exchange,
          pointer: `${pointer}/${name}`,
          expected: name,
          actual: spelling,
        });
};

/** Whether an object has any field of a contact model, in any spelling. */
export const showsModel = (model: keyof typeof contactModels, value: unknown): boolean => {
  if (!isObject(value)) return false;
  const known = new Set<string>(contactModels[model].map(folded));
  return Object.keys(value).some((key) => known.has(folded(key)));
};
