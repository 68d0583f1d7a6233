/** Names that a type may have. */
const typeName = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Names of types that TypeScript keeps for itself, or that the module declares. */
const taken = new Set(
  `any unknown never void null undefined object string number boolean bigint symbol components operations paths webhooks
  Validate ValidationError type interface enum class function var const new delete typeof in`.split(/\s+/),
);

const isTypeName = (name: string): boolean => typeName.test(name) && !taken.has(name);

/** Apart from the models: one of these may be called Record. */
export const validateDeclarations = [
  "/** What a validator has against a value; it never holds the value itself. */",
  "export interface ValidationError {",
  "  /** JSON pointer into the value. */",
  "  readonly instancePath: string;",
  "  readonly schemaPath: string;",
  "  /** The rule that is broken, for example `required`. */",
  "  readonly keyword: string;",
  "  readonly params: Readonly<Record<string, unknown>>;",
  "}",
  "",
  "/** Whether a value fits a model; `errors` describes the last value that did not. */",
  "export interface Validate<Value> {",
  "  (value: unknown): value is Value;",
  "  errors?: readonly ValidationError[] | null;",
  "}",
  "",
].join("\n");

/** The types of a document's module: a name and a validator for each model. */
export const indexDeclarations = (models: readonly string[]): string => {
  const typeOf = (model: string): string => `components["schemas"][${JSON.stringify(model)}]`;
  const named = models.filter(isTypeName);
  return `import type { components } from "./types.js";
import type { Validate } from "./validate.js";

export type { components, operations, paths, webhooks } from "./types.js";
export type { Validate, ValidationError } from "./validate.js";

${named.map((model) => `export type ${model} = ${typeOf(model)};`).join("\n")}

/** A type guard for each model. */
export declare const validators: {
${models.map((model) => `  readonly ${JSON.stringify(model)}: Validate<${typeOf(model)}>;`).join("\n")}
};
`;
};
