import { madeOnce } from "../../../core/model/made-once.ts";
import type { Change } from "../../diff/change.ts";
import type { Use } from "../use.ts";
import { type Doubt, harmOf, isReached } from "./harms.ts";
import { type ConsumerUses, type LocatedUse, locatedUses } from "./located-uses.ts";
import { type ChangeSubject, subjectOf } from "./change-subject.ts";
import type { Targets } from "./targets.ts";

/** `breaks`: the code is wrong now. `at risk`: it may be, undecidably. `safe`: nothing that it uses changes. */
export type UseVerdict = "breaks" | "at risk" | "safe";

/** What one change means for one consumer. */
export interface UseJudgement {
  readonly verdict: UseVerdict;
  /** The uses that decide it. */
  readonly uses: readonly Use[];
}

/** Whether a consumer may call one of the changed operations. */
const mayCall = ({ operations, isOfOthers }: ChangeSubject, { called }: ConsumerUses): boolean =>
  called.size === 0 ||
  operations.length === 0 ||
  isOfOthers ||
  operations.some((operation) => called.has(operation));

/**
 * Whether a change matters only to who calls its operations, and the calls of a consumer explain its use without them. It
 * changes no type that code relies on: types stay, the use is one of traffic, or others keep the model that these
 * operations leave.
 */
const isOfOtherCalls = (use: LocatedUse, subject: ChangeSubject, consumer: ConsumerUses): boolean => {
  if (!isReached(use.location, subject, consumer.uses)) return consumer.isExchanged(use.location);
  return (subject.effect.what === "rules" || use.seen !== undefined) && consumer.isExplained(use);
};

const doubtsAbout = (subject: ChangeSubject, targets: Targets, consumer: ConsumerUses): readonly Doubt[] => {
  if (subject.effect.what === "nothing") return [];
  const isCalled = mayCall(subject, consumer);
  return consumer.uses.flatMap((use) => {
    const doubt = harmOf(use, subject, targets, consumer.uses);
    const isSpared = !isCalled && isOfOtherCalls(use, subject, consumer);
    return doubt === undefined || isSpared ? [] : [doubt];
  });
};

/** Judges changes of one document by what a consumer uses of it. */
export const createJudge = (
  versions: readonly Targets[],
  operationsBy: (id: string) => readonly string[],
) => {
  const [old] = versions;
  if (old === undefined) throw new Error("there is no version");
  const consumerOf = madeOnce((uses: readonly Use[]) => locatedUses(uses, old));
  const subjectFor = madeOnce((change: Change) => subjectOf(change, versions, operationsBy));
  return {
    /** Whether a consumer may call one of the operations that a change concerns. */
    mayCall: (change: Change, uses: readonly Use[]): boolean => mayCall(subjectFor(change), consumerOf(uses)),
    judge: (change: Change, uses: readonly Use[]): UseJudgement => {
      const doubts = doubtsAbout(subjectFor(change), old, consumerOf(uses));
      const sure = doubts.filter(({ isSure }) => isSure);
      const deciding = sure.length > 0 ? sure : doubts;
      return {
        verdict: sure.length > 0 ? "breaks" : doubts.length > 0 ? "at risk" : "safe",
        uses: [...new Set(deciding.map(({ use }) => use.stated))],
      };
    },
  };
};
