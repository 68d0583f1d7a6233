import { documentedBodies } from "../../builtin/generated/documented-bodies.ts";
import type { DocumentedLocation } from "../../core/model/documented-location.ts";
import type { JudgeTools, Sample, Violation } from "../../core/model/check.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "./json.ts";
import { violation } from "./judgements.ts";

const contact = documentedBodies["getContactByReference.200"];
const individual = contact?.fields?.["contactIndividuals"]?.items;

const namesIn = (model: DocumentedLocation | undefined): readonly string[] =>
  Object.keys(model?.fields ?? {});

/** The documented fields of the four models; none is stated as required (U-01). */
export const contactModels = {
  Contact: namesIn(contact),
  ContactIndividual: namesIn(individual),
  ContactMethod: namesIn(individual?.fields?.["contactMethods"]?.items),
  Address: namesIn(contact?.fields?.["address"]),
} as const;

/** A name without case and separators: `contact_type` and `ContactType` become equal. */
const folded = (name: string): string => name.replace(/[_\-\s]/g, "").toLowerCase();

const styles: readonly (readonly [RegExp, string])[] = [
  [/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/, "are in SCREAMING_SNAKE_CASE"],
  [/^[A-Z][A-Z\d]+$/, "are in capitals"],
  [/^[A-Z]/, "are in PascalCase"],
  [/_/, "are in snake_case"],
  [/-/, "are in kebab-case"],
  [/^[a-z\d]+$/, "are in small letters"],
];

const styleOf = (name: string): string =>
  styles.find(([form]) => form.test(name))?.[1] ?? "are spelt differently";

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
  const known = new Set(contactModels[model].map(folded));
  return Object.keys(value).some((key) => known.has(folded(key)));
};

/** A record recurs: its id identifies it. */
const recordOf = (value: Readonly<Record<string, unknown>>): string =>
  String(value["id"] ?? JSON.stringify(value));

/**
 * Reports documented fields of a contact model that no record of a run has, in any spelling. Required fields are not
 * stated (U-01): such a field is a warning, and its message states how many records were seen.
 */
export const unseenFields = (model: keyof typeof contactModels) => (): Sample => {
  const seen = new Set<string>();
  const known = new Set<string>();
  let first: Exchange | undefined;
  return {
    see(exchange: Exchange, tools: JudgeTools) {
      for (const { value } of tools.instances(exchange, model)) {
        if (!isObject(value)) continue;
        first ??= exchange;
        known.add(recordOf(value));
        for (const name of Object.keys(value)) seen.add(folded(name));
      }
    },
    *judge() {
      // Without any of them, the model itself is missing.
      if (first === undefined || !contactModels[model].some((name) => seen.has(folded(name)))) return;
      const { size } = known;
      const records = size === 1 ? `the only ${model} record` : `none of the ${size} ${model} records`;
      const missing = size === 1 ? records : `all ${size} ${model} records`;
      for (const name of contactModels[model])
        if (!seen.has(folded(name)))
          yield violation({
            severity: "warning",
            cause: { what: `fields are missing in ${missing} that the run has read`, item: name },
            rule: "missing",
            message: `${records} that the run has read has ${size === 1 ? "no " : ""}${name}`,
            exchange: first,
            pointer: `/${name}`,
            expected: `${name} in some ${model}`,
            actual: `missing in ${size} of ${size}`,
          });
    },
  };
};
