import type { Drift, DriftKind } from "../../../core/model/drift.ts";
import type { Finding } from "../../../core/model/finding.ts";
import type { SeenBehaviour, SeenJudge } from "./judge-seen.ts";

/** Each kind of drift as a kind of document change; undefined if it does not affect code. */
const kinds: Readonly<Record<DriftKind, string | undefined>> = {
  "operation-removed": "operation-removed",
  "field-added": "response-property-added",
  "field-removed": "response-property-removed",
  "type-changed": "response-type-changed",
  "null-appeared": "response-null-allowed",
  "presence-dropped": "response-property-became-optional",
  "format-changed": "response-format-changed",
  "value-added": "response-enum-value-added",
  "status-changed": "error-status-added",
  "error-form-changed": "error-status-added",
  "header-appeared": undefined,
  "rate-changed": undefined,
  "latency-changed": undefined,
};

const typeNames = /\b(?:string|integer|number|boolean|array|object|null)\b/g;

/** The types in a shape: `string(12)`, `integer or null`, `a number written as text`, `text of 4 characters`. */
const typesIn = (shape: string): readonly string[] =>
  /\btext\b/.test(shape) ? ["string"] : (shape.match(typeNames) ?? []);

const withTypes = (types: readonly string[]): Pick<SeenBehaviour, "after"> =>
  types.length > 0 ? { after: types } : {};

/** A change of a live target as one of its document. */
export const seenInDrift = ({
  target,
  kind,
  operation,
  status,
  pointer,
  now,
}: Drift): SeenBehaviour | undefined => {
  const change = kinds[kind];
  if (change === undefined) return undefined;
  return {
    interface: target.interface,
    operation: operation === "*" ? undefined : operation,
    status,
    pointer: change.startsWith("response-") ? pointer : "",
    kind: change,
    ...withTypes(typesIn(now)),
  };
};

/** The kind of document change for a value that differs from the document. */
const kindOf = (actual: string, documented: readonly string[]): string => {
  if (actual.startsWith("null")) return "response-null-allowed";
  if (/^(?:absent|missing|nothing|undefined)/.test(actual)) return "response-property-became-optional";
  const types = typesIn(actual);
  const isOther =
    types.length > 0 && documented.length > 0 && !types.some((type) => documented.includes(type));
  return isOther ? "response-type-changed" : "response-format-changed";
};

/** A violation of the document as a change of it. */
export const seenInFinding = (finding: Finding, { typesAt }: SeenJudge): SeenBehaviour | undefined => {
  const { interface: name, operation, pointer } = finding;
  if (operation === "unknown") return undefined;
  const at = { interface: name, operation, status: undefined, pointer };
  // Without a location in a body, it concerns the operation as a whole.
  if (pointer === "") return { ...at, kind: "operation-effect-changed" };
  return { ...at, kind: kindOf(finding.actual, typesAt(at)), ...withTypes(typesIn(finding.actual)) };
};
