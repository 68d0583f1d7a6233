import { isObject, parseJson } from "../core/model/json-object.ts";
import { validatorKeys } from "../contracts/checks/api.ts";
import { inputKey, schemaOf } from "../contracts/checks/input.ts";
import type { ApiOperation, ApiParameter } from "../documents/document.ts";
import type { Schema } from "../documents/schemas/schema.ts";
import { itemSchema, type Schemas } from "./schemas.ts";
import type { DocumentRequest, Reason } from "./served-document.ts";

/** Values of a request's parameters, by location and name: `query limit`. */
export type Parameters = ReadonlyMap<string, unknown>;

interface ReadParameters {
  readonly values: Parameters;
  readonly faults: Reason["fields"];
  /** Query parameters that the document does not name. */
  readonly unknown: readonly string[];
}

/** Headers that are no parameters (OpenAPI 3.1, section 4.8.12). */
const notParameters = /^(?:accept|content-type|authorization)$/i;

const integer = /^[+-]?\d{1,400}$/;
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A text as the value that its schema means; texts of another type stay texts, which a validator refuses. */
const scalar = (text: string, schema: Schema | undefined, { reading }: Schemas): unknown => {
  const { types, branches } = reading.view(schema);
  const all = types.length > 0 ? types : branches.flatMap((branch) => reading.view(branch).types);
  if (all.includes("integer") && integer.test(text)) return Number(text);
  if (all.includes("number") && decimal.test(text)) return Number(text);
  if (all.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  if (all.includes("null") && text === "null" && !all.includes("string")) return null;
  return text;
};

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  label: ".",
  matrix: ",",
};

const withoutPrefix = (text: string, { style, name }: ApiParameter): string => {
  if (style === "label") return text.replace(/^\./, "");
  if (style !== "matrix") return text;
  return text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : text.replace(/^;/, "");
};

const objectOf = (
  texts: readonly string[],
  { explode }: ApiParameter,
  schema: Schema | undefined,
  schemas: Schemas,
) => {
  const { properties } = schemas.reading.view(schema);
  const pairs = explode
    ? texts.map((text) => text.split("=", 2) as [string, string?])
    : texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1]] as [string, string?]] : []));
  return Object.fromEntries(
    pairs.map(([name, text = ""]) => [name, scalar(text, properties[name], schemas)]),
  );
};

/** The value of a parameter that is written in these texts. */
const valueOf = (parameter: ApiParameter, texts: readonly string[], schemas: Schemas): unknown => {
  const [text = ""] = texts;
  if (parameter.content !== undefined) return parseJson(text) ?? text;
  const schema = schemaOf(parameter);
  const { types } = schemas.reading.view(schema);
  const plain = withoutPrefix(text, parameter);
  const separator = separators[parameter.style] ?? ",";
  if (types.includes("array")) {
    const items = itemSchema(schemas.reading, schema);
    const parts =
      texts.length > 1 || (parameter.in === "query" && parameter.explode) ? texts : plain.split(separator);
    return parts.map((part) => scalar(part, items, schemas));
  }
  if (types.includes("object")) return objectOf(plain.split(separator), parameter, schema, schemas);
  return scalar(plain, schema, schemas);
};

/** `filter[name]=x`, and the properties of an exploded object. */
const queryObject = (
  parameter: ApiParameter,
  search: URLSearchParams,
  schemas: Schemas,
): { readonly value: unknown; readonly names: readonly string[] } | undefined => {
  const { name, style, explode } = parameter;
  const schema = schemaOf(parameter);
  const { types, properties } = schemas.reading.view(schema);
  const isDeep = style === "deepObject" || style === "deepobject";
  if (!isDeep && !(types.includes("object") && explode && parameter.content === undefined)) return undefined;
  const found = [...search].flatMap(([key, text]): readonly (readonly [string, string, unknown])[] => {
    const inner = isDeep
      ? key.startsWith(`${name}[`) && key.endsWith("]")
        ? key.slice(name.length + 1, -1)
        : undefined
      : Object.hasOwn(properties, key)
        ? key
        : undefined;
    return inner === undefined ? [] : [[key, inner, scalar(text, properties[inner], schemas)]];
  });
  return {
    value:
      found.length === 0 ? undefined : Object.fromEntries(found.map(([, inner, value]) => [inner, value])),
    names: found.map(([key]) => key),
  };
};

const cookiesIn = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header.split(/;\s*/).flatMap((pair): [string, string][] => {
      const at = pair.indexOf("=");
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );

/** Texts of a parameter in a request; undefined if it is absent. */
const textsOf = (
  { in: place, name, statedName }: ApiParameter,
  request: DocumentRequest,
  path: ReadonlyMap<string, string>,
): readonly string[] | undefined => {
  if (place === "path") return path.has(name) ? [path.get(name) ?? ""] : undefined;
  if (place === "header") return [request.header(name) ?? []].flat();
  if (place === "cookie") return [cookiesIn(request.header("cookie") ?? "").get(name) ?? []].flat();
  if (request.search.has(name)) return request.search.getAll(name);
  return request.search.has(`${statedName}[]`) ? request.search.getAll(`${statedName}[]`) : undefined;
};

/** Names of the parameters in a path template, in their order. */
export const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);

/**
 * Reads the parameters of an operation's requests. @param isCredential whether a query parameter is a security scheme's
 */
export const createParameters = (
  { id, path, parameters }: ApiOperation,
  schemas: Schemas,
  isCredential: (name: string) => boolean,
) => {
  const names = pathNames(path);
  const own = parameters.filter(
    ({ in: place, name }) => place !== "querystring" && !(place === "header" && notParameters.test(name)),
  );
  const takesAny = parameters.some(({ in: place }) => place === "querystring");
  return (request: DocumentRequest, texts: readonly string[]): ReadParameters => {
    const inPath = new Map(names.map((name, at) => [name, texts[at] ?? ""]));
    const values = new Map<string, unknown>();
    const known = new Set<string>();
    const faults: { readonly field: string; readonly message: string }[] = [];
    for (const parameter of own) {
      const { in: place, name, required } = parameter;
      const object = place === "query" ? queryObject(parameter, request.search, schemas) : undefined;
      for (const one of object?.names ?? [name, `${name}[]`]) known.add(one);
      const written = object === undefined ? textsOf(parameter, request, inPath) : undefined;
      const isAbsent = object === undefined ? (written ?? []).length === 0 : object.value === undefined;
      if (isAbsent) {
        if (required && !(place === "query" && isCredential(name)))
          faults.push({ field: name, message: `${name} is required` });
        continue;
      }
      if (parameter.allowEmptyValue && written?.length === 1 && written[0] === "") continue;
      const value = object === undefined ? valueOf(parameter, written ?? [], schemas) : object.value;
      values.set(inputKey(parameter), value);
      faults.push(...schemas.faults(validatorKeys.parameter(id, place, name), value, name));
    }
    const unknown =
      takesAny || request.search.size === 0
        ? []
        : [...new Set(request.search.keys())].filter((name) => !known.has(name) && !isCredential(name));
    return { values, faults, unknown };
  };
};

/** The value of a query parameter as text; undefined if it is absent. */
export const queryText = (values: Parameters, name: string): string | undefined => {
  const value = values.get(`query ${name}`);
  return value === undefined || isObject(value) ? undefined : String(value);
};
