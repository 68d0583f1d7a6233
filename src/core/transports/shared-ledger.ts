import type { InterfaceName } from "../model/interface-name.ts";
import type { Store, StorePart } from "../store/store.ts";
import { type BudgetLedger, createLedger, hour, type Rates } from "./budget-ledger.ts";

/** Requests by second, counted until the last possible one is an hour old; reserved slots, until released. */
const part: StorePart = {
  name: "budget",
  steps: [
    `CREATE TABLE budget_second (account TEXT NOT NULL, second INTEGER NOT NULL, requests INTEGER NOT NULL,
       PRIMARY KEY (account, second)) STRICT, WITHOUT ROWID;
     CREATE TABLE budget_turn (account TEXT PRIMARY KEY, free_at REAL NOT NULL) STRICT;
     CREATE TABLE budget_clock (only INTEGER PRIMARY KEY CHECK (only = 1), time REAL NOT NULL, monotonic REAL NOT NULL) STRICT;
     CREATE TABLE budget_hold (account TEXT NOT NULL, name TEXT NOT NULL, places INTEGER NOT NULL,
       PRIMARY KEY (account, name)) STRICT, WITHOUT ROWID;`,
    "ALTER TABLE budget_hold RENAME COLUMN places TO slots",
  ],
};

export interface SharedLedgerOptions extends Rates {
  readonly store: Store;
  /** The account charged for each interface: a credential at an address. The limits apply to all together. */
  readonly accounts: Readonly<Record<InterfaceName, string>>;
  /** Milliseconds since the epoch; the clock may be adjusted. */
  now(): number;
  /** Milliseconds on the machine's monotonic clock, shared by all processes and reset by a restart. */
  monotonic(): number;
}

const secondOf = (at: number): number => Math.floor(at / 1000);

/** The last second that lies completely more than an hour back. */
const lastGone = (at: number): number => secondOf(at - hour) - 1;

/** When that holds for a given second. */
const goneAt = (second: number): number => (second + 1) * 1000 + hour;

const statementsOf = ({ database }: Store) => {
  const among = "account IN (SELECT value FROM json_each(?))";
  return {
    sent: database.prepare(
      `SELECT second, sum(requests) AS requests FROM budget_second WHERE ${among} AND second > ?
         GROUP BY second ORDER BY second`,
    ),
    freeAt: database.prepare(`SELECT max(free_at) AS free_at FROM budget_turn WHERE ${among}`),
    setFreeAt: database.prepare(
      `INSERT INTO budget_turn SELECT value, ? FROM json_each(?) WHERE true
         ON CONFLICT (account) DO UPDATE SET free_at = excluded.free_at`,
    ),
    clock: database.prepare("SELECT time, monotonic FROM budget_clock"),
    setClock: database.prepare(
      `INSERT INTO budget_clock VALUES (1, ?, ?)
         ON CONFLICT DO UPDATE SET time = excluded.time, monotonic = excluded.monotonic`,
    ),
    add: database.prepare(
      "INSERT INTO budget_second VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1",
    ),
    forget: database.prepare("DELETE FROM budget_second WHERE second <= ?"),
    used: database.prepare(
      `SELECT (SELECT coalesce(sum(requests), 0) FROM budget_second WHERE ${among} AND second > ?)
         + (SELECT coalesce(sum(slots), 0) FROM budget_hold WHERE ${among}) AS used`,
    ),
    held: database.prepare("SELECT sum(slots) AS slots FROM budget_hold WHERE account = ? AND name = ?"),
    keep: database.prepare(
      "INSERT INTO budget_hold VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET slots = slots + excluded.slots",
    ),
    takeHeld: database.prepare(
      "UPDATE budget_hold SET slots = slots - 1 WHERE account = ? AND name = ? AND slots > 0",
    ),
    release: database.prepare("DELETE FROM budget_hold WHERE name = ?"),
  };
};

/**
 * The ledger of all processes that share a store: each turn is one short transaction before anything is sent.
 *
 * Its time never goes back and follows the monotonic clock while the wall clock is behind, so that setting the clock
 * back neither reopens a spent hour nor keeps one closed. After a restart of the machine its time pauses until the wall
 * clock has caught up.
 * @throws UsageError if a newer tripact has written the store.
 */
export const createSharedLedger = (options: SharedLedgerOptions): BudgetLedger => {
  const { store, accounts } = options;
  store.migrate(part);
  const statements = statementsOf(store);
  const all = JSON.stringify(Object.values(accounts));

  const accountOf = (name: InterfaceName): string => {
    const account = accounts[name];
    if (account === undefined) throw new Error(`nothing is charged for the interface ${name}`);
    return account;
  };

  const readClock = (): { readonly time: number; readonly monotonic: number } => {
    const last = statements.clock.get();
    const monotonic = options.monotonic();
    const passed = Math.max(0, monotonic - Number(last?.["monotonic"] ?? monotonic));
    return { time: Math.max(options.now(), Number(last?.["time"] ?? 0) + passed), monotonic };
  };

  return createLedger(options, {
    now: () => readClock().time,
    change: (work) =>
      store.transaction(() => {
        const { time, monotonic } = readClock();
        statements.setClock.run(time, monotonic);
        return work(time);
      }),
    used: (at) => Number(statements.used.get(all, lastGone(at), all)?.["used"] ?? 0),
    sent: (at) =>
      statements.sent.all(all, lastGone(at)).map(({ second, requests }) => ({
        requests: Number(requests),
        countFor: goneAt(Number(second)) - at,
      })),
    add(of, at) {
      statements.forget.run(lastGone(at));
      statements.add.run(accountOf(of), secondOf(at));
    },
    freeAt: () => Number(statements.freeAt.get(all)?.["free_at"] ?? 0),
    setFreeAt: (at) => void statements.setFreeAt.run(at, all),
    held: (of, name) => Number(statements.held.get(accountOf(of), name)?.["slots"] ?? 0),
    keep: (of, name, slots) => void statements.keep.run(accountOf(of), name, slots),
    useHeld: (of, name) => void statements.takeHeld.run(accountOf(of), name),
    release: (name) => void statements.release.run(name),
  });
};
