import type { Database, Row, Sql, Transaction } from "../../../core/store/database.ts";
import {
  insertAll,
  integerColumnOf,
  parameterList,
  optionalText,
  textColumnOf,
} from "../../../core/store/rows.ts";
import type { InterfaceName } from "../../../core/model/interface-name.ts";
import { type Account, type AccountHolder, mayShare } from "./accounts.ts";

const hour = 3_600_000;

/** Milliseconds until a held account is requested again. */
export const soonMs = 5000;

/** How many requests a run wants to send, and from which accounts. */
export interface GrantOrder {
  readonly holder: AccountHolder;
  /** The day of the run. */
  readonly day: string;
  /** One per interface; see `accountsOf`. */
  readonly accounts: readonly Account[];
  readonly requests: number;
  /** Limit of requests per hour to these accounts, for all senders. */
  readonly perHour: number;
  /** Duration of the grant, in milliseconds; a run renews it while it lives. */
  readonly holdMs: number;
}

/** The exclusive right of one run to send requests for a while. */
export interface Grant extends Pick<GrantOrder, "holdMs"> {
  readonly id: number;
  readonly requests: number;
}

export type GrantAnswer =
  | { readonly kind: "granted"; readonly grant: Grant }
  /** Refused: another organization has the same credential, and the fleet file does not allow them to share it. */
  | { readonly kind: "shared"; readonly interface: InterfaceName; readonly organization: string }
  /** Refused for now; ask again after the given number of milliseconds. */
  | {
      readonly kind: "wait";
      readonly ms: number;
      /** Whether it waits for another run to end, not for an hour to pass. */
      readonly isBrief: boolean;
      readonly reason: string;
    };

/** Grants that share an account and count against its hour. */
const countingGrants = (sql: Sql, accounts: readonly string[], now: number): Promise<readonly Row[]> =>
  sql.rows(
    `SELECT id, requests, valid_until, ended FROM budget_grant WHERE valid_until > $1
       AND id IN (SELECT grant_id FROM grant_account WHERE account IN ${parameterList(accounts.length, 2)})
     ORDER BY valid_until`,
    [now - hour, ...accounts],
  );

const isHeld = (grant: Row, now: number): boolean =>
  integerColumnOf(grant, "ended") === 0 && integerColumnOf(grant, "valid_until") > now;

const lockAccounts = async (sql: Transaction, accounts: readonly string[]): Promise<void> => {
  // A fixed order, so that two runs that share several accounts do not deadlock.
  for (const account of accounts.toSorted()) await sql.lock(`account ${account}`);
};

/** Milliseconds until enough requests stop counting, with grants in the order in which they lapse. */
const untilFree = (grants: readonly Row[], requests: number, now: number): number => {
  let freed = 0;
  for (const grant of grants) {
    freed += integerColumnOf(grant, "requests");
    if (freed >= requests) return integerColumnOf(grant, "valid_until") + hour - now;
  }
  return hour;
};

/** Records who holds the accounts on a day, and finds one that another organization has and does not share. */
const claim = async (
  sql: Sql,
  { holder, day, accounts }: GrantOrder,
): Promise<Extract<GrantAnswer, { kind: "shared" }> | undefined> => {
  const { organization, shared = null } = holder;
  const own = new Map(accounts.filter((one) => one.hasCredential).map((one) => [one.id, one.interface]));
  const ids = [...own.keys()];
  if (ids.length === 0) return undefined;
  await sql.rows("DELETE FROM account_holder WHERE organization = $1", [organization]);
  const claims = ids.map((account) => ({ account, organization, day, shared }));
  await insertAll(sql, "account_holder", claims);
  const holders = await sql.rows(
    `SELECT account, organization, shared FROM account_holder
     WHERE day = $1 AND account IN ${parameterList(ids.length, 2)} ORDER BY organization`,
    [day, ...ids],
  );
  for (const row of holders) {
    const other = {
      organization: textColumnOf(row, "organization"),
      ...optionalText(row, "shared", "shared"),
    };
    const of = own.get(textColumnOf(row, "account"));
    if (of !== undefined && !mayShare(holder, other))
      return { kind: "shared", interface: of, organization: other.organization };
  }
  return undefined;
};

const take = async (sql: Transaction, order: GrantOrder): Promise<GrantAnswer> => {
  const { requests, perHour, holdMs } = order;
  const accounts = [...new Set(order.accounts.map(({ id }) => id))];
  await lockAccounts(sql, accounts);
  const taken = await claim(sql, order);
  if (taken !== undefined) return taken;
  const now = await sql.now();
  const grants = await countingGrants(sql, accounts, now);
  const held = grants.find((grant) => isHeld(grant, now));
  if (held !== undefined)
    return {
      kind: "wait",
      // Its holder is likely to end before it lapses.
      ms: Math.min(integerColumnOf(held, "valid_until") - now, soonMs),
      isBrief: true,
      reason: "another run holds its account",
    };
  const used = grants.reduce((sum, grant) => sum + integerColumnOf(grant, "requests"), 0);
  const wanted = Math.min(requests, perHour);
  if (used + wanted > perHour)
    return {
      kind: "wait",
      ms: untilFree(grants, used + wanted - perHour, now),
      isBrief: false,
      reason: "the requests of its account for this hour are spent (perHour)",
    };
  const [row] = await sql.rows(
    "INSERT INTO budget_grant (requests, valid_until) VALUES ($1, $2) RETURNING id",
    [wanted, now + holdMs],
  );
  if (row === undefined) throw new Error("a grant was not added");
  const id = integerColumnOf(row, "id");
  await insertAll(
    sql,
    "grant_account",
    accounts.map((account) => ({ account, grant_id: id })),
  );
  return { kind: "granted", grant: { id, requests: wanted, holdMs } };
};

/** Extends a grant unless it lapsed before a given time. */
const holdOn = async (sql: Sql, { id, holdMs }: Grant, now: number, lapsedAt: number): Promise<boolean> => {
  const held = await sql.rows(
    "UPDATE budget_grant SET valid_until = $2 WHERE id = $1 AND ended = 0 AND valid_until > $3 RETURNING id",
    [id, now + holdMs, lapsedAt],
  );
  return held.length === 1;
};

const renew = async (sql: Transaction, grant: Grant): Promise<boolean> => {
  const now = await sql.now();
  if (await holdOn(sql, grant, now, now)) return true;
  // The database was away for longer than the grant: the run may continue unless another run was admitted.
  const rows = await sql.rows("SELECT account FROM grant_account WHERE grant_id = $1", [grant.id]);
  const accounts = rows.map((row) => textColumnOf(row, "account"));
  if (accounts.length === 0) return false;
  await lockAccounts(sql, accounts);
  const at = await sql.now();
  const isTaken = (await countingGrants(sql, accounts, at)).some((other) => isHeld(other, at));
  return !isTaken && holdOn(sql, grant, at, at - hour);
};

export const createGrants = (database: Database) => ({
  take: (order: GrantOrder) => database.transaction((sql) => take(sql, order)),

  /** Extends a grant, even a lapsed one; false if another run has taken the account since. */
  renew: (grant: Grant) => database.transaction((sql) => renew(sql, grant)),

  /** Returns unused requests. */
  end: ({ id }: Grant, sent: number) =>
    database.transaction(async (sql) => {
      await sql.rows(
        "UPDATE budget_grant SET ended = 1, requests = $2, valid_until = $3 WHERE id = $1 AND ended = 0",
        [id, sent, await sql.now()],
      );
    }),
});

/**
 * Divides the hourly limit of each account among runs on all machines. A run takes all its requests at once and returns
 * what it did not send; until then all of them count as sent, and for an hour after the grant ended or lapsed. Only one
 * grant per account is valid at a time, so that one run can keep its pace.
 */
export type Grants = ReturnType<typeof createGrants>;
