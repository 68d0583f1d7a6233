import { type BudgetLedger, createMemoryLedger, type Rates } from "../../../core/transports/budget-ledger.ts";
import type { Grant, Grants } from "./grants.ts";

/** How often a grant is renewed while it is valid, so that a lost answer does no harm. */
const renewals = 4;

/** How long a run waits for a database that does not answer. */
const patienceMs = 300_000;

/** Share of its duration by which a grant lapses early, because requests take time to arrive. */
const margin = 1 / 8;

export interface HeldGrant {
  /** Paces the run, and sends nothing beyond the grant or after it lapsed. */
  readonly ledger: BudgetLedger;
  /** Returns unused requests. */
  end(sent: number): Promise<void>;
}

export interface HoldOptions extends Pick<Rates, "perSecond"> {
  readonly grants: Pick<Grants, "renew" | "end">;
  /** Monotonic, in milliseconds. */
  now(): number;
  /** When the grant was requested, on that clock. */
  readonly askedAt: number;
}

/**
 * Keeps a grant valid for a run. If the database does not answer, the run waits once its grant lapses; if another run
 * has since taken the account, its budget is spent.
 */
export const holdGrant = (grant: Grant, { grants, perSecond, now, askedAt }: HoldOptions): HeldGrant => {
  const ledger = createMemoryLedger({ perSecond, perHour: grant.requests }, now);
  const holdsMs = grant.holdMs * (1 - margin);
  let lapsesAt = askedAt + holdsMs;
  let isLost = false;

  const renew = async (): Promise<void> => {
    const asked = now();
    try {
      if (await grants.renew(grant)) lapsesAt = asked + holdsMs;
      else isLost = true;
    } catch {
      // The database may answer the next time.
    }
  };
  const timer = setInterval(() => void renew(), grant.holdMs / renewals).unref();

  return {
    ledger: {
      ...ledger,
      // The hour belongs to the account, and other runs share it.
      freeAgain: () => undefined,
      take(of, hold) {
        const late = now() - lapsesAt;
        if (isLost || late > patienceMs) return { kind: "spent" };
        return late < 0 ? ledger.take(of, hold) : { kind: "wait", ms: 1000 };
      },
    },
    end: (sent) => {
      clearInterval(timer);
      return grants.end(grant, sent);
    },
  };
};
