import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";
import { createMemoryLedger, hour } from "../../src/transports/budget-ledger.ts";
import { createSharedLedger, type SharedLedgerOptions } from "../../src/transports/shared-ledger.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

const start = Date.UTC(2025, 2, 1);

const newStore = (path = ":memory:"): Store => {
  const store = openStore(path);
  onTestFinished(() => store.close());
  return store;
};

const ledger = (store: Store, parts: Partial<SharedLedgerOptions> = {}) =>
  createSharedLedger({
    store,
    accounts: { crm: "crm-a", donation: "donation-a" },
    perSecond: Infinity,
    perHour: 3,
    ...parts,
  });

test("counts for every run with the same store", () => {
  const store = newStore();
  const [one, other] = [ledger(store), ledger(store)];
  expect([
    one.take(start, "crm").kind,
    other.take(start, "donation").kind,
    one.take(start, "crm").kind,
  ]).toEqual(["taken", "taken", "taken"]);
  expect([one.take(start, "crm").kind, other.take(start, "donation").kind]).toEqual(["spent", "spent"]);
  expect([one.used(start), other.used(start)]).toEqual([3, 3]);
});

test("a run with a part of the accounts shares that part, another credential shares nothing", () => {
  const store = newStore();
  const whole = ledger(store);
  whole.take(start, "crm");
  whole.take(start, "donation");
  expect(ledger(store, { accounts: { donation: "donation-a" } }).used(start)).toBe(1);
  expect(ledger(store, { accounts: { crm: "crm-b" } }).used(start)).toBe(0);
});

test("counts until an hour is over, never for less, and at most a second longer", () => {
  const shared = ledger(newStore(), { perHour: 1 });
  expect(shared.take(start + 500, "crm").kind).toBe("taken");
  expect(shared.take(start + 500 + hour - 1, "crm").kind).toBe("spent");
  expect(shared.take(start + 500 + hour + 1000, "crm").kind).toBe("taken");
});

test("two runs take turns", () => {
  const store = newStore();
  const [one, other] = [1, 2].map(() => ledger(store, { perSecond: 2, perHour: 100 }));
  expect(one?.take(start, "crm")).toEqual({ kind: "taken" });
  expect(other?.take(start, "crm")).toEqual({ kind: "wait", until: start + 525 });
  expect(other?.take(start + 525, "donation")).toEqual({ kind: "taken" });
});

test("a turn that was taken by a clock that was wrong keeps nobody waiting", () => {
  const store = newStore();
  ledger(store, { perSecond: 1 }).take(start + 300 * hour, "crm");
  expect(ledger(store, { perSecond: 1 }).take(start, "crm")).toEqual({ kind: "taken" });
});

test("what one run keeps for putting back, no other run takes, until it is let go", () => {
  const store = newStore();
  const [one, other] = [ledger(store), ledger(store)];
  expect(one.hold(start, "crm", "entry", 2)).toBe(true);
  expect(other.take(start, "crm").kind).toBe("taken");
  expect([other.take(start, "crm").kind, other.hold(start, "crm", "more", 1)]).toEqual(["spent", false]);
  expect([1, 2].map(() => one.take(start, "crm", "entry").kind)).toEqual(["taken", "taken"]);
  expect(one.take(start, "crm", "entry").kind).toBe("spent");
  const later = start + 2 * hour;
  one.hold(later, "crm", "entry", 3);
  expect(other.take(later, "crm").kind).toBe("spent");
  other.release("entry");
  expect(other.take(later, "crm").kind).toBe("taken");
});

test("agrees with the ledger of one process, but for the second that it counts longer", () => {
  const steps = fc.array(fc.record({ after: fc.nat(900), hold: fc.boolean() }), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 12 }), (all, perHour) => {
      const store = openStore(":memory:");
      const rates = { perSecond: 4, perHour };
      const [shared, alone] = [ledger(store, rates), createMemoryLedger(rates)];
      let now = start;
      for (const { after, hold } of all) {
        now += after;
        if (hold) expect(shared.hold(now, "crm", "x", 1)).toBe(alone.hold(now, "crm", "x", 1));
        const name = hold ? "x" : undefined;
        expect(shared.take(now, "crm", name)).toEqual(alone.take(now, "crm", name));
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
