import {
  type BudgetLedger,
  createMemoryLedger,
  type Rates,
} from "../../../harness/transports/budget-ledger.ts";
import type { Grant, Grants } from "./grants.ts";

/** How often a grant is renewed while it holds, so that an answer may fail to come. */
const renewals = 4;

/** How long a run waits for a database that does not answer. */
const patienceMs = 300_000;

/** How long before its end a grant counts as lapsed, as a share of it: a request is on its way for a while. */
const margin = 1 / 8;

export interface HeldGrant {
  /** Paces the run and sends nothing beyond the grant, or once it has lapsed. */
  readonly ledger: BudgetLedger;
  /** Gives back what was not sent. */
  end(sent: number): Promise<void>;
}

export interface HoldOptions extends Pick<Rates, "perSecond"> {
  readonly grants: Pick<Grants, "renew" | "end">;
  /** Milliseconds; never goes back. */
  now(): number;
  /** When the grant was asked for, by that clock. */
  readonly askedAt: number;
}

/**
 * Holds a grant for a run. While the database does not answer, the run waits once its grant has lapsed; where another
 * run holds the account since, its budget is spent.
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
      // The hour is the account's, and other runs have a share of it.
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
