import { formatArbitraries } from "../../builtin/arbitraries/format-arbitraries.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import type { PlatformDocuments, InterfaceDocument } from "../../documents/contract.ts";
import { isText, textsOf } from "../../documents/json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { DetailedOperation, DocumentedParameter } from "../../documents/operations.ts";
import { bannedNames } from "../../documents/schemas/compilable.ts";
import { flatten } from "../../documents/schemas/flatten.ts";
import { asSchema, type Schema, soleReference, subSchemas } from "../../documents/schemas/schema.ts";
import { header } from "./text.ts";

/** Writes the expression that builds the arbitrary of a schema. */
interface Writer {
  (schema: Schema): string;
  /** Rejects a schema for which no values can be generated. */
  readonly fail: (message: string) => never;
}

const indented = (text: string): string => text.replaceAll("\n", "\n  ");

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** An object literal of expressions, one per line. */
const fields = (entries: readonly (readonly [string, string])[]): string =>
  entries.length === 0
    ? "{}"
    : `{${entries.map(([name, value]) => `\n  ${key(name)}: ${indented(value)},`).join("")}\n}`;

const options = (schema: JsonObject, keywords: readonly string[]): string => {
  const stated = keywords.filter((keyword) => schema[keyword] !== undefined);
  return stated.map((keyword) => `${keyword}: ${JSON.stringify(schema[keyword])}`).join(", ");
};

const braced = (text: string): string => (text === "" ? "" : `{ ${text} }`);

const textOptions = (schema: JsonObject): string => {
  const pattern = isText(schema["pattern"])
    ? `pattern: new RegExp(${JSON.stringify(schema["pattern"])}, "u")`
    : "";
  return braced(
    [options(schema, ["format", "minLength", "maxLength"]), pattern].filter((part) => part !== "").join(", "),
  );
};

const numberOptions = (schema: JsonObject): string => {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return braced(
    options(
      {
        minimum: typeof above === "number" ? above + 1 : schema["minimum"],
        maximum: typeof below === "number" ? below - 1 : schema["maximum"],
      },
      ["minimum", "maximum"],
    ),
  );
};

const checkFormat = ({ format }: JsonObject, write: Writer): void => {
  if (isText(format) && !Object.hasOwn(formatArbitraries, format))
    write.fail(
      `no values can be made up for the format ${format}; add it to src/builtin/arbitraries/format-arbitraries.ts`,
    );
};

const isLiteral = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

const ofValues = (values: readonly unknown[], schema: JsonObject, write: Writer): string => {
  const literals = values.filter((value) => value !== null);
  if (literals.length === 0 || !literals.every(isLiteral))
    write.fail("the listed values are not texts, numbers or booleans");
  const format = isText(schema["format"]) ? `, ${JSON.stringify(schema["format"])}` : "";
  const shape = `a.oneOf([${literals.map((value) => JSON.stringify(value)).join(", ")}]${format})`;
  return values.includes(null) ? `a.nullable(${shape})` : shape;
};

const ofType = (type: string, schema: JsonObject, write: Writer, isRecursive: boolean): string => {
  switch (type) {
    case "string":
      return `a.text(${textOptions(schema)})`;
    case "integer":
      return `a.integer(${numberOptions(schema)})`;
    case "number":
      return `a.number(${numberOptions(schema)})`;
    case "boolean":
      return "a.truth()";
    case "array": {
      const limits = isRecursive ? { maxItems: 2, ...schema } : schema;
      const bounds = braced(options(limits, ["minItems", "maxItems"]));
      return `a.list(${write(asSchema(schema["items"]))}${bounds === "" ? "" : `, ${bounds}`})`;
    }
    default:
      return ofObject(schema, write);
  }
};

const ofObject = (schema: JsonObject, write: Writer): string => {
  const { properties, additionalProperties: further } = schema;
  const required = textsOf(schema["required"]);
  const entries = isObject(properties) ? Object.entries(properties) : [];
  if (entries.length === 0 && isObject(further)) return `a.dictionary(${write(further)})`;
  const part = (isRequired: boolean): string =>
    fields(
      entries
        .filter(([name]) => required.includes(name) === isRequired)
        .map(([name, property]) => [name, write(asSchema(property))]),
    );
  const record = `a.record(${part(true)}, ${part(false)})`;
  if (further === false) return `a.closed(${record})`;
  return further === undefined ? record : `a.open(${record})`;
};

const withoutBans = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== "not"));

const writeFlat = (schema: Schema, write: Writer, isRecursive: (items: Schema) => boolean): string => {
  if (!isObject(schema)) return "a.anything()";
  checkFormat(schema, write);
  const banned = bannedNames(asSchema(schema["not"]));
  if (banned.length > 0)
    return banned.reduce(
      (inner, name) => `a.banning(${inner}, ${JSON.stringify(name)})`,
      writeFlat(withoutBans(schema), write, isRecursive),
    );
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches))
    return `a.choice(${branches.map((branch) => write(asSchema(branch))).join(", ")})`;
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (Array.isArray(values)) return ofValues(values, schema, write);
  const types = isText(schema["type"]) ? [schema["type"]] : textsOf(schema["type"]);
  const [only, ...others] = types.filter((type) => type !== "null");
  if (only === undefined) return "a.anything()";
  const written = [only, ...others].map((type) =>
    ofType(type, schema, write, isRecursive(asSchema(schema["items"]))),
  );
  const shape = others.length === 0 ? written.join("") : `a.choice<unknown>(${written.join(", ")})`;
  return types.includes("null") ? `a.nullable(${shape})` : shape;
};

type Models = ReadonlyMap<string, Schema>;

/** The models that a schema and its parts refer to directly. */
const mentioned = (schema: Schema): readonly string[] => {
  const name = soleReference(schema);
  return [...(name === undefined ? [] : [name]), ...subSchemas(schema).flatMap(mentioned)];
};

/** Models ordered so that each follows those it refers to, where possible. */
const inOrder = (models: Models) => {
  const names: string[] = [];
  /** Pairs `<model> <referred model>` that refer to a model declared later. */
  const backward = new Set<string>();
  const visit = (name: string, ancestors: readonly string[]): void => {
    if (names.includes(name)) return;
    for (const other of mentioned(models.get(name) ?? true)) {
      if (other === name || ancestors.includes(other)) backward.add(`${name} ${other}`);
      else visit(other, [...ancestors, name]);
    }
    names.push(name);
  };
  for (const name of models.keys()) visit(name, []);
  return { names, backward };
};

const writerFor = (
  document: InterfaceDocument,
  owner: string,
  models: Models,
  backward: ReadonlySet<string>,
): Writer => {
  const isBackward = (schema: Schema): boolean => backward.has(`${owner} ${soleReference(schema) ?? ""}`);
  const fail = (message: string): never => {
    throw new UsageError(message, {
      location: document.source.location(childPointer("/components/schemas", owner)),
    });
  };
  const write: Writer = Object.assign(
    (schema: Schema): string => {
      const name = soleReference(schema);
      if (name !== undefined) return isBackward(schema) ? `a.later(() => ${name})` : name;
      return writeFlat(flatten(schema, models), write, isBackward);
    },
    { fail },
  );
  return write;
};

const modelMap = (document: InterfaceDocument): Models =>
  new Map(document.models.map(({ name, schema }) => [name, schema]));

const modelsOf = (document: InterfaceDocument): string => {
  const models = modelMap(document);
  const { names, backward } = inOrder(models);
  return names
    .map((name) => {
      const expression = writerFor(document, name, models, backward)(models.get(name) ?? true);
      return `export const ${name}: ModelArbitrary<Models["${document.name}"]["${name}"]> = ${expression};`;
    })
    .join("\n\n");
};

const parameterExpression = ({ in: where, schema }: DocumentedParameter, write: Writer): string => {
  const isPlainText =
    isObject(schema) &&
    schema["type"] === "string" &&
    schema["enum"] === undefined &&
    schema["format"] === undefined;
  return where === "path" && isPlainText ? "a.pathText()" : write(schema);
};

const parametersExpression = (parameters: readonly DocumentedParameter[], write: Writer): string => {
  const part = (isRequired: boolean): string =>
    fields(
      parameters
        .filter(({ required }) => required === isRequired)
        .map((parameter) => [parameter.name, parameterExpression(parameter, write)]),
    );
  return `a.record(${part(true)}, ${part(false)})`;
};

const requestOf = ({ parameters, request }: DetailedOperation, write: Writer): string => {
  const stated = (where: string): readonly DocumentedParameter[] =>
    parameters.filter((parameter) => parameter.in === where);
  return fields([
    ["path", parametersExpression(stated("path"), write)],
    ["query", parametersExpression(stated("query"), write)],
    ["body", request === undefined ? "a.none()" : write(request.schema)],
  ]);
};

const requestsOf = (document: InterfaceDocument): string => {
  const write = writerFor(document, "", modelMap(document), new Set());
  const requests = document.operations.map(
    (documented) => [documented.operation.id, requestOf(documented, write)] as const,
  );
  return `/** What each operation takes: its path and query parameters and its body. */
export const requests: Requests<"${document.name}"> = ${fields(requests)};`;
};

const fileOf = (document: InterfaceDocument): string => `${header}

import type { ModelArbitrary } from "../../arbitraries/model-arbitrary.ts";
import * as a from "../../arbitraries/shapes.ts";
import type { Models } from "../operation-types.ts";
import type { Requests } from "./requests.ts";

${modelsOf(document)}

${requestsOf(document)}
`;

const requestsFile = `${header}

import type { ModelArbitrary } from "../../arbitraries/model-arbitrary.ts";
import type { OperationIdsOf, PathParameters, QueryParameters, RequestBodyOf } from "../operation-types.ts";
import type { BuiltinInterface } from "../../interface-name.ts";

/** Arbitraries for what each operation of an interface takes. */
export type Requests<Name extends BuiltinInterface> = {
  readonly [Id in OperationIdsOf<Name>]: {
    readonly path: ModelArbitrary<PathParameters<Id>>;
    readonly query: ModelArbitrary<QueryParameters<Id>>;
    readonly body: ModelArbitrary<RequestBodyOf<Id>>;
  };
};
`;

/** `arbitraries/<interface>.ts`: valid values and near misses of every model and every request. */
export const generateArbitraries = (contract: PlatformDocuments): ReadonlyMap<string, string> =>
  new Map<string, string>([
    ["arbitraries/requests.ts", requestsFile],
    ...contract.interfaces.map((document): [string, string] => [
      `arbitraries/${document.name}.ts`,
      fileOf(document),
    ]),
  ]);
