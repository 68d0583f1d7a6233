import { earliest, unique } from "../../core/model/texts.ts";
import {
  confidences,
  driftKinds,
  type DriftState,
  type DriftGroup,
  isOpenState,
} from "../../core/model/drift.ts";
import { severities } from "../../core/model/check.ts";
import { impacts } from "../../core/model/impact.ts";
import { listOf } from "../../core/output/list-of.ts";
import type { ChangeCandidate } from "./change-candidate.ts";
import { openEvidence, severityOf } from "./describe-drift.ts";
import type { Documentation } from "../../core/shapes/documentation.ts";
import type { ChangeGroup } from "./group-changes.ts";
import { fieldNameOf, type GroupParts, shapesOf } from "./group-message.ts";
import { kindsOfDrift } from "./kinds.ts";
import { ownerOf, typesAt } from "./owner.ts";
import { fieldAt } from "../../core/problems/cluster.ts";

/** The state of a change after a run; undefined if it was gone before. */
export type StateOf = (change: ChangeCandidate) => DriftState | undefined;

/** Undefined for a group that was gone before. */
const stateOfGroup = (states: readonly (DriftState | undefined)[]): DriftState | undefined => {
  const has = (...some: readonly (DriftState | undefined)[]): boolean =>
    some.some((one) => states.includes(one));
  if (!states.some(isOpenState))
    return (["gone", "accepted", "inconclusive"] as const).find((one) => has(one));
  // An addition to a known cause, or a swap of one change for another, is not a new change.
  if (has("standing", "gone")) return "standing";
  return has("back", "accepted", undefined) ? "back" : "new";
};

/** A change of statuses says more than a change of form. */
const rankOf = ({ subject }: ChangeCandidate): number => (subject.kind === "status-changed" ? 0 : 1);

const heaviestFirst = (a: ChangeCandidate, b: ChangeCandidate): number =>
  rankOf(a) - rankOf(b) ||
  impacts.indexOf(a.impact) - impacts.indexOf(b.impact) ||
  confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence) ||
  driftKinds.indexOf(a.subject.kind) - driftKinds.indexOf(b.subject.kind) ||
  a.first.run - b.first.run ||
  (a.fingerprint < b.fingerprint ? -1 : 1);

const partsOf = (
  lead: ChangeCandidate,
  shown: readonly ChangeCandidate[],
  changes: readonly ChangeCandidate[],
  documentation: Documentation,
): GroupParts => {
  const owners = shown.map(({ subject }) => ownerOf(subject, documentation));
  const isGoneField = lead.subject.kind === "field-removed";
  return {
    lead,
    renamed: isGoneField ? changes.find(({ subject }) => subject.kind === "field-added") : undefined,
    owner: ownerOf(lead.subject, documentation),
    models: unique(owners.flatMap(({ kind, name }) => (kind === "model" ? [name] : []))),
    operations: unique(shown.map(({ subject }) => subject.operation).filter((one) => one !== "*")).toSorted(),
    statuses: unique(shown.flatMap(({ subject }) => subject.status ?? [])).toSorted((a, b) => a - b),
  };
};

/** The title as a sentence with its location. */
const messageOf = (title: string, { operations, lead: { subject } }: GroupParts): string => {
  // The title names them.
  if (subject.kind === "operation-removed" || subject.kind === "status-changed") return `${title}.`;
  return operations.length === 0
    ? `${title} everywhere in ${subject.interface}.`
    : `${title} in ${listOf(operations)}.`;
};

/** A group as reported; undefined if it was gone before. */
export const describeGroup = (
  { fingerprint, changes }: ChangeGroup,
  stateOf: StateOf,
  documentation: Documentation,
): DriftGroup | undefined => {
  const state = stateOfGroup(changes.map(stateOf));
  const open = changes.filter((change) => isOpenState(stateOf(change)));
  const shown = (open.length > 0 ? open : changes).toSorted(heaviestFirst);
  const [lead] = shown;
  if (state === undefined || lead === undefined) return undefined;
  const parts = partsOf(lead, shown, changes, documentation);
  const words = kindsOfDrift[lead.subject.kind];
  const fieldName = fieldNameOf(parts);
  const title = words.title(parts, fieldName);
  const [{ lastGood } = lead] = shown.toSorted((a, b) => a.first.run - b.first.run);
  const { settledBy } = openEvidence(lead);
  const field = fieldAt(changes.map(({ subject }) => subject.pointer));
  const reported = earliest(changes.flatMap((one) => one.reported?.startedAt ?? []));
  return {
    fingerprint,
    interface: lead.subject.interface,
    kind: parts.renamed === undefined ? lead.subject.kind : "field-renamed",
    impact: lead.impact,
    severity: severityOf(lead.impact, lead.confidence),
    confidence: lead.confidence,
    state,
    title,
    message: messageOf(title, parts),
    ...(parts.owner.kind === "model" ? { model: parts.owner.name } : {}),
    ...(field === undefined ? {} : { field }),
    types: unique(shown.flatMap(({ subject }) => typesAt(subject, documentation))),
    operations: parts.operations,
    statuses: parts.statuses,
    ...shapesOf(parts),
    seenBefore: lead.past,
    seenSince: lead.since,
    advice: words.advice(parts, fieldName),
    ...(settledBy === undefined ? {} : { settledBy }),
    firstSeen: earliest(shown.map(({ first }) => first.startedAt)) ?? lead.first.startedAt,
    lastSeen:
      shown
        .map(({ last }) => last.startedAt)
        .toSorted()
        .at(-1) ?? lead.last.startedAt,
    ...(reported === undefined ? {} : { toldAt: reported }),
    ...(lastGood === undefined || lastGood.run === 0 ? {} : { lastGood: lastGood.startedAt }),
    ...(state === "accepted" && lead.acceptance !== undefined ? { accepted: lead.acceptance } : {}),
    changes: unique([...shown, ...changes].map((one) => one.fingerprint)),
  };
};

const states: readonly DriftState[] = ["new", "back", "standing", "gone", "inconclusive", "accepted"];

/** Order of changes and groups: new ones first, then the most severe. */
export const byState = (
  a: Pick<DriftGroup, "state" | "severity" | "fingerprint">,
  b: Pick<DriftGroup, "state" | "severity" | "fingerprint">,
): number =>
  states.indexOf(a.state) - states.indexOf(b.state) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  (a.fingerprint < b.fingerprint ? -1 : 1);
