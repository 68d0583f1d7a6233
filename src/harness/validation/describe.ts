import type { ValidationError } from "../model/compiled.ts";
import { formatDefect } from "../formats/format-defect.ts";
import { describeFormat } from "../formats/formats.ts";
import type { Rule, SchemaViolation } from "../model/violation.ts";
import { formOf } from "./shape-of.ts";

type Description = Pick<SchemaViolation, "rule" | "expected" | "actual" | "message">;

const rules: Readonly<Record<string, Rule>> = {
  required: "missing",
  type: "type",
  format: "format",
  pattern: "format",
  enum: "enum",
  const: "enum",
  minimum: "range",
  maximum: "range",
  exclusiveMinimum: "range",
  exclusiveMaximum: "range",
  multipleOf: "range",
  minLength: "length",
  maxLength: "length",
  minItems: "length",
  maxItems: "length",
  minProperties: "length",
  maxProperties: "length",
  additionalProperties: "extra",
  unevaluatedProperties: "extra",
  "false schema": "extra",
};

const ruleOf = (keyword: string, value: unknown): Rule => {
  const rule = rules[keyword] ?? "shape";
  return value === null && (rule === "type" || rule === "enum") ? "null" : rule;
};

const joined = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(" or ") : String(value);

/** What a rule requires, in words; values appear only if the OpenAPI documents list them. */
const expectationOf = ({ keyword, params }: ValidationError, format: string | undefined): string => {
  switch (keyword) {
    case "required":
      return "a value";
    case "type":
      return params["type"] === "string" && format !== undefined
        ? describeFormat(format)
        : joined(params["type"]);
    case "format":
      return describeFormat(String(params["format"]));
    case "pattern":
      return `text like ${String(params["pattern"])}`;
    case "enum":
      return `one of ${(params["allowedValues"] as readonly unknown[]).map(String).join(", ")}`; // Ajv's param of enum
    case "const":
      return String(params["allowedValue"]);
    case "additionalProperties":
    case "unevaluatedProperties":
    case "false schema":
      return "nothing";
    case "multipleOf":
      return `a multiple of ${String(params["multipleOf"])}`;
    default:
      return bounds(keyword, params);
  }
};

const counted: Readonly<Record<string, string>> = {
  minLength: "at least # characters",
  maxLength: "at most # characters",
  minItems: "at least # items",
  maxItems: "at most # items",
  minProperties: "at least # properties",
  maxProperties: "at most # properties",
};

const bounds = (keyword: string, params: ValidationError["params"]): string => {
  const phrase = counted[keyword];
  if (phrase !== undefined) return phrase.replace("#", String(params["limit"]));
  if (params["comparison"] !== undefined)
    return `a number ${String(params["comparison"])} ${String(params["limit"])}`;
  return "the documented shape";
};

const article = (noun: string): string => {
  if (/^(?:null|missing|nothing|an? .*|JSON .*|(?:empty )?text\b.*)$/.test(noun)) return noun;
  return `${/^(?:[aeiouI]|HTTP)/.test(noun) ? "an" : "a"} ${noun}`;
};

/** Phrases used in a sentence unchanged. */
const isPhrase = (expected: string): boolean => /^(?:a|an|at|one of|the|text like) |^nothing$/.test(expected);

const sentence = (
  error: ValidationError,
  rule: Rule,
  pointer: string,
  expected: string,
  actual: string,
  defect: string | undefined,
): string => {
  const subject = pointer === "" ? "The body" : `\`${pointer}\``;
  if (rule === "missing") return `${subject} is missing.`;
  if (rule === "extra") return `${subject} is present but not allowed.`;
  const stated = isPhrase(expected) || error.keyword === "const" ? expected : article(expected);
  const reason = defect === undefined ? "" : `: it ${defect}`;
  return `${subject} is ${article(actual)} where ${stated} is stated${reason}.`;
};

/** Whether a text differs from a listed one only in letter case or surrounding spaces. */
const enumDefect = (allowed: unknown, text: string): string | undefined => {
  if (!Array.isArray(allowed) || text.length > 1000) return undefined;
  const near = text.trim().toLowerCase();
  if (!allowed.some((one) => String(one).toLowerCase() === near)) return undefined;
  return text === text.trim() ? "has another letter case" : "has spaces around it";
};

/** The defect of a text that does not have the stated format or is not one of the listed ones. */
const defectOf = ({ keyword, params }: ValidationError, value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined;
  if (keyword === "format") return formatDefect(String(params["format"]), value);
  return keyword === "enum" ? enumDefect(params["allowedValues"], value) : undefined;
};

/**
 * Describes a validator's error without its value: by forms, and by what the OpenAPI documents list. `format` is the
 * format of a text allowed there, if any: a number is then said to miss a decimal string, not any string.
 */
export const describe = (
  error: ValidationError,
  value: unknown,
  { pointer, format }: { readonly pointer: string; readonly format: string | undefined },
): Description => {
  const rule = ruleOf(error.keyword, value);
  const expected = expectationOf(error, format);
  const defect = defectOf(error, value);
  const shape = rule === "missing" ? "missing" : defect === undefined ? formOf(value) : "text";
  return {
    rule,
    expected,
    actual: defect === undefined ? shape : `${shape} that ${defect}`,
    message: sentence(error, rule, pointer, expected, shape, defect),
  };
};
