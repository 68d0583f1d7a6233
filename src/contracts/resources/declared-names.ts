import type { FileProblem } from "../../core/model/file-rules.ts";
import type { JsonObject } from "../../core/model/json-object.ts";
import { printable } from "../../core/output/escape.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { dotted, type Path } from "../../core/source/path.ts";
import type { ApiDocument, ApiOperation } from "../../documents/document.ts";
import type { Schema } from "../../documents/schemas/schema.ts";
import { isJsonType } from "../checks/input.ts";
import { createSchemaReading, type SchemaReading } from "../checks/schema-view.ts";

/** Keys of a resource that name properties of its records. */
export const nameKeys = ["unique", "canonical", "moves"] as const;

/** Answers wrap records in lists and objects, no deeper than this. */
const deepest = 3;

const namesIn = (reading: SchemaReading, schema: Schema | undefined, depth = 0): readonly string[] => {
  if (schema === undefined || depth > deepest) return [];
  const { properties, branches, keywords } = reading.view(schema);
  // The document may hold anything there.
  const items = keywords["items"] as Schema | undefined;
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...branches, ...(items === undefined ? [] : [items])].flatMap((inner) =>
      namesIn(reading, inner, depth + 1),
    ),
  ];
};

const bodiesOf = ({ requestBody, responses }: ApiOperation): readonly (Schema | undefined)[] =>
  [
    ...(requestBody?.content ?? []),
    ...responses.filter(({ status }) => status.startsWith("2")).flatMap(({ content }) => content),
  ].flatMap(({ mediaType, schema }) => (isJsonType(mediaType) ? [schema] : []));

/** Names that no schema of a resource's operations has; none where the document states no property. */
export const unknownNames = (
  resource: JsonObject,
  named: readonly ApiOperation[],
  document: ApiDocument,
  path: Path,
): readonly FileProblem[] => {
  const given = nameKeys.filter((key) => Array.isArray(resource[key]));
  if (given.length === 0) return [];
  const reading = createSchemaReading(document);
  const known = [...new Set(named.flatMap(bodiesOf).flatMap((schema) => namesIn(reading, schema)))];
  if (known.length === 0) return [];
  return given.flatMap((key) => {
    const names: unknown = resource[key];
    return (Array.isArray(names) ? names : []).flatMap((name: unknown, index): readonly FileProblem[] => {
      if (typeof name !== "string" || known.includes(name)) return [];
      const at = [...path, key, String(index)];
      return [
        {
          path: at,
          part: "value",
          message: `${dotted(at.slice(2))}: ${printable(name)} is no property of it in the document`,
          hint: suggestionHint(name, known) ?? `known: ${known.slice(0, 12).map(printable).join(", ")}`,
        },
      ];
    });
  });
};
