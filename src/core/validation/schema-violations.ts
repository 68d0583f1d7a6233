import { formatDefect } from "../formats/format-defect.ts";
import { describeFormat } from "../formats/formats.ts";
import { childPointer, valueAtPointer } from "../formats/json-pointer.ts";
import type { Compiled, ValidationError } from "../model/compiled.ts";
import type { Rule, SchemaViolation } from "../model/violation.ts";
import { bestBranch } from "./best-branch.ts";
import type { KnownRule, RuleAt } from "./attribution.ts";
import { describedForm } from "./shape-of.ts";

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
const describe = (
  error: ValidationError,
  value: unknown,
  { pointer, format }: { readonly pointer: string; readonly format: string | undefined },
): Description => {
  const rule = ruleOf(error.keyword, value);
  const expected = expectationOf(error, format);
  const defect = defectOf(error, value);
  const shape = rule === "missing" ? "missing" : defect === undefined ? describedForm(value) : "text";
  return {
    rule,
    expected,
    actual: defect === undefined ? shape : `${shape} that ${defect}`,
    message: sentence(error, rule, pointer, expected, shape, defect),
  };
};

/** Limit of reported violations per value; a value with more is broken as a whole. */
export const violationLimit = 200;

export interface InterfaceSchemas {
  readonly compiled: Compiled;
  readonly ruleAt: RuleAt;
}

/** The interface and value of a validator's errors, and the facts to blame by default. */
export interface ViolationContext {
  readonly schemas: InterfaceSchemas;
  readonly value: unknown;
  /** Its pointer within the whole body. */
  readonly base: string;
  readonly fallbackFacts: readonly string[];
}

/** One per location and rule, choices by the best branch, at most `violationLimit` and one that reports the cut. */
export const violationsOf = (
  errors: readonly ValidationError[],
  context: ViolationContext,
): readonly SchemaViolation[] => {
  const kept = new Map<string, SchemaViolation>();
  for (const violation of allViolations(errors, context)) {
    if (kept.size >= violationLimit) return [...withoutEcho(kept.values()), cutNotice(context)];
    const key = `${violation.rule} ${violation.pointer}`;
    const known = kept.get(key);
    if (known === undefined || (known.facts.length === 0 && violation.facts.length > 0))
      kept.set(key, violation);
  }
  return withoutEcho(kept.values());
};

function* allViolations(
  errors: readonly ValidationError[],
  context: ViolationContext,
): Generator<SchemaViolation> {
  for (const error of errors) {
    const rule = context.schemas.ruleAt(error.schemaPath);
    const { branches, banned } = rule;
    if (branches !== undefined) yield* violationsOfUnion(error, { ...rule, branches }, context);
    else if (banned !== undefined)
      for (const name of banned) yield violationOf(banError(error, name), rule, context);
    else yield violationOf(error, rule, context);
  }
}

const banError = (error: ValidationError, name: string): ValidationError => ({
  ...error,
  keyword: "additionalProperties",
  params: { additionalProperty: name },
});

/** The best-fitting branch represents the choice; if several branches fit, the choice itself is blamed. */
function* violationsOfUnion(
  error: ValidationError,
  rule: KnownRule & { readonly branches: readonly string[] },
  context: ViolationContext,
): Generator<SchemaViolation> {
  const { schemas } = context;
  const value = valueAtPointer(context.value, error.instancePath);
  const best = bestBranch(schemas.compiled, rule.branches, value);
  if (best.errors.length === 0) {
    yield violationOf(error, rule, context);
    return;
  }
  const fallbackFacts = rule.facts ?? context.fallbackFacts;
  const base = context.base + error.instancePath;
  yield* allViolations(best.errors, { schemas, value, base, fallbackFacts });
}

/** The error parameter that holds the property name, for rules about property names. */
const nameParameters: Readonly<Record<string, string>> = {
  required: "missingProperty",
  additionalProperties: "additionalProperty",
  unevaluatedProperties: "unevaluatedProperty",
  propertyNames: "propertyName",
};

/** The named property lies below the location of its error. */
const pointerOf = ({ keyword, instancePath, params }: ValidationError): string => {
  const parameter = nameParameters[keyword];
  const name = parameter === undefined ? undefined : params[parameter];
  return typeof name === "string" ? childPointer(instancePath, name) : instancePath;
};

const violationOf = (
  error: ValidationError,
  { format, facts, factsOfNull }: KnownRule,
  { value, base, fallbackFacts }: ViolationContext,
): SchemaViolation => {
  const pointer = pointerOf(error);
  const located = base + pointer;
  const { rule, expected, actual, message } = describe(error, valueAtPointer(value, pointer), {
    pointer: located,
    format,
  });
  const blamed = (rule === "null" ? factsOfNull : facts) ?? fallbackFacts;
  return { pointer: located, rule, expected, actual, message, facts: blamed };
};

/** A value of the wrong type breaks further rules as a consequence; these are not reported. */
const withoutEcho = (violations: Iterable<SchemaViolation>): readonly SchemaViolation[] => {
  const all = [...violations];
  const wrongType = new Set(
    all.filter(({ rule }) => rule === "type" || rule === "null").map(({ pointer }) => pointer),
  );
  return all.filter(({ rule, pointer }) => rule === "type" || rule === "null" || !wrongType.has(pointer));
};

const cutNotice = ({ base, fallbackFacts }: ViolationContext): SchemaViolation => ({
  pointer: base,
  rule: "shape",
  expected: "the documented shape",
  actual: `more than ${violationLimit} violations`,
  message: `The body breaks its schema in more than ${violationLimit} locations; only the first ${violationLimit} are reported.`,
  facts: fallbackFacts,
  severity: "info",
});
