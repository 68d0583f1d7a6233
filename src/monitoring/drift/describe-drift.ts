import type { Severity } from "../../core/model/check.ts";
import type { Drift, DriftConfidence, DriftState, DriftTarget, Share } from "../../core/model/drift.ts";
import type { Impact } from "../../core/model/impact.ts";
import { moreSamplesFor } from "./confidence.ts";
import { candidateEvidence, type ChangeCandidate } from "./change-candidate.ts";
import { kindsOfDrift } from "./kinds.ts";

/** `error` if breaking and confirmed. */
export const severityOf = (impact: Impact, confidence: DriftConfidence): Severity => {
  if (impact !== "breaking" || confidence === "inconclusive") return "info";
  return confidence === "confirmed" ? "error" : "warning";
};

const shareOf = ({ count, of }: Share): string => `${count} of ${of}`;

const isOpen = ({ confidence, past }: ChangeCandidate): boolean =>
  confidence !== "confirmed" && past.count === 0;

/** What would settle a change; absent if settled. */
export const openEvidence = (change: ChangeCandidate): Pick<Drift, "moreSamples" | "settledBy"> => {
  if (!isOpen(change)) return {};
  if (change.subject.kind === "latency-changed")
    return { settledBy: "another run whose answers take as long would settle it" };
  const more = moreSamplesFor(candidateEvidence(change));
  const { of } = change.past;
  return more === undefined
    ? {
        settledBy: `${of} ${of === 1 ? "sample" : "samples"} before it are too few to distinguish it from chance`,
      }
    : {
        moreSamples: more,
        settledBy: `${more} more ${more === 1 ? "sample" : "samples"} like these would settle it`,
      };
};

/** A change as reported. */
export const driftOf = (change: ChangeCandidate, target: DriftTarget, state: DriftState): Drift => {
  const { subject, confidence, reported, documented, lastGood, acceptance } = change;
  return {
    fingerprint: change.fingerprint,
    target,
    kind: subject.kind,
    impact: change.impact,
    severity: severityOf(change.impact, confidence),
    operation: subject.operation,
    ...(subject.status === undefined ? {} : { status: subject.status }),
    variant: [...change.variants].toSorted()[0] ?? "",
    pointer: subject.pointer,
    message: kindsOfDrift[subject.kind].message(change, `\`${subject.pointer}\``, shareOf(change.since)),
    before: change.before,
    now: change.now,
    seenBefore: change.past,
    seenSince: change.since,
    chance: Number(change.chance.toPrecision(2)),
    confidence,
    ...openEvidence(change),
    state,
    firstSeen: change.first.startedAt,
    lastSeen: change.last.startedAt,
    ...(reported === undefined ? {} : { toldAt: reported.startedAt }),
    nights: change.runs,
    ...(documented === undefined ? {} : { documented }),
    ...(change.traits === undefined ? {} : { shape: change.traits.shape }),
    ...(lastGood === undefined || lastGood.run === 0 ? {} : { lastGood: lastGood.startedAt }),
    ...(acceptance === undefined ? {} : { accepted: acceptance }),
  };
};
