import fc from "fast-check";
import { expect, test } from "vitest";
import { send, sendAll, type Plan } from "../../../src/core/model/check.ts";
import type { Call, Exchange } from "../../../src/core/model/exchange.ts";
import { type AskedPlan, neededExchanges } from "../../../src/core/run/needed-exchanges.ts";
import { call, exchangeWith, operations } from "./kit.ts";

const answered = (asked: Call): Exchange =>
  exchangeWith({
    operation: asked.operation,
    call: asked,
    request: { url: `https://crm.example.org/${asked.label}` },
  });

const carriedOut = (plan: () => Plan): AskedPlan => {
  const exchanges: Exchange[] = [];
  const running = plan();
  for (let step = running.next([]); step.done !== true;) {
    const batch = step.value.map(answered);
    exchanges.push(...batch);
    step = running.next(batch);
  }
  return { plan, exchanges };
};

const labels = (exchanges: readonly Exchange[] | undefined): readonly string[] | undefined =>
  exchanges?.map((one) => one.call?.label ?? "");

const holds =
  (wanted: readonly string[]) =>
  (exchanges: readonly Exchange[]): boolean => {
    const there = new Set(labels(exchanges));
    return wanted.every((label) => there.has(label));
  };

const calls = Array.from({ length: 30 }, (_, index) => call(`call ${index}`));

test("of calls that do not depend on one another, those that show it are left, in order", () => {
  const asked = carriedOut(function* () {
    yield* sendAll(calls);
  });
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 4 }), (positions) => {
      const wanted = positions.toSorted((a, b) => a - b).map((at) => `call ${at}`);
      const evidence = asked.exchanges.filter(({ call: one }) => one?.label === wanted[0]);
      const needed = neededExchanges(asked, evidence, holds(wanted), operations);
      expect([labels(needed?.shown), labels(needed?.asked)]).toEqual([wanted, wanted]);
    }),
  );
});

test("what other operations were asked is left out whole, without being asked again", () => {
  const others = Array.from({ length: 60 }, (_, index) =>
    call(`other ${index}`, { operation: "readDonation", path: {} }),
  );
  let answeredOthers = 0;
  const plan = function* (): Plan {
    const heard = yield* sendAll(others);
    answeredOthers += heard.filter(({ outcome }) => outcome.kind === "response").length;
    yield* sendAll(calls);
  };
  const asked = carriedOut(plan);
  answeredOthers = 0;
  const evidence = asked.exchanges.slice(-1);
  const needed = neededExchanges(asked, evidence, holds(["call 29", "call 3"]), operations);
  expect(labels(needed?.asked)).toEqual(["call 3", "call 29"]);
  expect(answeredOthers).toBe(0);
});

test("what a plan asks on the way shows nothing", () => {
  const asked = carriedOut(function* () {
    yield* send(call("beside"));
    const found = yield* send(call("list"));
    yield* send(call("beside", { path: { id: 2 } }));
    if (found.outcome.kind === "response") yield* send(call("record"));
  });
  const evidence = asked.exchanges.slice(-1);
  const needed = neededExchanges(asked, evidence, holds(["record"]), operations);
  expect([labels(needed?.shown), labels(needed?.asked)]).toEqual([["record"], ["list", "record"]]);
});

test("a call that is made differently without an answer is not the same one", () => {
  const asked = carriedOut(function* () {
    const size = yield* send(call("size"));
    yield* send(call("page", { query: { take: size.outcome.kind === "response" ? 3 : 10 } }));
  });
  const evidence = asked.exchanges.slice(-1);
  const needed = neededExchanges(asked, evidence, holds(["page"]), operations);
  expect([labels(needed?.shown), labels(needed?.asked)]).toEqual([["page"], ["size", "page"]]);
});

test("a plan that crashes or goes on for ever without an answer keeps it", () => {
  for (const inVain of [
    (): void => {
      throw new Error("no list");
    },
    (): void => undefined,
  ]) {
    const asked = carriedOut(function* () {
      let list = yield* send(call("list"));
      while (list.outcome.kind !== "response") {
        inVain();
        list = yield* send(call("list"));
      }
      yield* send(call("record"));
    });
    const evidence = asked.exchanges.slice(-1);
    const needed = neededExchanges(asked, evidence, holds(["record"]), operations);
    expect(labels(needed?.asked)).toEqual(["list", "record"]);
  }
});

test("none can be left out, also where one could not go before another", () => {
  const asked = carriedOut(function* () {
    yield* sendAll(calls);
  });
  const shows = (some: readonly Exchange[]): boolean => {
    const there = labels(some) ?? [];
    // The first half needs the second one, and nothing needs the first one but that it is there whole.
    const halves = [there.filter((one) => Number(one.slice(5)) < 3), there.filter((one) => one === "call 7")];
    return there.includes("call 29") && (halves[0]?.length === 3 || halves[1]?.length === 0);
  };
  const needed = neededExchanges(asked, asked.exchanges, shows, operations);
  const shown = needed?.shown ?? [];
  for (const left of shown) expect(shows(shown.filter((one) => one !== left))).toBe(false);
  expect(labels(shown)).toEqual(["call 29"]);
});

test("what even all of them do not show has no list", () => {
  const asked = carriedOut(function* () {
    yield* sendAll(calls);
  });
  expect(neededExchanges(asked, asked.exchanges.slice(0, 1), () => false, operations)).toBeUndefined();
});
