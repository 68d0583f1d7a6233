import { isOpenState, type DriftGroup, type DriftKind } from "../../core/model/drift.ts";
import type { Finding } from "../../core/model/finding.ts";
import type { Rule } from "../../core/model/violation.ts";
import {
  sharedLocationKeys,
  locationsOfFinding,
  type SeenGroup,
} from "../../core/problems/drift-problems.ts";

/** The rules that a change of each kind breaks where the OpenAPI documents still state what was before. */
const brokenBy: Readonly<Record<DriftKind, readonly Rule[]>> = {
  "operation-removed": ["status"],
  "field-added": ["extra"],
  "field-removed": ["missing"],
  "type-changed": ["type", "shape", "format", "enum", "range", "length"],
  "null-appeared": ["null", "type"],
  "presence-dropped": ["missing"],
  "format-changed": ["format", "length"],
  "value-added": ["enum"],
  "status-changed": ["status"],
  "error-form-changed": ["shape", "missing", "extra", "type"],
  "header-appeared": [],
  "rate-changed": [],
  "latency-changed": [],
};

/** `Contact.id`, wherever the model is answered; undefined for a change of no documented field. */
const fieldOf = ({ model, field }: DriftGroup): string | undefined =>
  model === undefined || field === undefined ? undefined : `${model}.${field}`;

/** What explains findings: changes at one interface, each with where it shows and the rules that it breaks. */
const explains = (groups: readonly SeenGroup[], name: string): ((finding: Finding) => boolean) => {
  const rows = groups
    .filter(({ target }) => target.interface === name)
    .map((seen) => ({
      field: fieldOf(seen.group),
      locations: new Set(sharedLocationKeys(seen)),
      rules: new Set(seen.changes.flatMap(({ kind }) => brokenBy[kind])),
    }));
  return (finding) =>
    rows.some(
      ({ field, locations, rules }) =>
        finding.rule !== undefined &&
        rules.has(finding.rule) &&
        ((field !== undefined && finding.field === field) ||
          locationsOfFinding(finding).some((one) => locations.has(one))),
    );
};

/**
 * Marks as known what accepted changes explain, in any operation: a person has accepted that the OpenAPI documents are out of
 * date there. A change that is open at the same place explains it first.
 */
export const withAcceptedChanges = (
  findings: readonly Finding[],
  groups: readonly SeenGroup[],
): readonly Finding[] => {
  const accepted = groups.filter(({ group }) => group.state === "accepted");
  if (accepted.length === 0) return findings;
  const open = groups.filter(({ group }) => isOpenState(group.state));
  return findings.map((finding) => {
    const { interface: name, known } = finding;
    const isAccepted = !known && explains(accepted, name)(finding) && !explains(open, name)(finding);
    return isAccepted ? { ...finding, known: true } : finding;
  });
};
