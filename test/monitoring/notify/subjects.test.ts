import { expect, test } from "vitest";
import type { DriftGroup, DriftReport, RunSummary } from "../../../src/core/model/drift.ts";
import { subjectsOf } from "../../../src/monitoring/notify/subjects.ts";
import { driftGroup, driftReport } from "../drift/drift-group.ts";
import { finding } from "../../report/events.ts";
import { problemsOf } from "../../../src/core/problems/problems-of.ts";
import { dayOf, target } from "./runs.ts";

const group = (more: Partial<DriftGroup>): DriftGroup =>
  driftGroup("new", {
    interface: "shop",
    kind: "field-removed",
    title: "`Order.note` is gone",
    message: "`Order.note`, always there until now, is absent in `listOrders`.",
    model: "Order",
    types: [],
    operations: ["listOrders", "readOrder"],
    before: "note: string",
    now: "absent",
    advice: "Do not read `note` any more.",
    firstSeen: dayOf(1),
    toldAt: dayOf(1),
    lastSeen: dayOf(2),
    changes: ["0123456789ab"],
    ...more,
  });

const report = (
  groups: readonly DriftGroup[],
  findings: DriftReport["findings"] = [],
  night: Partial<RunSummary> = {},
): DriftReport => driftReport(groups, { target, findings, night: { startedAt: dayOf(2), ...night } });

test("lines about a change say where it is and how to accept it", () => {
  const [subjects] = subjectsOf(report([group({})]));
  expect(subjects?.open).toEqual([
    {
      id: "0123456789ab",
      aliases: ["0123456789ab", "0123456789ab"],
      target,
      severity: "error",
      title: "shop (north): Order.note is gone",
      text: [
        "Order.note is gone in listOrders and readOrder.",
        "Before: note: string. Now: absent.",
        "breaking, confirmed; first seen 2026-01-01.",
        "Do not read note any more.",
        "To accept it: tripact drift accept 0123456789ab",
      ].join("\n"),
    },
  ]);
});

test("what is no risk, inconclusive or accepted is no subject; what is gone is one", () => {
  const groups = [
    group({ severity: "info", impact: "additive" }),
    group({ state: "inconclusive" }),
    group({ state: "accepted" }),
    group({ state: "gone", fingerprint: "ba9876543210" }),
    group({ state: "standing", severity: "warning", fingerprint: "aaaaaaaaaaaa" }),
  ];
  const [subjects] = subjectsOf(report(groups));
  expect(subjects?.open.map(({ id }) => id)).toEqual(["aaaaaaaaaaaa"]);
  expect(subjects?.gone).toMatchObject([
    {
      id: "ba9876543210",
      text: "Order.note is gone in listOrders and readOrder.\nSeen from 2026-01-01 to 2026-01-02.",
    },
  ]);
});

test("a run that failed is one subject, and nothing in it breaks a line", () => {
  const [subjects] = subjectsOf(report([], [], { reason: "no answer\u2028\u001b[31m" }));
  expect(subjects?.failure).toMatchObject({
    title: "shop (north) could not be read",
    text: "https://shop.example.org: no answer\\u2028\\u001b[31m\nWhat it would have shown is unknown.",
  });
});

test("a run that reads an interface again says since when it could not, and why", () => {
  const [seen] = problemsOf({
    findings: [],
    results: [{ target, drift: [], groups: [], failure: "no answer" }],
  });
  if (seen === undefined) throw new Error("a failed run is a problem");
  const gone = { ...seen, state: "gone", since: dayOf(1), lastSeen: dayOf(2) } as const;
  const [subjects] = subjectsOf({ ...report([]), problems: [gone] });
  expect(subjects?.recovery).toMatchObject({
    title: "shop (north) can be read again",
    text: "no answer\nSeen from 2026-01-01 to 2026-01-02.",
  });
});

test("what a run found broken is one subject for each cause, however many findings it has, unless they are known", () => {
  const of = { fact: "SHOP-1", interface: "shop", message: "`total` is 4\u2028 of 5" };
  const findings = [
    finding({ ...of, fingerprint: "0000000000aa", operation: "listOrders" }),
    finding({ ...of, fingerprint: "0000000000bb", operation: "findOrders" }),
    finding({ ...of, fact: "SHOP-2", known: true }),
    finding({ ...of, fact: "SHOP-3", severity: "warning" }),
    finding({ ...of, fact: "SHOP-4", interface: "bank" }),
  ];
  const [subjects] = subjectsOf(report([], findings, { status: "baseline" }));
  expect(subjects?.open).toEqual([
    {
      id: expect.stringMatching(/^finding [0-9a-f]{12}$/),
      aliases: ["fact SHOP-1"],
      target,
      severity: "error",
      title: "shop (north): total is 4\\u2028 of 5",
      text: [
        "total is 4\\u2028 of 5",
        "At shop listOrders /noteDate: expected string, date, actual string(10).",
        "2 findings of contact-note-fields against the OpenAPI documents.",
        "If it is known: tripact check --write-baseline FILE, and name FILE under baseline in the configuration",
      ].join("\n"),
    },
  ]);
  const failed = subjectsOf(report([], findings, { reason: "no answer" }));
  expect(failed[0]?.open).toEqual([]);
});

test("a run that was cut short is one subject, until a run is complete", () => {
  const good = report([]);
  const stopped = problemsOf({ findings: [], results: [], stopped: "the budget is spent" });
  const [, whole] = subjectsOf({ ...good, problems: stopped });
  expect(whole).toMatchObject({
    failure: { title: "the run is incomplete", text: expect.stringMatching(/^the budget is spent/) },
  });
  expect(subjectsOf(good)[1]).toMatchObject({ recovery: { title: "runs are complete again" }, open: [] });
});
