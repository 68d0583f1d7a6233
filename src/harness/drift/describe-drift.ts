import type { Severity } from "../model/check.ts";
import type { Drift, DriftConfidence, DriftState, DriftTarget, Share } from "../model/drift.ts";
import type { Impact } from "../model/impact.ts";
import { moreSamplesFor } from "./confidence.ts";
import { isHiddenName } from "../privacy/masked-names.ts";
import { evidenceOf, type ChangeCandidate } from "./change-candidate.ts";

/** `error` for what is breaking and confirmed. */
export const severityOf = (impact: Impact, confidence: DriftConfidence): Severity => {
  if (impact !== "breaking" || confidence === "inconclusive") return "info";
  return confidence === "confirmed" ? "error" : "warning";
};

const shareOf = ({ count, of }: Share): string => `${count} of ${of}`;

/** One sentence about a change; names and shapes only. */
const messageOf = ({ subject, before, now, since }: ChangeCandidate): string => {
  const location = `\`${subject.pointer}\``;
  const often = shareOf(since);
  switch (subject.kind) {
    case "operation-removed":
      return `It was served until now; whatever is asked, the answer is ${now}, ${often} times.`;
    case "field-added":
      if (isHiddenName(subject.pointer))
        return `${location} is new: ${now}, in ${often}; what it is called is reported once most of at least three records have it.`;
      return `${location} is new: ${now}, in ${often}.`;
    case "field-removed":
      return `${location}, ${before} until now, is absent in ${often}.`;
    case "presence-dropped":
      return `${location}, ${before} until now, is absent in ${often}.`;
    case "type-changed":
      return subject.pointer === ""
        ? `The body, so far ${before}, is ${now} in ${often}.`
        : `${location}, so far ${before}, is ${now} in ${often}.`;
    case "null-appeared":
      return `${location}, so far ${before}, is null in ${often}.`;
    case "format-changed":
      return `${location}, so far ${before}, has the form ${now} in ${often}.`;
    case "value-added":
      return `${location}, so far ${before}, holds ${now} in ${often}.`;
    case "status-changed":
      return `What was answered with ${before} is answered with ${now}, ${often} times.`;
    case "error-form-changed":
      return `The error, so far ${before}, has the form ${now} in ${often}.`;
    case "header-appeared":
      return `The header ${now} is new, in ${often} answers.`;
    case "rate-changed":
      return `The announced limit, so far ${before}, is ${now} in ${often}.`;
    case "latency-changed":
      return `Answers, so far ${before}, now come ${now.replace("mostly ", "mostly in ")}: ${subject.detail} in ${often}.`;
  }
};

const isOpen = ({ confidence, past }: ChangeCandidate): boolean =>
  confidence !== "confirmed" && past.count === 0;

/** What would settle a change: absent where it is settled. */
export const openEvidence = (change: ChangeCandidate): Pick<Drift, "moreSamples" | "settledBy"> => {
  if (!isOpen(change)) return {};
  if (change.subject.kind === "latency-changed")
    return { settledBy: "another run whose answers take as long would settle it" };
  const more = moreSamplesFor(evidenceOf(change));
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

/** A change as it is reported. */
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
    message: messageOf(change),
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
