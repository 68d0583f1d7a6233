import { createHash } from "node:crypto";
import { parse } from "marked";
import { describe, expect, test } from "vitest";
import type { Issue } from "../../../src/monitoring/drift/issues.ts";
import type { Finding } from "../../../src/core/model/finding.ts";
import type { DriftGroup, DriftReport, DriftTarget, RunSummary } from "../../../src/core/model/drift.ts";
import type { Problem } from "../../../src/core/model/problem.ts";
import { finding } from "../../report/events.ts";
import { driftGroup, driftReport } from "./drift-group.ts";
import { createTracker } from "./memory-tracker.ts";

const open = (number: number, body: string): Issue => ({ number, title: "x", body, isOpen: true });

const target: DriftTarget = {
  interface: "donation",
  address: "https://secret-host.example.org",
  organization: "Acme",
};
const keyOf = ({ interface: name, address, organization }: DriftTarget): string =>
  createHash("sha256").update(`${name}\n${address}\n${organization}`).digest("hex").slice(0, 8);

const other: DriftTarget = { ...target, organization: "Other" };

/** The report of a run that ended so. */
const report = (
  groups: readonly DriftGroup[],
  status: RunSummary["status"] = "compared",
  of: DriftTarget = target,
  findings: readonly Finding[] = [],
): DriftReport =>
  driftReport(groups, {
    target: of,
    findings,
    night: { status, ...(status === "failed" ? { reason: "no answer" } : {}) },
  });

const nothing = { opened: 0, updated: 0, reopened: 0, closed: 0 };

describe("one issue for each drift", () => {
  test("is opened once, brought up to date, closed and reopened", async () => {
    const { issues, log, sync } = createTracker();
    expect(await sync(report([driftGroup("new")]))).toEqual({ ...nothing, opened: 1 });
    expect(issues[0]).toMatchObject({ isOpen: true });
    expect(issues[0]?.title).toBe("donation: Donor.giftCount, so far integer, is string");

    log.length = 0;
    expect(await sync(report([driftGroup("new")]))).toEqual(nothing);
    expect(log).toEqual(["list"]);

    const again = driftGroup("standing", { lastSeen: "2025-01-07T02:00:00.000Z" });
    expect(await sync(report([again]))).toEqual({ ...nothing, updated: 1 });
    expect(issues[0]?.body).toContain("2025-01-07");
    expect(await sync(report([driftGroup("gone")]))).toEqual({ ...nothing, closed: 1 });
    expect(issues[0]?.isOpen).toBe(false);
    expect(await sync(report([]))).toEqual(nothing);
    expect(await sync(report([driftGroup("back")]))).toEqual({ ...nothing, reopened: 1 });
    expect(issues[0]?.isOpen).toBe(true);
    expect(issues).toHaveLength(1);
  });

  test("stays open while another organization still shows it, and when a night tells nothing", async () => {
    const { issues, sync } = createTracker();
    await sync(report([driftGroup("new")]));
    await sync(report([driftGroup("new")], "compared", other));
    expect(issues).toHaveLength(1);
    expect(await sync(report([], "failed"))).toEqual({ ...nothing, opened: 1 });
    expect(issues[1]?.title).toBe("donation could not be read");
    expect(await sync(report([], "baseline"))).toEqual(nothing);
    await sync(report([]));
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    expect(await sync(report([], "compared", other))).toEqual({ ...nothing, closed: 1 });
  });

  test("is one for a field that is renamed in all models, with what findings say of it", async () => {
    const { issues, sync } = createTracker();
    const renamed = ["Donor", "Gift", "Segment"].map((model, index) =>
      driftGroup("new", {
        fingerprint: `${index}`.padStart(12, "0"),
        kind: "field-renamed",
        model,
        title: `\`${model}.modified\` is now called \`changed\``,
        before: "modified: string",
        now: "changed: string",
        changes: [],
      }),
    );
    expect(await sync(report(renamed.slice(0, 1)))).toEqual({ ...nothing, opened: 1 });
    // What other models show later is the same issue.
    expect(await sync(report(renamed))).toEqual({ ...nothing, updated: 1 });
    expect(issues.map(({ title }) => title)).toEqual(["donation: Donor.modified is now called changed"]);
    expect(await sync(report([]))).toEqual({ ...nothing, closed: 1 });
  });

  test("is none for what is inconclusive", async () => {
    const { issues, sync } = createTracker();
    await sync(report([driftGroup("inconclusive")]));
    expect(issues).toEqual([]);
  });

  test("leaves alone what somebody else has written", async () => {
    const { issues, log, sync } = createTracker(Array.from({ length: 3 }, (_, at) => open(at + 1, "own")));
    await sync(report([driftGroup("new")]));
    expect(await sync(report([driftGroup("new")]))).toEqual(nothing);
    expect(log).toEqual(["list", "open", "list"]);
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true]);
  });

  test("says what to do and how to see it, which target and organization it is, and how many others had it before", async () => {
    const { issues, sync } = createTracker();
    const group = driftGroup("new", { curl: "curl -i https://d.example.org/api/Donor/list" });
    await sync(report([group]));
    await sync(report([group], "compared", other));
    for (const part of ["**What to do:** ", "| since |", "| target |", "curl -i ", "tripact drift accept "])
      expect(issues[0]?.body).toContain(part);
    expect(issues[0]?.body).toContain(
      "donation https&#58;//secret-host.example.org (Other)".replace("(", "&#40;").replace(")", "&#41;"),
    );
    expect(issues[0]?.body).toContain("1 more, not checked in this run");
  });

  test("takes over the issue that an earlier version opened for one of its changes, and closes the others", async () => {
    const body = (fingerprint: string) => `x\n<!-- tripact-drift ${fingerprint} [${keyOf(target)}] -->`;
    const { issues, sync } = createTracker(
      ["00000000000a", "00000000000b"].map((fingerprint, at) => open(at + 1, body(fingerprint))),
    );
    expect(await sync(report([driftGroup("standing")]))).toEqual({
      ...nothing,
      updated: 1,
      closed: 1,
    });
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    expect(issues[0]?.body).toContain("<!-- tripact-drift 0123456789ab [");
    expect(await sync(report([driftGroup("standing")]))).toEqual(nothing);
  });

  test("is opened for what findings show, and closed by a run after which it is gone", async () => {
    const { issues, sync, tracker } = createTracker();
    const broken = (known: boolean): DriftReport =>
      report([], "compared", target, [
        finding({
          fingerprint: "00000000000a",
          fact: "DON-03",
          interface: "donation",
          operation: "listGifts",
          known,
        }),
      ]);
    const { problems } = broken(false);
    expect(await sync(broken(false))).toEqual({ ...nothing, opened: 1 });
    expect(issues[0]?.title).toBe("donation: noteDate is not a date");
    expect(issues[0]?.body).toContain("<code>donation listGifts /noteDate</code>");
    expect(await sync(broken(false))).toEqual(nothing);
    // It may still be there: a run tries only a part.
    expect(await sync(report([]), tracker, problems)).toEqual(nothing);
    expect(await sync(report([], "baseline"))).toEqual(nothing);
    expect(await sync(report([]))).toEqual({ ...nothing, closed: 1 });
    expect(await sync(broken(false))).toEqual({ ...nothing, reopened: 1 });
    // So may be a problem that has it as a part: a group, or one of several locations.
    const [id = ""] = problems.map(({ fingerprint }) => fingerprint);
    const whole = (part: Partial<Problem>) =>
      problems.map((one) => ({ ...one, fingerprint: "00000000000b", facts: [], ...part }));
    const places = problems.flatMap((one) => one.places.map((place) => ({ ...place, fingerprint: id })));
    for (const still of [whole({ places }), whole({ groups: [id] })])
      expect(await sync(report([]), tracker, still)).toEqual(nothing);
    // The baseline lists it now.
    expect(await sync(broken(true))).toEqual({ ...nothing, closed: 1 });
  });

  test("holds nothing that mentions, links or runs", async () => {
    const { issues, sync } = createTracker();
    const hostile = "`@everyone` <script>|#1 [x](https://evil.example) ```\n# x";
    const odd = driftGroup("new", {
      title: hostile,
      message: hostile,
      advice: hostile,
      before: hostile,
      now: hostile,
      types: [hostile],
      operations: [hostile],
      curl: hostile,
    });
    await sync(report([odd]));
    expect(issues[0]?.title).not.toMatch(/@|#/);
    const page = parse(issues[0]?.body ?? "", { async: false });
    expect(page).not.toMatch(/<script|<a |<h1|<img/);
    // The name of a mention is text of a code span or a block: GitHub links none there.
    expect(page.replace(/<(code|pre)[^]*?<\/\1>/g, "")).not.toContain("@everyone");
    expect(page.match(/<table>/g)).toHaveLength(2);
    expect(page.match(/<pre>/g)).toHaveLength(1);
  });
});

test("a tracker that fails in between leaves the rest to the next run", async () => {
  const { sync, tracker } = createTracker();
  const broken = { ...tracker, open: () => Promise.reject(new Error("no luck")) };
  const groups = [driftGroup("new")];
  expect(await sync(report(groups), broken)).toEqual({ ...nothing, failure: "no luck" });
  expect(await sync(report(groups))).toEqual({ ...nothing, opened: 1 });
});
