import {
  type BudgetLedger,
  createMemoryLedger,
  type Rates,
} from "../../../harness/transports/budget-ledger.ts";
import { type Grant, grantMs, type Grants } from "./grants.ts";

/** How often a grant is renewed, so that one answer may fail to come. */
const renewalMs = grantMs / 4;

/** How long a run waits for a database that does not answer. */
const patienceMs = 300_000;

/** How long before its end a grant counts as lapsed: a request is on its way for a while. */
const marginMs = 5000;

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
  let lapsesAt = askedAt + grantMs - marginMs;
  let isLost = false;

  const renew = async (): Promise<void> => {
    const asked = now();
    try {
      if (await grants.renew(grant)) lapsesAt = asked + grantMs - marginMs;
      else isLost = true;
    } catch {
      // The database may answer the next time.
    }
  };
  const timer = setInterval(() => void renew(), renewalMs).unref();

  return {
    ledger: {
      ...ledger,
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
