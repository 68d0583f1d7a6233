import { isText, textsOf } from "../json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../references.ts";
import { definitionPath, schemaId } from "./identity.ts";
import {
  asSchema,
  type Definition,
  factsOf,
  isAnnotation,
  mapKeyword,
  type Schema,
  schemaPath,
  soleReference,
  subSchemas,
  takesAnything,
} from "./schema.ts";

/** A choice between schemas, under its schema path: the definitions of its branches. */
interface Union {
  readonly path: string;
  readonly branches: readonly string[];
}

/** A `not` that only forbids names, under its schema path. */
interface Ban {
  readonly path: string;
  readonly names: readonly string[];
}

/** A location, by its schema path, that refers to another definition. */
export interface SchemaReference {
  readonly path: string;
  readonly name: string;
}

/** The definitions of one document in the form that Ajv compiles. */
export interface Compilable {
  /** Every definition, including those of union branches; references are schema ids. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly unions: readonly Union[];
  readonly bans: readonly Ban[];
  /** The facts annotated at schema paths. An annotation at a property precedes that of its scalar model. */
  readonly facts: ReadonlyMap<string, readonly string[]>;
  readonly references: readonly SchemaReference[];
  /** The formats of texts, by the schema path of the text. */
  readonly formats: ReadonlyMap<string, string>;
}

/** Definitions during preparation. */
interface Preparation extends Compilable {
  readonly interfaceName: string;
  /** The definitions as in the OpenAPI documents. */
  readonly named: ReadonlyMap<string, Schema>;
  readonly schemas: Map<string, Schema>;
  readonly unions: Union[];
  readonly bans: Ban[];
  readonly facts: Map<string, readonly string[]>;
  readonly references: SchemaReference[];
  readonly formats: Map<string, string>;
}

/**
 * Prepares definitions for compilation. Inlines scalars, so that a violation's schema path shows the model and property
 * that hold it. Turns branches of a choice into definitions, so that a value can be judged against each alone. Removes
 * annotations.
 */
export const compilable = (interfaceName: string, definitions: readonly Definition[]): Compilable => {
  const preparation: Preparation = {
    interfaceName,
    named: new Map(definitions.map(({ name, schema }) => [name, schema])),
    schemas: new Map(),
    unions: [],
    bans: [],
    facts: new Map(),
    references: [],
    formats: new Map(),
  };
  for (const { name, schema } of definitions)
    preparation.schemas.set(name, prepare(preparation, schema, definitionPath(name)));
  const { schemas, unions, bans, facts, references, formats } = preparation;
  return { schemas, unions, bans, facts, references, formats };
};

const prepare = (preparation: Preparation, schema: Schema, path: string): Schema => {
  if (!isObject(schema)) return schema;
  const { interfaceName, named, facts, references } = preparation;
  if (factsOf(schema).length > 0 && !facts.has(path)) facts.set(path, factsOf(schema));
  const { $ref: reference, ...own } = schema;
  const rest = keywords(preparation, own, path);
  if (!isText(reference)) return rest;
  const name = schemaNameOf(reference) ?? "";
  const target = named.get(name) ?? true;
  if (!isScalar(target)) {
    references.push({ path, name });
    return { $ref: schemaId(interfaceName, name), ...rest };
  }
  const inlined = prepare(preparation, target, path);
  if (!isObject(inlined)) return rest;
  return Object.keys(rest).some((key) => Object.hasOwn(inlined, key))
    ? { allOf: [inlined], ...rest }
    : { ...inlined, ...rest };
};

const keywords = (preparation: Preparation, schema: JsonObject, path: string): JsonObject => {
  const { formats, bans } = preparation;
  if (isText(schema["format"])) formats.set(path, schema["format"]);
  const names = bannedNames(asSchema(schema["not"]));
  if (names.length > 0) bans.push({ path: schemaPath(path, "not"), names });
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !isAnnotation(keyword))
      .map(([keyword, value]) => [
        keyword,
        isChoice(keyword, value)
          ? choice(preparation, value, schemaPath(path, keyword))
          : mapKeyword(keyword, value, path, (inner, at) => prepare(preparation, inner, at)),
      ]),
  );
};

const choice = (preparation: Preparation, branches: readonly unknown[], path: string): readonly Schema[] => {
  const { interfaceName, unions, references } = preparation;
  const names = branches.map((branch, index) =>
    branchName(preparation, asSchema(branch), schemaPath(path, index)),
  );
  unions.push({ path, branches: names });
  references.push(...names.map((name) => ({ path, name })));
  return names.map((name) => ({ $ref: schemaId(interfaceName, name) }));
};

/** The definition of a branch: the model that it refers to, or its own. */
const branchName = (preparation: Preparation, branch: Schema, path: string): string => {
  const name = soleReference(branch);
  const isBare = isObject(branch) && Object.keys(branch).length === 1;
  if (isBare && name !== undefined && !isScalar(preparation.named.get(name) ?? true)) return name;
  const own = path.slice(definitionPath("").length);
  preparation.schemas.set(own, prepare(preparation, branch, path));
  return own;
};

const isChoice = (keyword: string, value: unknown): value is readonly unknown[] =>
  (keyword === "anyOf" || keyword === "oneOf") && Array.isArray(value);

const scalarTypes = new Set(["string", "integer", "number", "boolean", "null"]);

/** Whether a schema describes one text, number or boolean and refers to nothing else. */
const isScalar = (schema: Schema): boolean => {
  if (!isObject(schema) || "$ref" in schema || subSchemas(schema).length > 0) return false;
  const types = isText(schema["type"]) ? [schema["type"]] : textsOf(schema["type"]);
  return types.length > 0 && types.every((type) => scalarTypes.has(type));
};

/** The properties that a `not` forbids, if it does nothing else: `{required: [list]}`. */
export const bannedNames = (not: Schema): readonly string[] => {
  if (!isObject(not)) return [];
  const names = textsOf(not["required"]);
  const isBare = Object.entries(not).every(
    ([keyword, value]) =>
      isAnnotation(keyword) ||
      keyword === "required" ||
      (keyword === "type" && value === "object") ||
      (keyword === "properties" && isObject(value) && Object.values(value).every(takesAnything)),
  );
  return isBare && names.length === 1 ? names : [];
};
