import { isObject } from "../core/model/json-object.ts";
import type { ApiDocument, ApiHeader, ApiMedia, ApiOperation } from "./document.ts";
import { entriesOf, isText, itemsOf } from "./json.ts";
import { schemaNameOf } from "./references.ts";
import type { Schema } from "./schemas/schema.ts";

const inMedia = ({ schema, itemSchema, encoding }: ApiMedia): readonly (Schema | undefined)[] => [
  schema,
  itemSchema,
  ...[...encoding.values()].flatMap(({ headers }) => headers.flatMap(inSerialized)),
];

const inSerialized = ({
  schema,
  content,
}: Pick<ApiHeader, "schema" | "content">): readonly (Schema | undefined)[] => [
  schema,
  ...(content === undefined ? [] : inMedia(content)),
];

/** Every schema that an operation states itself, also in its callbacks. */
export const schemasOf = (operation: ApiOperation): readonly Schema[] =>
  [
    ...operation.parameters.flatMap(inSerialized),
    ...(operation.requestBody?.content.flatMap(inMedia) ?? []),
    ...operation.responses.flatMap(({ headers, content }) => [
      ...headers.flatMap(inSerialized),
      ...content.flatMap(inMedia),
    ]),
    ...operation.callbacks.flatMap(({ operations }) => operations.flatMap(schemasOf)),
  ].filter((schema) => schema !== undefined);

/** The names of the models that a schema refers to, at any depth of the schema itself. */
export const modelsIn = (schema: Schema): readonly string[] => {
  const names: string[] = [];
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...itemsOf(value));
    if (!isObject(value)) continue;
    const name = isText(value["$ref"]) ? schemaNameOf(value["$ref"]) : undefined;
    if (name !== undefined) names.push(name);
    for (const [keyword, inner] of entriesOf(value)) {
      if (keyword === "discriminator" && isObject(inner))
        names.push(
          ...entriesOf(inner["mapping"]).flatMap(([, to]) => (isText(to) ? (schemaNameOf(to) ?? []) : [])),
        );
      if (!["example", "examples", "default", "const", "enum"].includes(keyword)) pending.push(inner);
    }
  }
  return names;
};

/** The names of all models that operations reach. */
export const reachedModels = ({ operations, webhooks, models }: ApiDocument): ReadonlySet<string> => {
  const found = new Set([...operations, ...webhooks].flatMap(schemasOf).flatMap(modelsIn));
  // Iteration of a set includes entries added meanwhile.
  for (const name of found) for (const inner of modelsIn(models.get(name)?.schema ?? true)) found.add(inner);
  return found;
};
