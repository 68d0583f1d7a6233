import type { Drift, DriftGroup, DriftResult, DriftTarget } from "../model/drift.ts";
import { type Finding, generalPointer } from "../model/finding.ts";
import type { ProblemPlace } from "../model/problem.ts";
import { causeKey, isNotation, type Keys } from "./cluster.ts";

/** A group of changes at one target, with those of its changes that the run shows. */
export interface SeenGroup {
  readonly group: DriftGroup;
  readonly target: DriftTarget;
  readonly changes: readonly Drift[];
}

export const seenGroups = ({
  target,
  groups,
  drift,
}: Pick<DriftResult, "target" | "groups" | "drift">): readonly SeenGroup[] => {
  const byFingerprint = new Map(drift.map((change) => [change.fingerprint, change]));
  return groups.map((group) => ({
    group,
    target,
    changes: group.changes.flatMap((fingerprint) => byFingerprint.get(fingerprint) ?? []),
  }));
};

/** `name` of `name: string`. */
const nameIn = (shape: string): string => shape.split(":")[0] ?? "";

/** Amounts of one model may all have been whole so far. */
const withoutFractions = (types: string): string => types.replace(/integer(?: or number)?/, "number");

/** A name, the type of a name or a notation, changed for all models and interfaces at once. */
const releaseOf = ({ group }: SeenGroup): string | undefined => {
  const { kind, before, now, impact, field: name, firstSeen } = group;
  switch (kind) {
    case "field-renamed":
      return causeKey(kind, nameIn(before), nameIn(now));
    case "type-changed":
      return name === undefined || impact !== "breaking"
        ? undefined
        : causeKey(kind, name, withoutFractions(before), now);
    case "format-changed":
      return isNotation(before) ? causeKey(kind, before, now) : undefined;
    case "field-removed":
      return name === undefined ? undefined : causeKey(kind, name, firstSeen.slice(0, 10));
    default:
      return undefined;
  }
};

/** Key of a location in the answers of an operation. */
const at = (operation: string, pointer: string): string => causeKey("at", operation, generalPointer(pointer));

/** Keys of the locations where findings share the cause of an open group of changes. */
export const sharedLocationKeys = ({ group, changes }: SeenGroup): readonly string[] => [
  ...changes.flatMap(({ operation, pointer, status = 200 }) =>
    pointer === "" || status >= 400 ? [] : [at(operation, pointer)],
  ),
  ...(group.kind === "status-changed" || group.kind === "operation-removed"
    ? group.operations.map((operation) => causeKey("status", operation))
    : []),
];

/** Keys of the locations where a change may explain a finding. */
export const locationsOfFinding = ({ rule, operation, pointer }: Finding): readonly string[] => [
  ...(pointer === "" ? [] : [at(operation, pointer)]),
  ...(rule === "status" ? [causeKey("status", operation)] : []),
];

/** Renamings by the old and the new field name: elsewhere only one side may be visible. */
export const renamesIn = (all: readonly SeenGroup[]): ReadonlyMap<string, string> =>
  new Map(
    all
      .filter(({ group }) => group.kind === "field-renamed")
      .flatMap((seen) => {
        const release = releaseOf(seen) ?? "";
        return [
          [causeKey("field-removed", nameIn(seen.group.before)), release],
          [causeKey("field-added", nameIn(seen.group.now)), release],
        ] as const;
      }),
  );

export const keysOfGroup = (seen: SeenGroup, renames: ReadonlyMap<string, string>): Keys => {
  const own = causeKey("group", seen.group.fingerprint);
  const renamed = renames.get(causeKey(seen.group.kind, seen.group.field ?? ""));
  const release = renamed ?? releaseOf(seen);
  return release === undefined ? [own] : [release, own];
};

export const placesOfGroup = ({
  group,
  target: { interface: name, address, organization },
  changes,
}: SeenGroup): readonly ProblemPlace[] =>
  (group.changes.length === 0 ? [group.fingerprint] : group.changes).map((fingerprint) => {
    const { operation = "*", pointer = "" } = changes.find((one) => one.fingerprint === fingerprint) ?? {};
    return { fingerprint, interface: name, operation, pointer, organization, address };
  });
