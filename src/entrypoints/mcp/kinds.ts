import { printable } from "../../core/output/escape.ts";
import { type Kind, kinds, kindThat } from "../../core/output/values.ts";

/** A text or a number, as JSON has them. */
export const textOrNumber = kindThat<string | number>(
  "text or a number",
  (value) => typeof value === "string" || typeof value === "number",
  { type: ["string", "number"] },
);

/** An object whose values are of one kind, under any names. */
export const mapOfKind = <Value>(entry: Kind<Value>): Kind<Readonly<Record<string, Value>>> => ({
  ...(entry.schema === undefined ? {} : { schema: { type: "object", additionalProperties: entry.schema } }),
  mistake: (value, option) =>
    kinds.object.mistake(value, option) ??
    Object.entries(Object(value) as object)
      .map(([name, one]) => entry.mistake(one, `${option}.${printable(name)}`))
      .find((mistake) => mistake !== undefined),
});
