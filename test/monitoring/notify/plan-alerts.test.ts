import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Alert, AlertSubject } from "../../../src/core/model/notify.ts";
import { type Notice, planAlerts } from "../../../src/monitoring/notify/plan-alerts.ts";
import type { TargetSubjects } from "../../../src/monitoring/notify/subjects.ts";
import { run, subject } from "./runs.ts";

/** What is alerted of in these runs, one after the other. */
const alertsOf = (runs: readonly TargetSubjects[]): readonly (readonly Alert[])[] => {
  let notices: readonly Notice[] = [];
  return runs.map((one) => {
    const plan = planAlerts(notices, one);
    ({ notices } = plan);
    return plan.alerts;
  });
};

const shown = (runs: readonly TargetSubjects[]): readonly string[] =>
  alertsOf(runs).map((alerts) =>
    alerts
      .map(({ id, kind, was }) => [id, was, kind].filter((part) => part !== undefined).join(" "))
      .join(", "),
  );

const likely = subject("a", "warning");
const confirmed = subject("a");
const found = subject("finding b");

test.each<[string, readonly TargetSubjects[], readonly string[]]>([
  ["once", [run(1, [confirmed]), run(2, [confirmed])], ["a breaking", ""]],
  [
    "once more when it is confirmed",
    [run(1, [likely]), run(2, [likely]), run(3, [confirmed])],
    ["a likely", "", "a breaking"],
  ],
  [
    "when it is gone, and again when it is back",
    [run(1, [confirmed]), run(2, [], [confirmed]), run(3, [confirmed])],
    ["a breaking", "a breaking gone", "a breaking"],
  ],
  ["not when it is gone and nobody was alerted of it", [run(1, [], [confirmed])], [""]],
  ["not when it was accepted", [run(1, [confirmed]), run(2, []), run(3, [])], ["a breaking", "", ""]],
  [
    "not again after a run that failed",
    [run(1, [confirmed]), run(2, undefined), run(3, [confirmed])],
    ["a breaking", "run failed", "run failed gone"],
  ],
  [
    "once for all runs that fail in a row",
    [run(1, undefined), run(2, undefined), run(3, [])],
    ["run failed", "", "run failed gone"],
  ],
  [
    "once where it is a finding that only some runs find",
    [run(1, [found]), run(2, []), run(9, [found]), run(10, []), run(30, []), run(31, [found])],
    ["finding b breaking", "", "", "", "", ""],
  ],
  [
    "when it is a finding that is gone, however long after the alert",
    [run(1, [found]), run(5, [found]), run(8, []), run(12, [], [found])],
    ["finding b breaking", "", "", "finding b breaking gone"],
  ],
  [
    "not when it is a finding that a baseline lists, and again when it does so no more",
    [run(1, [found]), { ...run(2, []), known: ["finding b"] }, run(9, [], [found]), run(10, [found])],
    ["finding b breaking", "", "", "finding b breaking"],
  ],
  [
    "once where an earlier version has alerted of its fact",
    [
      run(1, [subject("fact SHOP-1")]),
      run(2, [{ ...found, aliases: ["fact SHOP-1"] }]),
      run(20, [], [{ ...found, aliases: ["fact SHOP-1"] }]),
      run(21, [], [{ ...found, aliases: ["fact SHOP-1"] }]),
    ],
    ["fact SHOP-1 breaking", "", "finding b breaking gone", ""],
  ],
  [
    "when it is a finding that is gone, after runs that left that open, and again when it is back",
    [run(1, [found]), run(2, []), run(4, [], [found]), run(5, [found])],
    ["finding b breaking", "", "finding b breaking gone", "finding b breaking"],
  ],
])("somebody is alerted of a change %s", (_, runs, expected) => {
  expect(shown(runs)).toEqual(expected);
});

const subjects = fc
  .subarray(["a", "b", "c"])
  .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom(subject(id), subject(id, "warning")))));

/** Runs as drift has them: what is open stays so until it is gone or accepted, and what is confirmed stays so. */
const history = fc
  .array(fc.option(fc.record({ open: subjects, accepts: fc.boolean() }), { freq: 5 }), { maxLength: 12 })
  .map((steps) => {
    let open: readonly AlertSubject[] = [];
    return steps.map((step, at) => {
      if (step === null) return run(at + 1, undefined);
      const before = open;
      open = step.open.map(
        (one) => before.find(({ id, severity }) => id === one.id && severity === "error") ?? one,
      );
      const gone = before.filter(({ id }) => !open.some((one) => one.id === id));
      return run(at + 1, open, step.accepts ? [] : gone);
    });
  });

const severityIn = (found: TargetSubjects | undefined, id: string): AlertSubject["severity"] | undefined =>
  found?.open.find((one) => one.id === id)?.severity;

test("an alert says what was not so in the last run that was judged, and no two are the same", () => {
  fc.assert(
    fc.property(history, (runs) => {
      const all = alertsOf(runs);
      expect(new Set(all.flat().map(({ alert }) => alert)).size).toBe(all.flat().length);
      for (const [at, alerts] of all.entries()) {
        const before = runs.slice(0, at).findLast(({ failure }) => failure === undefined);
        for (const { id, kind, was } of alerts.filter((one) => one.id !== "run")) {
          const [then, now] = [severityIn(before, id), severityIn(runs[at], id)];
          if (kind === "gone")
            expect([then, now]).toEqual([was === "breaking" ? "error" : "warning", undefined]);
          else expect([now, then === now]).toEqual([kind === "breaking" ? "error" : "warning", false]);
        }
      }
    }),
  );
});

test("the same run twice alerts of nothing the second time", () => {
  fc.assert(
    fc.property(history, (runs) => {
      expect(
        alertsOf(runs.flatMap((one) => [one, one]))
          .filter((_, at) => at % 2 === 1)
          .flat(),
      ).toEqual([]);
    }),
  );
});
