import { setImmediate } from "node:timers/promises";
import type { InterfaceName } from "../../../core/model/interface-name.ts";
import type { ApiDocument } from "../../../documents/document.ts";
import type { Impact } from "../../../core/model/impact.ts";
import type { ChangeAudience, Change } from "../../diff/change.ts";
import { comparingDocuments, type CompareOptions } from "../../diff/compare-documents.ts";
import type { Versions } from "../../diff/versions.ts";
import type { Usage } from "../usage-file.ts";
import { usagesOf } from "../which-document.ts";
import { shortLocation } from "./describe-use.ts";
import type { UseVerdict } from "./judge-change.ts";
import { type ConsumerVerdict, judgeDocuments } from "./judge-documents.ts";
import { isSafe, type Matrix, matrixOf, verdictsOf } from "./matrix.ts";

/** A change of one document. */
export interface DocumentChange extends Change {
  /** Name of the document on both sides. */
  readonly document: string;
  /** Consumers that it breaks or may break, and where; absent if no usage was given. */
  readonly usage?: readonly ConsumerVerdict[];
}

/** The differences between two versions of OpenAPI documents, as printed by `tripact diff --json`. */
export interface DocumentDiff {
  /** The side that a change must not break. */
  readonly for: ChangeAudience | "both";
  /** Number of breaking, additive and informational changes for that side. */
  readonly summary: Readonly<Record<Impact, number>>;
  /** Whether no consumer uses anything that changes; absent if no usage was given. */
  readonly safe?: boolean;
  /** The worst verdict for each consumer; absent if no usage was given. */
  readonly consumers?: Readonly<Record<string, UseVerdict>>;
  /** Interfaces that no compared document describes, by the consumer that uses them; absent if there are none. */
  readonly notCompared?: Readonly<Record<string, readonly InterfaceName[]>>;
  /** By document, sorted by name. */
  readonly changes: readonly DocumentChange[];
}

/** Two versions of a document, and its name on both sides. */
export interface NamedVersions extends Versions<ApiDocument> {
  readonly document: string;
}

export const impactRanks: Readonly<Record<Impact, number>> = { breaking: 0, additive: 1, informational: 2 };

/** The impact of a change on the side that it must not break. */
export const impactFor = (change: Change, audience: DocumentDiff["for"]): Impact => {
  if (audience !== "both") return change[audience];
  return impactRanks[change.consumers] <= impactRanks[change.providers] ? change.consumers : change.providers;
};

const matrixFor = (consumers: readonly string[], changes: readonly DocumentChange[]): Matrix =>
  matrixOf(
    consumers,
    changes.map(({ kind, message, pointer, usage = [] }) => ({
      what: kind,
      message,
      where: shortLocation(pointer),
      consumers: usage,
    })),
  );

/** Changes × consumers; without consumers if no usage was given. */
export const matrixOfDiff = ({ consumers = {}, changes }: DocumentDiff): Matrix =>
  matrixFor(Object.keys(consumers), changes);

/** Compares two versions; lets others have their turn, such as a signal that ends it. */
const compareInTurns = async (
  versions: NamedVersions,
  options: CompareOptions,
  signal: AbortSignal,
): Promise<readonly Change[]> => {
  const steps = comparingDocuments(versions, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await setImmediate();
    signal.throwIfAborted();
  }
};

/** Compares documents, and judges their changes. @throws the signal's reason */
export const diffDocuments = async (
  documents: readonly NamedVersions[],
  signal: AbortSignal,
  {
    for: audience = "consumers",
    usages = [],
    onlyUsed = false,
  }: {
    /** Default: consumers. */
    readonly for?: ChangeAudience | "both";
    readonly usages?: readonly Usage[];
    /** Omits changes that concern no consumer. */
    readonly onlyUsed?: boolean;
  } = {},
): Promise<DocumentDiff> => {
  const isJudged = usages.length > 0;
  const changes: DocumentChange[] = [];
  const { about, unmatched } = usagesOf(documents, usages);
  for (const versions of documents) {
    const compared = await compareInTurns(versions, { names: isJudged }, signal);
    for (const { change, consumers } of judgeDocuments(versions, compared, about(versions)))
      changes.push({
        document: versions.document,
        ...change,
        ...(isJudged && { usage: consumers }),
      });
  }
  const summary = { breaking: 0, additive: 0, informational: 0 };
  for (const change of changes) summary[impactFor(change, audience)] += 1;
  const matrix = matrixFor(
    usages.map(({ consumer }) => consumer),
    changes,
  );
  return {
    for: audience,
    summary,
    ...(isJudged && { safe: isSafe(matrix), consumers: verdictsOf(matrix) }),
    ...(unmatched.size > 0 && { notCompared: Object.fromEntries(unmatched) }),
    changes: changes.filter(({ usage = [] }) => !onlyUsed || usage.length > 0),
  };
};
