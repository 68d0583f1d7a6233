import { isText, textsOf } from "../documents/json.ts";
import { isObject, type JsonObject } from "../../model/json-object.ts";
import { schemaNameOf } from "../documents/references.ts";
import { definitionPath, schemaId } from "./identity.ts";
import {
  asSchema,
  type Definition,
  factsOf,
  isAnnotation,
  mapKeyword,
  type Schema,
  schemaPath,
  subSchemas,
} from "./schema.ts";

/** A choice between schemas, under its schema path: the definitions of its branches. */
interface Union {
  readonly path: string;
  readonly branches: readonly string[];
}

/** A `not` that only keeps names out, under its schema path. */
interface Ban {
  readonly path: string;
  readonly names: readonly string[];
}

/** A place, by its schema path, that leads on to another definition. */
export interface Reference {
  readonly path: string;
  readonly name: string;
}

/** The definitions of one document as Ajv is to compile them. */
export interface Compilable {
  /** Every definition, those of union branches included; references lead to schema ids. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly unions: readonly Union[];
  readonly bans: readonly Ban[];
  /** The facts annotated at schema paths. What is annotated at a property goes before what its scalar model says. */
  readonly facts: ReadonlyMap<string, readonly string[]>;
  readonly references: readonly Reference[];
  /** The formats of texts, by the schema path of the text. */
  readonly formats: ReadonlyMap<string, string>;
}

/**
 * Prepares definitions for compilation. Scalars are written in place, so that a violation's schema path tells
 * the model and property that hold it; branches of a choice become definitions of their own, so that a value
 * can be judged against each alone; annotations go.
 */
export const compilable = (interfaceName: string, definitions: readonly Definition[]): Compilable => {
  const named = new Map(definitions.map(({ name, schema }) => [name, schema]));
  const schemas = new Map<string, Schema>();
  const unions: Union[] = [];
  const bans: Ban[] = [];
  const facts = new Map<string, readonly string[]>();
  const references: Reference[] = [];
  const formats = new Map<string, string>();

  const prepare = (schema: Schema, path: string): Schema => {
    if (!isObject(schema)) return schema;
    if (factsOf(schema).length > 0 && !facts.has(path)) facts.set(path, factsOf(schema));
    const { $ref: reference, ...own } = schema;
    const rest = keywords(own, path);
    if (!isText(reference)) return rest;
    const name = schemaNameOf(reference) ?? "";
    const target = named.get(name) ?? true;
    if (!isScalar(target)) {
      references.push({ path, name });
      return { $ref: schemaId(interfaceName, name), ...rest };
    }
    const inlined = prepare(target, path);
    if (!isObject(inlined)) return rest;
    return Object.keys(rest).some((key) => Object.hasOwn(inlined, key))
      ? { allOf: [inlined], ...rest }
      : { ...inlined, ...rest };
  };

  const keywords = (schema: JsonObject, path: string): JsonObject => {
    if (isText(schema["format"])) formats.set(path, schema["format"]);
    if (isObject(schema["not"])) noteBan(schema["not"], schemaPath(path, "not"));
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => !isAnnotation(keyword))
        .map(([keyword, value]) => [
          keyword,
          isChoice(keyword, value) ? choice(keyword, value, path) : mapKeyword(keyword, value, path, prepare),
        ]),
    );
  };

  const choice = (keyword: string, branches: readonly unknown[], path: string): readonly Schema[] => {
    const here = schemaPath(path, keyword);
    const names = branches.map((branch, index) => branchName(asSchema(branch), schemaPath(here, index)));
    unions.push({ path: here, branches: names });
    references.push(...names.map((name) => ({ path: here, name })));
    return names.map((name) => ({ $ref: schemaId(interfaceName, name) }));
  };

  const branchName = (branch: Schema, path: string): string => {
    const reference = isObject(branch) && Object.keys(branch).length === 1 ? branch["$ref"] : undefined;
    const name = isText(reference) ? schemaNameOf(reference) : undefined;
    if (name !== undefined && !isScalar(named.get(name) ?? true)) return name;
    const own = path.slice(definitionPath("").length);
    schemas.set(own, prepare(branch, path));
    return own;
  };

  const noteBan = (not: JsonObject, path: string): void => {
    const names = bannedNames(not);
    if (names.length > 0) bans.push({ path, names });
  };

  for (const { name, schema } of definitions) schemas.set(name, prepare(schema, definitionPath(name)));
  return { schemas, unions, bans, facts, references, formats };
};

const isChoice = (keyword: string, value: unknown): value is readonly unknown[] =>
  (keyword === "anyOf" || keyword === "oneOf") && Array.isArray(value);

const scalarTypes = new Set(["string", "integer", "number", "boolean", "null"]);

/** Whether a schema is about one text, number or truth value and refers to nothing else. */
const isScalar = (schema: Schema): boolean => {
  if (!isObject(schema) || "$ref" in schema || subSchemas(schema).length > 0) return false;
  const types = isText(schema["type"]) ? [schema["type"]] : textsOf(schema["type"]);
  return types.length > 0 && types.every((type) => scalarTypes.has(type));
};

/** The property that a `not` forbids, when forbidding it is all the `not` does: `{required: [list]}`. */
export const bannedNames = (not: Schema): readonly string[] => {
  if (!isObject(not)) return [];
  const names = textsOf(not["required"]);
  const isBare = Object.entries(not).every(
    ([keyword, value]) =>
      isAnnotation(keyword) ||
      keyword === "required" ||
      (keyword === "type" && value === "object") ||
      (keyword === "properties" && isObject(value) && Object.values(value).every(allowsAnything)),
  );
  return isBare && names.length === 1 ? names : [];
};

const allowsAnything = (schema: unknown): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation));
