import type { Compiled, ValidationError } from "../model/compiled.ts";
import { childPointer, valueAt } from "../formats/json-pointer.ts";
import type { SchemaViolation } from "../model/violation.ts";
import { bestBranch } from "./best-branch.ts";
import { describe } from "./describe.ts";
import type { KnownRule, RuleAt } from "./known-rule.ts";

/** Limit of reported violations per value; a value with more is broken as a whole. */
export const violationLimit = 200;

/** The validators of an interface, and their rules. */
export interface InterfaceSchemas {
  readonly compiled: Compiled;
  readonly ruleAt: RuleAt;
}

/** The interface and value of a validator's errors, and the facts to blame by default. */
export interface Context {
  readonly schemas: InterfaceSchemas;
  /** The validated value. */
  readonly value: unknown;
  /** Its pointer within the whole body. */
  readonly base: string;
  readonly fallbackFacts: readonly string[];
}

/**
 * Turns a validator's errors into violations: one per location and rule, choices described by the best-fitting branch,
 * at most `violationLimit` plus one that reports the cut.
 */
export const violationsOf = (
  errors: readonly ValidationError[],
  context: Context,
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

function* allViolations(errors: readonly ValidationError[], context: Context): Generator<SchemaViolation> {
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
  context: Context,
): Generator<SchemaViolation> {
  const { schemas } = context;
  const value = valueAt(context.value, error.instancePath);
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
  { value, base, fallbackFacts }: Context,
): SchemaViolation => {
  const pointer = pointerOf(error);
  const located = base + pointer;
  const { rule, expected, actual, message } = describe(error, valueAt(value, pointer), {
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

const cutNotice = ({ base, fallbackFacts }: Context): SchemaViolation => ({
  pointer: base,
  rule: "shape",
  expected: "the documented shape",
  actual: `more than ${violationLimit} violations`,
  message: `The body breaks its schema in more than ${violationLimit} locations; only the first ${violationLimit} are reported.`,
  facts: fallbackFacts,
});
