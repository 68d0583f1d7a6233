import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "../../../src/core/store/store.ts";
import { createMemoryLedger, hour } from "../../../src/core/transports/budget-ledger.ts";
import { createSharedLedger, type SharedLedgerOptions } from "../../../src/core/transports/shared-ledger.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";

const start = Date.UTC(2025, 2, 1);

const newStore = (path = ":memory:"): Store => {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
};

/** The clock on the wall, which anybody may set, and the monotonic one. */
const clocks = { wall: start, monotonic: 0 };

const pass = (ms: number): void => {
  clocks.wall += ms;
  clocks.monotonic += ms;
};

beforeEach(() => {
  clocks.wall = start;
  clocks.monotonic = 0;
});

const ledger = (store: Store, parts: Partial<SharedLedgerOptions> = {}) =>
  createSharedLedger({
    store,
    accounts: { crm: "crm-a", donation: "donation-a" },
    perSecond: Infinity,
    perHour: 3,
    now: () => clocks.wall,
    monotonic: () => clocks.monotonic,
    ...parts,
  });

test("counts for every run with the same store", () => {
  const store = newStore();
  const [one, other] = [ledger(store), ledger(store)];
  expect([one.take("crm").kind, other.take("donation").kind, one.take("crm").kind]).toEqual([
    "taken",
    "taken",
    "taken",
  ]);
  expect([one.take("crm").kind, other.take("donation").kind]).toEqual(["spent", "spent"]);
  expect([one.used(), other.used()]).toEqual([3, 3]);
});

test("a run with a part of the accounts shares that part, another credential shares nothing", () => {
  const store = newStore();
  const whole = ledger(store);
  whole.take("crm");
  whole.take("donation");
  expect(ledger(store, { accounts: { donation: "donation-a" } }).used()).toBe(1);
  expect(ledger(store, { accounts: { crm: "crm-b" } }).used()).toBe(0);
});

test("counts until an hour is over, never for less, and at most a second longer", () => {
  const shared = ledger(newStore(), { perHour: 1 });
  const takeAt = (after: number): string => {
    clocks.wall = start + after;
    return shared.take("crm").kind;
  };
  expect([500, 500 + hour - 1, 500 + hour + 1000].map(takeAt)).toEqual(["taken", "spent", "taken"]);
});

test("says when there is room again, as soon as it is there", () => {
  const shared = ledger(newStore(), { perHour: 2 });
  expect(shared.freeAgain()).toBeUndefined();
  shared.take("crm");
  pass(600_500);
  shared.take("donation");
  const free = shared.freeAgain();
  expect(free).toEqual({ first: hour - 600_500 + 1000, all: hour + 500 });
  pass(free?.first ?? 0);
  expect(["crm", "crm"].map((name) => shared.take(name).kind)).toEqual(["taken", "spent"]);
});

test("counts what a run with a larger budget has sent, and what is kept has no time", () => {
  const store = newStore();
  const large = ledger(store);
  large.take("crm");
  pass(60_000);
  large.take("crm");
  pass(60_000);
  expect(ledger(store, { perHour: 1 }).freeAgain()).toEqual({
    first: hour - 60_000 + 1000,
    all: hour - 60_000 + 1000,
  });
  large.hold("crm", "note", 1);
  expect(ledger(store, { perHour: 1 }).freeAgain()).toBeUndefined();
});

test("two runs take turns", () => {
  const store = newStore();
  const [one, other] = [1, 2].map(() => ledger(store, { perSecond: 2, perHour: 100 }));
  expect(one?.take("crm")).toEqual({ kind: "taken" });
  expect(other?.take("crm")).toEqual({ kind: "wait", ms: 550 });
  pass(550);
  expect(other?.take("donation")).toEqual({ kind: "taken" });
});

test("a turn that was used late keeps the next one of every run at a distance", () => {
  const store = newStore();
  const [one, other] = [1, 2].map(() => ledger(store, { perSecond: 2, perHour: 100 }));
  one?.take("crm");
  pass(300);
  one?.departed();
  expect(other?.take("crm")).toEqual({ kind: "wait", ms: 550 });
});

test("looks at the clock once nobody else can take a turn", () => {
  const store = newStore();
  const asked: boolean[] = [];
  const now = (): number => {
    asked.push(store.database.isTransaction);
    return clocks.wall;
  };
  ledger(store, { now }).take("crm");
  expect(new Set(asked)).toEqual(new Set([true]));
});

describe("a clock that is set back", () => {
  test.each([
    ["by a minute", 60_000],
    ["by two hours", 2 * hour],
    ["by a year", 365 * 24 * hour],
  ])("%s neither opens an hour that is spent nor keeps it closed", (_, back) => {
    const shared = ledger(newStore());
    for (let count = 0; count < 3; count += 1) shared.take("crm");
    clocks.wall -= back;
    expect(shared.take("crm").kind).toBe("spent");
    pass(hour - 1);
    expect(shared.take("crm").kind).toBe("spent");
    pass(2000);
    expect(shared.take("crm").kind).toBe("taken");
  });

  test("and a machine that is started again open nothing either, until an hour has passed", () => {
    const store = newStore();
    clocks.monotonic = 5 * hour;
    for (const _ of [1, 2, 3]) ledger(store).take("crm");
    clocks.wall -= 2 * hour;
    clocks.monotonic = 1000;
    expect(ledger(store).take("crm").kind).toBe("spent");
    pass(hour + 2000);
    expect(ledger(store).take("crm").kind).toBe("taken");
  });

  test("keeps nobody waiting for longer than a turn takes", () => {
    const shared = ledger(newStore(), { perSecond: 1, perHour: 10 });
    clocks.wall += 300 * hour;
    shared.take("crm");
    clocks.wall = start;
    expect(shared.take("crm")).toEqual({ kind: "wait", ms: 1100 });
    pass(1100);
    expect(shared.take("crm")).toEqual({ kind: "taken" });
  });

  test("wherever it goes, no hour holds more than it may", () => {
    const step = fc.record({ passes: fc.nat(hour / 2), shift: fc.integer({ min: -3 * hour, max: 0 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const store = openStore(":memory:");
        const shared = ledger(store);
        const sent: number[] = [];
        clocks.monotonic = 0;
        // Right at first: a clock that was behind and is set right looks as if time had passed.
        for (const { passes, shift } of [{ passes: 0, shift: 0 }, ...steps]) {
          clocks.monotonic += passes;
          clocks.wall = start + clocks.monotonic + shift;
          if (shared.take("crm").kind === "taken") sent.push(clocks.monotonic);
        }
        store.close();
        for (const from of sent)
          expect(sent.filter((at) => at >= from && at < from + hour).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

test("what one run keeps for putting back, no other run takes, until it is let go", () => {
  const store = newStore();
  const [one, other] = [ledger(store), ledger(store)];
  expect(one.hold("crm", "entry", 2)).toBe(true);
  expect(other.take("crm").kind).toBe("taken");
  expect([other.take("crm").kind, other.hold("crm", "more", 1)]).toEqual(["spent", false]);
  expect([1, 2].map(() => one.take("crm", "entry").kind)).toEqual(["taken", "taken"]);
  expect(one.take("crm", "entry").kind).toBe("spent");
  pass(2 * hour);
  one.hold("crm", "entry", 3);
  expect(other.take("crm").kind).toBe("spent");
  other.release("entry");
  expect(other.take("crm").kind).toBe("taken");
});

test("agrees with the ledger of one process, but for the second that it counts longer", () => {
  const steps = fc.array(fc.record({ after: fc.nat(900), hold: fc.boolean() }), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 12 }), (all, perHour) => {
      const store = openStore(":memory:");
      const rates = { perSecond: 4, perHour };
      const [shared, alone] = [ledger(store, rates), createMemoryLedger(rates, () => clocks.wall)];
      clocks.wall = start;
      for (const { after, hold } of all) {
        clocks.wall += after;
        if (hold) expect(shared.hold("crm", "x", 1)).toBe(alone.hold("crm", "x", 1));
        const name = hold ? "x" : undefined;
        expect(shared.take("crm", name)).toEqual(alone.take("crm", name));
      }
      store.close();
    }),
    { numRuns: 30 },
  );
});

test("four processes at once do not overrun it by a single request", async () => {
  const path = join(temporaryFolder(), "store.sqlite");
  const perHour = 1000;
  const script = fileURLToPath(new URL("ledger-process.ts", import.meta.url));
  const processes = [1, 2, 3, 4].map(() => {
    const one = spawn(process.execPath, [script, path, String(perHour)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let taken = "";
    one.stdout.on("data", (data) => (taken += String(data)));
    return once(one, "close").then(() => Number(taken));
  });
  const taken = await Promise.all(processes);
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(perHour);
});
