import { isGood } from "../../core/model/exchange.ts";
import { createHash } from "node:crypto";
import { operations } from "../../builtin/generated/operations.ts";
import type { ShapeFileAnswer } from "../../core/shapes/shape-file.ts";
import { type Operation, responseFor } from "../../core/model/operation.ts";
import { createRandom } from "../../serving/random.ts";

/** A status of a target where the sandbox answers with another one. */
export interface SeenStatus {
  /** Twelve hex digits, the same for every target. */
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  /** The sandbox's answer: one of these, or any success. */
  readonly instead: readonly number[] | "success";
  /** From 0 to 1, of the sandbox's answers with those statuses. */
  readonly share: number;
}

/** Refusals for one reason: an undocumented status replaces the documented one of its group. */
const reasons: readonly (readonly number[])[] = [
  [404, 410],
  [400, 409, 422],
];

const outages: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Statuses that mean an operation is not served, whatever the request; fewer answers do not prove it. */
const unserved: ReadonlySet<number> = new Set([405, 410, 501, ...outages]);
const enoughRefusals = 3;

/** Counts of one operation's statuses. */
class Statuses {
  readonly operation: Operation;
  readonly #counts = new Map<number, number>();

  constructor(operation: Operation, answers: readonly ShapeFileAnswer[]) {
    this.operation = operation;
    for (const { status, answers: count } of answers)
      this.#counts.set(status, (this.#counts.get(status) ?? 0) + count);
  }

  seen(): readonly number[] {
    return [...this.#counts.keys()].toSorted((one, other) => one - other);
  }

  count(...statuses: readonly number[]): number {
    return statuses.reduce((sum, status) => sum + (this.#counts.get(status) ?? 0), 0);
  }

  successes(): number {
    return this.count(...this.seen().filter(isGood));
  }

  isDocumented(status: number): boolean {
    return responseFor(this.operation, status) !== undefined;
  }

  rule(status: number, instead: SeenStatus["instead"], others: number): SeenStatus {
    const { id: operation } = this.operation;
    const id = createHash("sha256").update(`status ${operation} ${status}`).digest("hex").slice(0, 12);
    const count = this.count(status);
    return { id, operation, status, instead, share: count / (count + others) };
  }
}

/** An undocumented success, or a refusal that documents another status for its reason. */
const otherStatus = (statuses: Statuses, status: number): SeenStatus | undefined => {
  if (statuses.isDocumented(status)) return undefined;
  if (isGood(status)) {
    const others = statuses.successes() - statuses.count(status);
    return statuses.rule(status, "success", others);
  }
  const reason = reasons.find((all) => all.includes(status))?.filter((one) => statuses.isDocumented(one));
  return reason === undefined || reason.length === 0
    ? undefined
    : statuses.rule(status, reason, statuses.count(...reason));
};

/** What replaces a success: an occasional outage, or a refusal of every request. */
const failure = (statuses: Statuses, status: number): SeenStatus | undefined => {
  // By then the sandbox has already written.
  if (statuses.operation.effect === "write") return undefined;
  const successes = statuses.successes();
  const isAlways = successes === 0 && statuses.count(status) >= enoughRefusals;
  const hasPath = statuses.operation.parameters.some((one) => one.in === "path");
  if (isAlways && (unserved.has(status) || (status === 404 && !hasPath)))
    return statuses.rule(status, "success", 0);
  if (successes === 0 || !outages.has(status)) return undefined;
  // A request for a missing record gets a 404; a target that crashes then has no 404.
  const isCrash = status === 500 && statuses.count(404) === 0 && hasPath && statuses.isDocumented(404);
  return isCrash ? statuses.rule(status, [404], 0) : statuses.rule(status, "success", successes);
};

/** The statuses of a target that the sandbox does not give by itself. */
export const seenStatuses = (answers: readonly ShapeFileAnswer[]): readonly SeenStatus[] =>
  [...Map.groupBy(answers, ({ operation }) => operation)].flatMap(([id, all]) => {
    const operation = Object.values<Operation>(operations).find((one) => one.id === id);
    if (operation === undefined) return [];
    const statuses = new Statuses(operation, all);
    return statuses
      .seen()
      .flatMap((status) => failure(statuses, status) ?? otherStatus(statuses, status) ?? []);
  });

const isMeant = ({ instead }: SeenStatus, status: number): boolean =>
  instead === "success" ? isGood(status) : instead.includes(status);

/** Draws the status of each answer by the seen shares. */
export const createStatusDraw = (
  rules: readonly SeenStatus[],
  seed: number,
): ((operation: string, status: number) => number) => {
  const counts = new Map<string, number>();
  return (operation, status) => {
    const own = rules.filter((rule) => rule.operation === operation && isMeant(rule, status));
    if (own.length === 0) return status;
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    let left = createRandom(seed, `status ${operation} ${count}`).next();
    return own.find(({ share }) => (left -= share) < 0)?.status ?? status;
  };
};

/** `listDonors answers 503 in 4 % of the cases`. */
export const describeStatus = ({ operation, status, instead, share }: SeenStatus): string => {
  const rounded = Math.round(share * 100);
  const often = rounded === 0 ? "under 1 %" : `${rounded} %`;
  const where = instead === "success" ? "where it should succeed" : `in place of ${instead.join(" or ")}`;
  return `${operation} answers ${status} ${where}, in ${often} of the cases`;
};
