import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Problem } from "../../../src/core/model/problem.ts";
import { type Judged, livesOf, problemIn } from "../../../src/core/problems/lives.ts";
import { place, problem } from "../../report/input.ts";

const at = (night: number): string => new Date(Date.UTC(2025, 0, night)).toISOString();

const run = (night: number, parts: Partial<Judged> = {}): Judged => ({
  at: at(night),
  passed: new Map([["DON-03", "whole"]]),
  read: ["donation"],
  complete: true,
  ...parts,
});

const wrongTotal = problem({ fingerprint: "0000000000aa", facts: ["DON-03"] });
const unread = problem({ fingerprint: "0000000000bb", kind: "unjudged" });
const early = problem({ fingerprint: "0000000000cc", kind: "unjudged", places: [place("*")] });

/** The states of what each run reports, run after run. */
const statesOver = (nights: readonly (readonly [readonly Problem[], Partial<Judged>?])[]) => {
  let kept: readonly Problem[] = [];
  return nights.map(([seen, parts], night) => {
    const lives = livesOf(kept, seen, run(night + 1, parts));
    // As a store does.
    kept = lives.kept.map((one) => problemIn(JSON.stringify(one)));
    return lives.problems.map(({ state, isBack, since }) => (isBack ? `back ${since}` : state)).join();
  });
};

const failing = { passed: new Map() };
const inPart: Partial<Judged> = { passed: new Map([["DON-03", "part"]]) };
const blind = { passed: new Map(), read: [] };

test.each<readonly [string, Parameters<typeof statesOver>[0], readonly string[]]>([
  ["a finding", [[[wrongTotal], failing], [[wrongTotal], failing], [[]], [[]]], ["new", "open", "gone", ""]],
  ["one that comes back", [[[wrongTotal]], [[]], [[wrongTotal]]], ["new", "gone", `back ${at(3)}`]],
  [
    "one that a part of its check does not show",
    [[[wrongTotal]], [[], failing], [[wrongTotal]]],
    ["new", "", "open"],
  ],
  [
    "one of an interface that cannot be read",
    [[[wrongTotal]], [[], blind], [[wrongTotal]]],
    ["new", "", "open"],
  ],
  ["what could not be judged", [[[unread], blind], [[unread], blind], [[]]], ["new", "open", "gone"]],
  ["a run that was cut short", [[[early], { complete: false }], [[]]], ["new", "gone"]],
  ["what a baseline lists", [[[{ ...wrongTotal, state: "known" }]], [[]]], ["known", ""]],
  [
    "what a baseline lists later",
    [[[wrongTotal]], [[{ ...wrongTotal, state: "known" }], failing], [[]], [[wrongTotal]]],
    ["new", "known", "", "new"],
  ],
])("%s has a life", (_, nights, states) => {
  expect(statesOver(nights)).toEqual(states);
});

test.each([
  ["a week", "no run has judged its fact", failing, 7],
  ["three days", "its fact has passed on a part", inPart, 3],
])("what no run shows for %s is gone although %s", (_, __, judged, nights) => {
  const quiet = Array.from({ length: 8 }, () => [[], judged] as const);
  expect(statesOver([[[wrongTotal], failing], ...quiet]).indexOf("gone")).toBe(nights);
});

test("a cause of which only another finding is seen is the same problem", () => {
  const places = [place("donation"), { ...place("donation"), fingerprint: "00000000001f" }];
  const { kept } = livesOf([], [{ ...wrongTotal, places }], run(1));
  const part = { ...wrongTotal, fingerprint: "0000000000dd", places: places.slice(1) };
  expect(livesOf(kept, [part], run(2)).problems).toMatchObject([
    { fingerprint: "0000000000aa", state: "open", since: at(1) },
  ]);
});

test("a problem is new once, and gone at most as often as it was new", () => {
  const night = fc.record({ isSeen: fc.boolean(), isJudged: fc.boolean() });
  fc.assert(
    fc.property(fc.array(night, { maxLength: 12 }), (nights) => {
      const states = statesOver(
        nights.map(({ isSeen, isJudged }) => [isSeen ? [wrongTotal] : [], isJudged ? {} : blind]),
      );
      states.reduce((was, state) => {
        if (state === "gone") expect(was).toBe(true);
        if (state === "new" || state.startsWith("back")) expect(was).toBe(false);
        if (state === "open") expect(was).toBe(true);
        return state === "" ? was : state !== "gone";
      }, false);
      expect(states.filter((state) => state === "new").length).toBeLessThanOrEqual(1);
    }),
  );
});

test("a problem of a store that is none is named as damage", () => {
  expect(() => problemIn("{}")).toThrow("the store is damaged: a problem has another form");
  expect(() => problemIn("x")).toThrow("the store is damaged: a problem cannot be read");
});
