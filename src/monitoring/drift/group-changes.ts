import { digestOf } from "../../core/model/texts.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import { fieldKey } from "./owner.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import { areAlike } from "./field-traits.ts";
import { kindsOfDrift } from "./kinds.ts";
import { parentPointer } from "./sorted-run.ts";
import type { Subject } from "./subject.ts";

/**
 * Key of a change's cause: the same for every operation, run, target and organization that shows it, since it contains
 * no counts.
 */
const causeOf = (change: Pick<ChangeCandidate, "subject" | "before">, documentation: Documentation): string =>
  [change.subject.interface, ...kindsOfDrift[change.subject.kind].cause(change, documentation)].join("\n");

/** Twelve hex digits of a cause. */
const causeFingerprint = (cause: string): string => digestOf(`drift cause\n${cause}`);

/** Changes of one cause. */
export interface ChangeGroup {
  /** The same in every run, for every target and organization. */
  readonly fingerprint: string;
  /** In the order of their first sight. */
  readonly changes: readonly ChangeCandidate[];
}

const inOrder = (a: ChangeCandidate, b: ChangeCandidate): number =>
  a.first.run - b.first.run || (a.fingerprint < b.fingerprint ? -1 : 1);

/** One object in one run: a field added and a field removed together may be the same one. */
const objectOf = ({ subject, first }: ChangeCandidate): string =>
  [subject.operation, subject.status, parentPointer(subject.pointer), first.run].join(" ");

interface Rename {
  readonly gone: ChangeCandidate;
  readonly fresh: ChangeCandidate;
}

const onlyOne = <Value>(values: readonly Value[]): Value | undefined =>
  values.length === 1 ? values[0] : undefined;

/** Fields removed from an object while a single similar one was added. */
const renamesIn = (changes: readonly ChangeCandidate[]): readonly Rename[] => {
  const gone = changes.filter(({ subject }) => subject.kind === "field-removed");
  const fresh = changes.filter(({ subject }) => subject.kind === "field-added");
  const like = (of: ChangeCandidate, others: readonly ChangeCandidate[]): readonly ChangeCandidate[] =>
    others.filter(
      (one) => one.traits !== undefined && of.traits !== undefined && areAlike(of.traits, one.traits),
    );
  return gone.flatMap((one): readonly Rename[] => {
    const found = onlyOne(like(one, fresh));
    return found !== undefined && like(found, gone).length === 1 ? [{ gone: one, fresh: found }] : [];
  });
};

/** For fields that are another's new name, the cause of that one's removal. */
const causesOfNewNames = (
  changes: readonly ChangeCandidate[],
  documentation: Documentation,
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const named = new Set<string>();
  for (const together of Map.groupBy(changes, objectOf).values())
    for (const { gone, fresh } of renamesIn(together)) {
      const field = fieldKey(fresh.subject, documentation);
      const cause = causeOf(gone, documentation);
      if (found.has(field) || named.has(cause)) continue;
      found.set(field, cause);
      named.add(cause);
    }
  return found;
};

/** Operations and statuses that answers moved to, with the first run that showed it. */
const answersOf = ({ operation, status }: Pick<Subject, "operation" | "status">, run: number): string =>
  `${operation} ${status} ${run}`;

/** For answers that an operation now gives instead of others, the cause of that move. */
const causesOfMoves = (
  changes: readonly ChangeCandidate[],
  documentation: Documentation,
): ReadonlyMap<string, string> =>
  new Map(
    changes.flatMap((change) => {
      const { subject, first } = change;
      if (subject.kind !== "status-changed") return [];
      const moved = answersOf({ operation: subject.operation, status: subject.to }, first.run);
      return [[moved, causeOf(change, documentation)] as const];
    }),
  );

/**
 * Groups a target's changes by cause. Later appearances in other operations have the same cause, and a field renamed
 * somewhere is renamed everywhere in its owner.
 */
export const groupChanges = (
  changes: Iterable<ChangeCandidate>,
  documentation: Documentation,
): readonly ChangeGroup[] => {
  const ordered = [...changes].toSorted(inOrder);
  const newNames = causesOfNewNames(ordered, documentation);
  const moves = causesOfMoves(ordered, documentation);
  const causeIn = (change: ChangeCandidate): string => {
    const own =
      change.subject.kind === "field-added"
        ? newNames.get(fieldKey(change.subject, documentation))
        : undefined;
    // If other answers are given, their different look is not a separate change.
    return own ?? moves.get(answersOf(change.subject, change.first.run)) ?? causeOf(change, documentation);
  };
  return [...Map.groupBy(ordered, causeIn)].map(([cause, of]) => ({
    fingerprint: causeFingerprint(cause),
    changes: of,
  }));
};
