import type { Database, Row, Sql, Transaction } from "../../../harness/store/database.ts";
import { insertAll, integer, listOf, optionalText, text } from "../../../harness/store/rows.ts";
import type { InterfaceName } from "../../../harness/model/interface-name.ts";
import { type Account, type AccountHolder, mayShare } from "./accounts.ts";

const hour = 3_600_000;

/** Milliseconds after which an account that is held is asked for again. */
const soonMs = 5000;

/** How many requests a run wants to send, and whose budget they are taken from. */
export interface GrantOrder {
  readonly holder: AccountHolder;
  /** The day of the run. */
  readonly day: string;
  /** One for each interface; see `accountsOf`. */
  readonly accounts: readonly Account[];
  readonly requests: number;
  /** Requests of these accounts in any hour, whoever sends them. */
  readonly perHour: number;
  /** Milliseconds for which the grant holds; a run renews it for as long as it lives. */
  readonly holdMs: number;
}

/** The right to send requests for a while, to none but one run. */
export interface Grant extends Pick<GrantOrder, "holdMs"> {
  readonly id: number;
  readonly requests: number;
}

export type GrantAnswer =
  | { readonly kind: "granted"; readonly grant: Grant }
  /** Nothing is granted: another organization has the same credential, and the fleet file does not say that they share it. */
  | { readonly kind: "shared"; readonly interface: InterfaceName; readonly organization: string }
  /** Nothing is granted; to be asked again after so many milliseconds. */
  | { readonly kind: "wait"; readonly ms: number };

/**
 * Shares the hour of each account among runs, wherever they are. A run takes all that it may send at once and gives back
 * what it did not send; until then all of it counts as sent, and for an hour after the grant has ended or lapsed. Of
 * grants that share an account one holds at a time, so that a run alone can keep its pace.
 */
export interface Grants {
  take(order: GrantOrder): Promise<GrantAnswer>;
  /** Holds a grant for longer, also one that has lapsed; false where another run holds one since. */
  renew(grant: Grant): Promise<boolean>;
  /** Gives back what was not sent. */
  end(grant: Grant, sent: number): Promise<void>;
}

/** Grants that share an account and count against its hour. */
const countingGrants = (sql: Sql, accounts: readonly string[], now: number): Promise<readonly Row[]> =>
  sql.rows(
    `SELECT id, requests, valid_until, ended FROM budget_grant WHERE valid_until > $1
       AND id IN (SELECT grant_id FROM grant_account WHERE account IN ${listOf(accounts.length, 2)})
     ORDER BY valid_until`,
    [now - hour, ...accounts],
  );

const isHeld = (grant: Row, now: number): boolean =>
  integer(grant, "ended") === 0 && integer(grant, "valid_until") > now;

const lockAccounts = async (sql: Transaction, accounts: readonly string[]): Promise<void> => {
  // In one order everywhere, so that two who share several do not wait for each other.
  for (const account of accounts.toSorted()) await sql.lock(`account ${account}`);
};

/** Milliseconds until so many requests count no longer, of grants in the order in which they lapse. */
const untilFree = (grants: readonly Row[], requests: number, now: number): number => {
  let freed = 0;
  for (const grant of grants) {
    freed += integer(grant, "requests");
    if (freed >= requests) return integer(grant, "valid_until") + hour - now;
  }
  return hour;
};

/** Notes whose credentials the accounts are on a day, and finds one that another organization has and does not share. */
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
     WHERE day = $1 AND account IN ${listOf(ids.length, 2)} ORDER BY organization`,
    [day, ...ids],
  );
  for (const row of holders) {
    const other = { organization: text(row, "organization"), ...optionalText(row, "shared", "shared") };
    const of = own.get(text(row, "account"));
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
    // Whoever holds it is likely to end before it lapses.
    return { kind: "wait", ms: Math.min(integer(held, "valid_until") - now, soonMs) };
  const used = grants.reduce((sum, grant) => sum + integer(grant, "requests"), 0);
  const wanted = Math.min(requests, perHour);
  if (used + wanted > perHour) return { kind: "wait", ms: untilFree(grants, used + wanted - perHour, now) };
  const [row] = await sql.rows(
    "INSERT INTO budget_grant (requests, valid_until) VALUES ($1, $2) RETURNING id",
    [wanted, now + holdMs],
  );
  if (row === undefined) throw new Error("a grant was not added");
  const id = integer(row, "id");
  await insertAll(
    sql,
    "grant_account",
    accounts.map((account) => ({ account, grant_id: id })),
  );
  return { kind: "granted", grant: { id, requests: wanted, holdMs } };
};

/** Holds a grant for longer where it has not lapsed before a moment. */
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
  // The database was away for longer than it holds: the run may go on unless another one was let in.
  const rows = await sql.rows("SELECT account FROM grant_account WHERE grant_id = $1", [grant.id]);
  const accounts = rows.map((row) => text(row, "account"));
  if (accounts.length === 0) return false;
  await lockAccounts(sql, accounts);
  const at = await sql.now();
  const isTaken = (await countingGrants(sql, accounts, at)).some((other) => isHeld(other, at));
  return !isTaken && holdOn(sql, grant, at, at - hour);
};

export const createGrants = (database: Database): Grants => ({
  take: (order) => database.transaction((sql) => take(sql, order)),

  renew: (grant) => database.transaction((sql) => renew(sql, grant)),

  end: ({ id }, sent) =>
    database.transaction(async (sql) => {
      await sql.rows(
        "UPDATE budget_grant SET ended = 1, requests = $2, valid_until = $3 WHERE id = $1 AND ended = 0",
        [id, sent, await sql.now()],
      );
    }),
});
