import { isText, textsOf } from "../../documents/json.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { schemaNameOf } from "../../documents/references.ts";
import { asSchema, type Schema } from "../../documents/schemas/schema.ts";

export type PageRow = readonly string[];

/** Text for a table cell: on one line, with escaped bars. */
const cell = (text: string): string => text.trim().replace(/\s+/g, " ").replaceAll("|", "\\|");

const row = (cells: PageRow): string => `| ${cells.map(cell).join(" | ")} |`;

export const pageTable = (head: PageRow, rows: readonly PageRow[]): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

const modelLink = (name: string): string => `[${name}](#${anchor(name)})`;

export const idLinks = (ids: readonly string[]): string =>
  ids.map((id) => `[${id}](#${anchor(id)})`).join(", ");

export const codeSpan = (value: unknown): string => `\`${isText(value) ? value : JSON.stringify(value)}\``;

const limits: Readonly<Record<string, string>> = {
  minimum: "at least",
  exclusiveMinimum: "more than",
  maximum: "at most",
  exclusiveMaximum: "less than",
  minLength: "length at least",
  maxLength: "length at most",
  minItems: "items at least",
  maxItems: "items at most",
};

/** The rules of a scalar besides its type: format, bounds, listed values. */
const rulesOf = (schema: JsonObject): readonly string[] => [
  ...(isText(schema["format"]) ? [schema["format"]] : []),
  ...(isText(schema["pattern"]) ? [codeSpan(schema["pattern"])] : []),
  ...Object.entries(limits).flatMap(([keyword, words]) =>
    keyword in schema ? [`${words} ${String(schema[keyword])}`] : [],
  ),
  ...(Array.isArray(schema["enum"]) ? [`one of ${schema["enum"].map(codeSpan).join(", ")}`] : []),
  ...("const" in schema ? [codeSpan(schema["const"])] : []),
];

/** A schema in a few words, models as links. */
export const typeWords = (schema: Schema): string => {
  if (!isObject(schema)) return schema ? "anything" : "nothing";
  const name = isText(schema["$ref"]) ? schemaNameOf(schema["$ref"]) : undefined;
  if (name !== undefined) return modelLink(name);
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) return branches.map((branch) => typeWords(asSchema(branch))).join(" or ");
  if (Array.isArray(schema["allOf"]))
    return schema["allOf"].map((part) => typeWords(asSchema(part))).join(" and ");
  const types = isText(schema["type"]) ? [schema["type"]] : textsOf(schema["type"]);
  const words = types.map((type) =>
    type === "array" ? `list of ${typeWords(asSchema(schema["items"]))}` : type,
  );
  const described = [words.join(" or "), ...rulesOf(schema)].filter((part) => part !== "").join(", ");
  return described === "" ? "anything" : described;
};

export const descriptionOf = (schema: unknown): string =>
  isObject(schema) && isText(schema["description"]) ? schema["description"] : "";

export const blocks = (...parts: readonly (string | undefined)[]): string =>
  parts.flatMap((part) => (part === undefined || part.trim() === "" ? [] : [part.trim()])).join("\n\n");

export const furtherProperties = (schema: JsonObject): string | undefined => {
  const further = schema["additionalProperties"];
  if (further === false) return "It has no further properties.";
  if (further === true) return "Further properties are expected.";
  return isObject(further) ? `Any further property holds ${typeWords(further)}.` : undefined;
};

/** A property as a page lists it; those of inline objects have dotted names. */
export interface ListedProperty {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

const ownProperties = (schema: JsonObject, prefix = ""): readonly ListedProperty[] => {
  const required = textsOf(schema["required"]);
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  return properties.flatMap(([name, property]) => [
    { name: prefix + name, schema: property, required: required.includes(name) },
    ...(isObject(property) && isObject(property["properties"])
      ? ownProperties(property, `${prefix}${name}.`)
      : []),
  ]);
};

/** The properties of an object and of what it is made of. */
export const propertiesOf = (schema: JsonObject): readonly ListedProperty[] => [
  ...ownProperties(schema),
  ...(Array.isArray(schema["allOf"])
    ? schema["allOf"].flatMap((part) => (isObject(part) ? ownProperties(part) : []))
    : []),
];
