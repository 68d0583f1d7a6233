import { createHash } from "node:crypto";
import { parse } from "marked";
import { describe, expect, test } from "vitest";
import { type Issue, type IssueTracker, syncIssues as sync } from "../../../src/harness/drift/issues.ts";
import type { Finding } from "../../../src/harness/model/finding.ts";
import type { DriftGroup, DriftReport, DriftTarget, RunSummary } from "../../../src/harness/model/drift.ts";
import { issueText } from "../../../src/harness/reporters/problem-markdown.ts";
import { finding } from "../reporters/events.ts";
import { driftGroup, driftReport } from "./drift-group.ts";

const syncIssues = (report: DriftReport, tracker: IssueTracker) =>
  sync(report, tracker, (problem, targets, elsewhere) =>
    issueText(problem, targets, elsewhere, { typesPackage: "the-types" }),
  );

/** A tracker that keeps its issues in a list; what trackers' APIs are asked is proven in trackers.test.ts. */
const createTracker = (issues: Issue[] = []) => {
  const log: string[] = [];
  const tracker: IssueTracker = {
    async list() {
      log.push("list");
      return [...issues];
    },
    async open(title, body) {
      log.push("open");
      issues.push({ number: issues.length + 1, title, body, isOpen: true });
    },
    async change(number, change) {
      log.push("change");
      issues.splice(number - 1, 1, ...issues.slice(number - 1, number).map((one) => ({ ...one, ...change })));
    },
  };
  return { issues, log, tracker };
};

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
    const { issues, log, tracker } = createTracker();
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(issues[0]).toMatchObject({ isOpen: true });
    expect(issues[0]?.title).toBe("donation: Donor.giftCount, so far integer, is string");

    log.length = 0;
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual(nothing);
    expect(log).toEqual(["list"]);

    const again = driftGroup("standing", { lastSeen: "2025-01-07T02:00:00.000Z" });
    expect(await syncIssues(report([again]), tracker)).toEqual({ ...nothing, updated: 1 });
    expect(issues[0]?.body).toContain("2025-01-07");
    expect(await syncIssues(report([driftGroup("gone")]), tracker)).toEqual({ ...nothing, closed: 1 });
    expect(issues[0]?.isOpen).toBe(false);
    expect(await syncIssues(report([]), tracker)).toEqual(nothing);
    expect(await syncIssues(report([driftGroup("back")]), tracker)).toEqual({ ...nothing, reopened: 1 });
    expect(issues[0]?.isOpen).toBe(true);
    expect(issues).toHaveLength(1);
  });

  test("stays open while another organization still shows it, and when a night tells nothing", async () => {
    const { issues, tracker } = createTracker();
    await syncIssues(report([driftGroup("new")]), tracker);
    await syncIssues(report([driftGroup("new")], "compared", other), tracker);
    expect(issues).toHaveLength(1);
    expect(await syncIssues(report([], "failed"), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(issues[1]?.title).toBe("donation: donation could not be read");
    expect(await syncIssues(report([], "baseline"), tracker)).toEqual(nothing);
    await syncIssues(report([]), tracker);
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    expect(await syncIssues(report([], "compared", other), tracker)).toEqual({ ...nothing, closed: 1 });
  });

  test("is one for a field that is renamed in all models, with what findings say of it", async () => {
    const { issues, tracker } = createTracker();
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
    expect(await syncIssues(report(renamed.slice(0, 1)), tracker)).toEqual({ ...nothing, opened: 1 });
    // What other models show later is the same issue.
    expect(await syncIssues(report(renamed), tracker)).toEqual({ ...nothing, updated: 1 });
    expect(issues.map(({ title }) => title)).toEqual(["donation: Donor.modified is now called changed"]);
    expect(await syncIssues(report([]), tracker)).toEqual({ ...nothing, closed: 1 });
  });

  test("is none for what is inconclusive", async () => {
    const { issues, tracker } = createTracker();
    await syncIssues(report([driftGroup("inconclusive")]), tracker);
    expect(issues).toEqual([]);
  });

  test("leaves alone what somebody else has written", async () => {
    const { issues, log, tracker } = createTracker(Array.from({ length: 3 }, (_, at) => open(at + 1, "own")));
    await syncIssues(report([driftGroup("new")]), tracker);
    expect(await syncIssues(report([driftGroup("new")]), tracker)).toEqual(nothing);
    expect(log).toEqual(["list", "open", "list"]);
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true]);
  });

  test("says which target and organization it is, and how many others had it before", async () => {
    const { issues, tracker } = createTracker();
    await syncIssues(report([driftGroup("new")]), tracker);
    await syncIssues(report([driftGroup("new")], "compared", other), tracker);
    expect(issues[0]?.body).toContain(
      "donation https&#58;//secret-host.example.org (Other)".replace("(", "&#40;").replace(")", "&#41;"),
    );
    expect(issues[0]?.body).toContain("1 more, not checked in this run");
  });

  test("takes over the issue that an earlier version opened for one of its changes, and closes the others", async () => {
    const body = (fingerprint: string) => `x\n<!-- tripact-drift ${fingerprint} [${keyOf(target)}] -->`;
    const { issues, tracker } = createTracker(
      ["00000000000a", "00000000000b"].map((fingerprint, at) => open(at + 1, body(fingerprint))),
    );
    expect(await syncIssues(report([driftGroup("standing")]), tracker)).toEqual({
      ...nothing,
      updated: 1,
      closed: 1,
    });
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    expect(issues[0]?.body).toContain("<!-- tripact-drift 0123456789ab [");
    expect(await syncIssues(report([driftGroup("standing")]), tracker)).toEqual(nothing);
  });

  test("is opened for what findings show, and closed by a run that tries everything and finds it kept", async () => {
    const { issues, tracker } = createTracker();
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
    const sampled = (one: DriftReport): DriftReport => ({ ...one, run: { ...one.run, sampled: true } });
    expect(await syncIssues(broken(false), tracker)).toEqual({ ...nothing, opened: 1 });
    expect(issues[0]?.title).toBe("donation: noteDate is not a date");
    expect(issues[0]?.body).toContain("<code>donation listGifts /noteDate</code>");
    expect(await syncIssues(broken(false), tracker)).toEqual(nothing);
    expect(await syncIssues(sampled(report([])), tracker)).toEqual(nothing);
    expect(await syncIssues(report([], "baseline"), tracker)).toEqual(nothing);
    expect(await syncIssues(report([]), tracker)).toEqual({ ...nothing, closed: 1 });
    expect(await syncIssues(sampled(broken(false)), tracker)).toEqual({ ...nothing, reopened: 1 });
    // The baseline lists it now.
    expect(await syncIssues(sampled(broken(true)), tracker)).toEqual({ ...nothing, closed: 1 });
  });

  test("holds nothing that mentions, links or runs", async () => {
    const { issues, tracker } = createTracker();
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
    await syncIssues(report([odd]), tracker);
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
  const { tracker } = createTracker();
  const broken = { ...tracker, open: () => Promise.reject(new Error("no luck")) };
  const groups = [driftGroup("new")];
  expect(await syncIssues(report(groups), broken)).toEqual({ ...nothing, failure: "no luck" });
  expect(await syncIssues(report(groups), tracker)).toEqual({ ...nothing, opened: 1 });
});
