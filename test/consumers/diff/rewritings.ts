import { stringify } from "yaml";
import { childPointer } from "../../../src/core/formats/json-pointer.ts";
import { isObject } from "../../../src/core/model/json-object.ts";
import type { Json } from "./documents.ts";

/** A draw: a whole number below the given one. */
export type Draw = (below: number) => number;

type Schema = Json | boolean;

/** Another way to say a schema; undefined if this rule does not apply to it. `add` names a schema. */
type SchemaRule = (schema: Json, draw: Draw, add: (schema: Schema) => Json) => Schema | undefined;

const shuffled = <Item>(items: readonly Item[], draw: Draw): readonly Item[] =>
  items
    .map((item) => [draw(1000), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);

const isText = (value: unknown): value is string => typeof value === "string";

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const shuffledList =
  (keyword: string): SchemaRule =>
  (schema, draw) =>
    Array.isArray(schema[keyword]) ? { ...schema, [keyword]: shuffled(schema[keyword], draw) } : undefined;

const typesOf = ({ type }: Json): readonly string[] => (isText(type) ? [type] : list(type).filter(isText));

const says = (schema: Json, keywords: Json): Json | undefined =>
  Object.keys(keywords).some((keyword) => Object.hasOwn(schema, keyword))
    ? undefined
    : { ...schema, ...keywords };

const isReference = (schema: Json): boolean => schema["$ref"] !== undefined;

/** The rules of the normal form for schemas of 2020-12. */
export const schemaRules: Readonly<Record<string, SchemaRule>> = {
  "one type is a list": (schema) =>
    isText(schema["type"]) ? { ...schema, type: [schema["type"]] } : undefined,
  "types in another order": shuffledList("type"),
  "values in another order": shuffledList("enum"),
  "required names in another order": shuffledList("required"),
  "alternatives in another order": (schema, draw) =>
    shuffledList("anyOf")(schema, draw, () => ({})) ?? shuffledList("oneOf")(schema, draw, () => ({})),
  "a list of types as alternatives": (schema) => {
    const types = typesOf(schema);
    const { type: _, ...rest } = schema;
    return types.length > 1 && Object.keys(rest).length === 0
      ? { anyOf: types.map((type) => ({ type })) }
      : undefined;
  },
  "null as an alternative": (schema, draw) => {
    const types = typesOf(schema);
    const { type: _, enum: values, ...rest } = schema;
    if (types.length < 2 || !types.includes("null") || (values !== undefined && !list(values).includes(null)))
      return undefined;
    const inner = {
      ...rest,
      type: types.filter((type) => type !== "null"),
      ...(values === undefined ? {} : { enum: list(values).filter((value) => value !== null) }),
    };
    return { [draw(2) === 0 ? "anyOf" : "oneOf"]: shuffled([inner, { type: "null" }], draw) };
  },
  "a constant as one value": (schema) => {
    const { const: value, ...rest } = schema;
    return value === undefined ? undefined : { ...rest, enum: [value] };
  },
  "one value as a constant": (schema) => {
    const { enum: values, ...rest } = schema;
    return list(values).length === 1 ? { ...rest, const: list(values)[0] } : undefined;
  },
  "the only part of allOf": (schema) => ({ allOf: [schema] }),
  // Further rules may put one of two choices in other words, which stay two.
  "a part of allOf twice": (schema) =>
    /"(?:any|one)Of":/.test(JSON.stringify(schema)) ? undefined : { allOf: [schema, schema] },
  "the only alternative": (schema, draw) => ({ [draw(2) === 0 ? "anyOf" : "oneOf"]: [schema] }),
  "types and the rest apart": (schema) => {
    const { type, ...rest } = schema;
    return type === undefined || isReference(schema) ? undefined : { allOf: [{ type }, rest] };
  },
  "properties apart": (schema) => {
    const { properties, required, additionalProperties, patternProperties, ...rest } = schema;
    if (!isObject(properties) || additionalProperties !== undefined || patternProperties !== undefined)
      return undefined;
    const parts = Object.entries(properties).map(([name, property]) => ({
      properties: { [name]: property },
    }));
    return {
      ...rest,
      allOf: [...list(rest["allOf"]), ...parts, ...(required === undefined ? [] : [{ required }])],
    };
  },
  "alternatives in alternatives": (schema) => {
    const [first, second, ...more] = list(schema["anyOf"]);
    return second === undefined ? undefined : { ...schema, anyOf: [{ anyOf: [first, second] }, ...more] };
  },
  "a name of its own": (schema, _, add) => add(schema),
  "no length at least": (schema) => says(schema, { minLength: 0 }),
  "no items at least": (schema) => says(schema, { minItems: 0, minProperties: 0 }),
  "other properties allowed": (schema) => says(schema, { additionalProperties: true }),
  "items of any kind": (schema) => says(schema, { items: {} }),
  "repeated items allowed": (schema) =>
    says(schema, { uniqueItems: false, deprecated: false, readOnly: false }),
  "texts for people": (schema) =>
    says(schema, { title: "A title", description: "Words.", examples: [1], $comment: "more", "x-more": 1 }),
  "a bound that another one holds": (schema) =>
    typeof schema["minimum"] === "number"
      ? { ...schema, allOf: [...list(schema["allOf"]), { minimum: schema["minimum"] - 1 }] }
      : undefined,
  "an exclusive bound of integers": (schema) => {
    const { minimum, ...rest } = schema;
    return typeof minimum === "number" && typesOf(schema).join() === "integer"
      ? { ...rest, exclusiveMinimum: minimum - 1 }
      : undefined;
  },
  "a reference beside others": (schema) => {
    const { $ref, ...rest } = schema;
    return isText($ref) ? { allOf: [{ $ref }, rest] } : undefined;
  },
  "keywords of other types": (schema) =>
    typesOf(schema).join() === "integer" ? says(schema, { maxLength: 3, pattern: "a" }) : undefined,
};

const nested = {
  one: ["items", "additionalProperties", "not", "propertyNames", "contains"],
  list: ["allOf", "anyOf", "oneOf", "prefixItems"],
  map: ["properties", "patternProperties", "dependentSchemas"],
};

/** Rewrites a schema by rules that are drawn, at each level anew. */
const rewriteSchema = (schema: unknown, draw: Draw, add: (schema: Schema) => Json): unknown => {
  if (!isObject(schema)) return schema;
  const visit = (inner: unknown): unknown => rewriteSchema(inner, draw, add);
  let result: Schema = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (nested.one.includes(keyword)) return [keyword, visit(value)];
      if (nested.list.includes(keyword)) return [keyword, list(value).map(visit)];
      if (nested.map.includes(keyword) && isObject(value))
        return [
          keyword,
          Object.fromEntries(shuffled(Object.entries(value), draw).map(([name, one]) => [name, visit(one)])),
        ];
      return [keyword, value];
    }),
  );
  const rules = Object.values(schemaRules);
  for (let count = draw(4); count > 0; count -= 1) {
    const rule = rules[draw(rules.length)];
    const rewritten: Schema | undefined = isObject(result) ? rule?.(result, draw, add) : undefined;
    if (rewritten !== undefined) result = rewritten;
  }
  return result;
};

const mapValues = (value: unknown, change: (inner: Json, key: string) => unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, isObject(inner) ? change(inner, key) : inner]),
      )
    : value;

/** Applies a change to every object under a key, at any depth of what is no schema. */
const everywhere = (value: unknown, key: string, change: (inner: Json) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((inner) => everywhere(inner, key, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const below = name === "schema" || name === "schemas" ? inner : everywhere(inner, key, change);
      return [name, name === key && isObject(below) ? change(below) : below];
    }),
  );
};

const randomCase = (text: string, draw: Draw): string =>
  draw(2) === 0 ? text.toUpperCase() : text.toLowerCase();

type DocumentRule = (document: Json, draw: Draw) => Json;

const asJson = (value: unknown): Json => (isObject(value) ? value : {});

const inOperations = (document: Json, change: (operation: Json, path: string) => Json): Json => ({
  ...document,
  paths: mapValues(document["paths"], (item, path) =>
    mapValues(item, (operation, method) =>
      ["get", "put", "post", "delete"].includes(method) ? change(operation, path) : operation,
    ),
  ),
});

/** The rules of the normal form for all that is no schema. */
export const documentRules: Readonly<Record<string, DocumentRule>> = {
  "schemas in other words": (document, draw) => {
    const added = new Map<string, Schema>();
    const before = Object.keys(asJson(asJson(document["components"])["schemas"])).length;
    const add = (schema: Schema): Json => {
      const name = `Made${before}x${added.size}`;
      added.set(name, schema);
      return { $ref: `#/components/schemas/${name}` };
    };
    const rewritten = asJson(everywhere(document, "schema", (schema) => rewriteSchema(schema, draw, add)));
    const components = asJson(rewritten["components"]);
    const schemas = mapValues(components["schemas"], (schema) => rewriteSchema(schema, draw, add));
    return {
      ...rewritten,
      components: { ...components, schemas: { ...asJson(schemas), ...Object.fromEntries(added) } },
    };
  },
  "models under other names": (document) =>
    JSON.parse(JSON.stringify(document).replaceAll(/(?<=schemas\/)(\w+)/g, "$1Anew"), (key, value: unknown) =>
      key === "schemas" && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [`${name}Anew`, schema]))
        : value,
    ) as Json, // a copy of a document
  "defaults written out": (document) =>
    inOperations(document, (operation) => ({
      ...operation,
      parameters: list(operation["parameters"]).map((parameter) =>
        isObject(parameter) && parameter["schema"] !== undefined
          ? {
              style: parameter["in"] === "query" || parameter["in"] === "cookie" ? "form" : "simple",
              explode: parameter["in"] === "query" || parameter["in"] === "cookie",
              required: false,
              ...parameter,
            }
          : parameter,
      ),
    })),
  "parameters of the path item": (document) => ({
    ...document,
    paths: mapValues(document["paths"], (item) => {
      const [[method, operation] = ["", {}], ...others] = Object.entries(item);
      if (others.length > 0 || !isObject(operation)) return item;
      const { parameters = [], ...rest } = operation;
      return { parameters, [method]: rest };
    }),
  }),
  "a parameter of the path item that the operation's wins over": (document) => ({
    ...document,
    paths: mapValues(document["paths"], (item) => ({
      ...item,
      ...(item["parameters"] === undefined && {
        parameters: list(asJson(Object.values(item)[0])["parameters"]).map((parameter) => ({
          ...asJson(parameter),
          description: "another",
          schema: { type: "boolean" },
          content: undefined,
        })),
      }),
    })),
  }),
  "other names of path parameters": (document) =>
    JSON.parse(
      JSON.stringify(document).replaceAll("{id}", "{key}").replaceAll('"name":"id"', '"name":"key"'),
    ) as Json, // a copy
  "headers in another case": (document, draw) =>
    asJson(
      everywhere(document, "headers", (headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, header]) => [randomCase(name, draw), header])),
      ),
    ),
  "media types in another case": (document, draw) =>
    asJson(
      everywhere(document, "content", (content) =>
        Object.fromEntries(Object.entries(content).map(([name, media]) => [randomCase(name, draw), media])),
      ),
    ),
  "a charset of JSON, which has one": (document, draw) =>
    asJson(
      everywhere(document, "content", (content) =>
        Object.fromEntries(
          Object.entries(content).map(([name, media]) => [
            /json$/i.test(name) && draw(2) === 0 ? `${name}; charset=utf-8` : name,
            media,
          ]),
        ),
      ),
    ),
  "statuses in another case": (document) =>
    asJson(
      everywhere(document, "responses", (responses) =>
        Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [
            /^\dXX$/.test(status) ? status.toLowerCase() : status,
            one,
          ]),
        ),
      ),
    ),
  "texts for people": (document) =>
    inOperations(
      { ...document, info: { title: "Other", version: "2", description: "Words." }, tags: [{ name: "a" }] },
      (operation) => ({
        ...operation,
        summary: "A",
        description: "Words.",
        tags: ["a"],
        externalDocs: { url: "https://a" },
      }),
    ),
  "responses of the components": (document) => {
    if (asJson(document["components"])["responses"] !== undefined) return document;
    const found: Record<string, unknown> = {};
    const result = inOperations(document, (operation) => ({
      ...operation,
      responses: mapValues(operation["responses"], (response) => {
        const name = `Shared${Object.keys(found).length}`;
        found[name] = response;
        return { $ref: `#/components/responses/${name}` };
      }),
    }));
    return { ...result, components: { ...asJson(result["components"]), responses: found } };
  },
  "parameters of the components": (document) => {
    if (asJson(document["components"])["parameters"] !== undefined) return document;
    const found: Record<string, unknown> = {};
    const result = inOperations(document, (operation) => ({
      ...operation,
      parameters: list(operation["parameters"]).map((parameter) => {
        const name = `Shared${Object.keys(found).length}`;
        found[name] = parameter;
        return { $ref: `#/components/parameters/${name}` };
      }),
    }));
    return { ...result, components: { ...asJson(result["components"]), parameters: found } };
  },
  "security schemes under other names": (document) =>
    JSON.parse(JSON.stringify(document).replaceAll('"oauth":', '"login":')) as Json, // a copy
  "alternatives to be let in, in another order": (document, draw) => ({
    ...document,
    security: shuffled(list(document["security"]), draw),
  }),
  "security of each operation": (document) =>
    inOperations(document, (operation) => ({ security: document["security"], ...operation })),
  "servers of each operation": (document) =>
    inOperations(document, (operation) => ({ servers: document["servers"], ...operation })),
  "no ids": (document) => inOperations(document, ({ operationId: _, ...operation }) => operation),
  "keys in another order": (document, draw) => {
    const reorder = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reorder)
        : isObject(value)
          ? Object.fromEntries(
              shuffled(Object.entries(value), draw).map(([key, inner]) => [key, reorder(inner)]),
            )
          : value;
    return asJson(reorder(document));
  },
};

/** Merge keys and anchors: every response is written once and merged into its operation. */
export const asYaml = (document: Json): string => {
  const items = Object.entries(asJson(document["paths"]));
  const shared = items.flatMap(([path, item]) =>
    Object.entries(asJson(item)).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  const merged = {
    ...document,
    "x-shared": Object.fromEntries(shared.map(([key, operation]) => [key, asJson(operation)["responses"]])),
    paths: Object.fromEntries(
      items.map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(asJson(item)).map(([key, operation]) =>
            isObject(operation) && isObject(operation["responses"])
              ? [key, { ...operation, responses: { "<<": operation["responses"] } }]
              : [key, operation],
          ),
        ),
      ]),
    ),
  };
  // Equal objects become aliases.
  return stringify(merged, { aliasDuplicateObjects: true });
};

/** Every named schema in a file of its own. */
export const inFiles = (
  document: Json,
): { readonly text: string; readonly files: Readonly<Record<string, string>> } => {
  const schemas = asJson(asJson(document["components"])["schemas"]);
  const moved = (text: string): string =>
    text.replaceAll(
      /#\/components\/schemas\/(\w+)/g,
      (_, name: string) => `./schemas.json#${childPointer("", name)}`,
    );
  const inside = (text: string): string => text.replaceAll(/#\/components\/schemas\/(\w+)/g, "#/$1");
  return {
    text: moved(
      JSON.stringify({ ...document, components: { ...asJson(document["components"]), schemas: {} } }),
    ),
    files: { "schemas.json": inside(JSON.stringify(schemas)) },
  };
};

/** A schema as OpenAPI 3.0 says it. */
const oldSchema = (schema: unknown): unknown => {
  if (typeof schema === "boolean") return schema ? {} : { not: {} };
  if (!isObject(schema)) return schema;
  const { const: value, exclusiveMinimum, examples: _, ...rest } = schema;
  const types = typesOf(schema);
  const { type: __, ...untyped } = rest;
  const kept = types.filter((type) => type !== "null");
  const inner = Object.fromEntries(
    Object.entries(untyped).map(([keyword, content]) => {
      if (nested.one.includes(keyword))
        return [keyword, typeof content === "boolean" ? content : oldSchema(content)];
      if (nested.list.includes(keyword)) return [keyword, list(content).map(oldSchema)];
      return [keyword, nested.map.includes(keyword) ? mapValues(content, oldSchema) : content];
    }),
  );
  return {
    ...inner,
    ...(kept.length === 1 && { type: kept[0] }),
    ...(kept.length > 1 && { anyOf: kept.map((type) => ({ type })) }),
    ...(types.includes("null") && { nullable: true }),
    ...(value !== undefined && { enum: [value] }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
  };
};

export const asOldDocument = (document: Json): Json => {
  const components = asJson(document["components"]);
  return {
    ...asJson(everywhere(document, "schema", oldSchema)),
    openapi: "3.0.3",
    components: { ...components, schemas: mapValues(components["schemas"], oldSchema) },
  };
};
