import type { ValidationError } from "../generated/validators/compiled.ts";
import { childPointer, valueAt } from "../formats/json-pointer.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { SchemaViolation } from "../model/violation.ts";
import { compiledFor } from "./compiled.ts";
import { factsAt } from "./attribution.ts";
import { bestBranch } from "./best-branch.ts";
import { describe } from "./describe.ts";

/** How many violations of one value are told; a value that breaks more is broken as a whole. */
export const violationLimit = 200;

/** Where the errors of a validator stand: which interface, which value, and who is to blame if nobody else is. */
export interface Context {
  readonly interfaceName: InterfaceName;
  /** The value that the validator was given. */
  readonly value: unknown;
  /** Pointer of that value within the whole body. */
  readonly base: string;
  readonly fallbackFacts: readonly string[];
}

/**
 * Turns what a compiled validator has against a value into violations: one for each place and rule, choices told by
 * the branch that fits best, no more than `violationLimit` and then one that tells of the cut.
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
  for (const error of errors) yield* violationsOfError(error, context);
}

function* violationsOfError(error: ValidationError, context: Context): Generator<SchemaViolation> {
  const { unions, bans } = compiledFor(context.interfaceName);
  const branches = unions[error.schemaPath];
  const banned = bans[error.schemaPath];
  if (branches !== undefined) yield* violationsOfUnion(error, branches, context);
  else if (banned !== undefined) for (const name of banned) yield violationOf(banError(error, name), context);
  else yield violationOf(error, context);
}

const banError = (error: ValidationError, name: string): ValidationError => ({
  ...error,
  keyword: "additionalProperties",
  params: { additionalProperty: name },
});

/** The branch that fits best speaks for the choice; a choice that several branches fit has only itself to blame. */
function* violationsOfUnion(
  error: ValidationError,
  branches: readonly string[],
  context: Context,
): Generator<SchemaViolation> {
  const { interfaceName } = context;
  const value = valueAt(context.value, error.instancePath);
  const best = bestBranch(interfaceName, branches, value);
  if (best.errors.length === 0) {
    yield violationOf(error, context);
    return;
  }
  const fallbackFacts = factsAt(interfaceName, error.schemaPath, false) ?? context.fallbackFacts;
  const base = context.base + error.instancePath;
  yield* allViolations(best.errors, { interfaceName, value, base, fallbackFacts });
}

/** The property that an error names stands below the place it is reported at. */
const pointerOf = ({ keyword, instancePath, params }: ValidationError): string => {
  const name =
    keyword === "required"
      ? params["missingProperty"]
      : (params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["propertyName"]);
  return typeof name === "string" ? childPointer(instancePath, name) : instancePath;
};

const violationOf = (
  error: ValidationError,
  { interfaceName, value, base, fallbackFacts }: Context,
): SchemaViolation => {
  const pointer = pointerOf(error);
  const format =
    compiledFor(interfaceName).textFormats[error.schemaPath.slice(0, error.schemaPath.lastIndexOf("/"))];
  const description = describe(error, valueAt(value, pointer), { pointer: base + pointer, format });
  return {
    pointer: base + pointer,
    ...description,
    facts: factsAt(interfaceName, error.schemaPath, description.rule === "null") ?? fallbackFacts,
  };
};

/** A value of the wrong type breaks further rules only because of its type; these are not told. */
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
  message: `The body breaks its schema in more than ${violationLimit} places; only the first ${violationLimit} are told.`,
  facts: fallbackFacts,
});
