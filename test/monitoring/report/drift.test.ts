import { parse } from "marked";
import { describe, expect, test } from "vitest";
import type { DriftGroup, DriftReport } from "../../../src/core/model/drift.ts";
import { driftText } from "../../../src/monitoring/report/drift-console.ts";
import { historyTexts } from "../../../src/monitoring/report/drift-history.ts";
import { driftSummary, problemAnnotations } from "../../../src/report/github.ts";
import { driftGroup, driftReport } from "../drift/drift-group.ts";
import { finding } from "../../report/events.ts";
import { history } from "../../report/input.ts";

/** Groups as runs find them: each with a fingerprint of its own. */
const apart = (all: readonly DriftGroup[]): readonly DriftGroup[] =>
  all.map((group, index) => ({ ...group, fingerprint: `${index}`.padStart(12, "0"), changes: [] }));

const report = (
  groups: readonly DriftGroup[],
  more: Partial<DriftReport> = {},
  status?: "failed",
): DriftReport =>
  driftReport(groups.length === 1 ? groups : apart(groups), {
    ...(status === undefined
      ? {}
      : { night: { reason: "no answer: the address cannot be reached (ECONNREFUSED)" } }),
    ...more,
  });

/** As GitHub shows it. */
const rendered = (markdown: string): string => parse(markdown, { async: false });

const plain = { color: false, quiet: false, lineWidth: Infinity };

describe("a run for people", () => {
  test("says of each problem what happened, and of what is new where, since when and what to do", () => {
    const all = [
      driftGroup("new", { curl: "curl -i https://d.example.org/api" }),
      driftGroup("standing"),
      driftGroup("back"),
      driftGroup("gone"),
      driftGroup("inconclusive", {
        confidence: "inconclusive",
        severity: "info",
        settledBy: "7 more samples like these would settle it",
      }),
    ];
    const what = "Donor.giftCount, so far integer, is string in listDonors and queryDonors";
    const sure = (digit: number) => `(breaking, confirmed, 00000000000${digit})`;
    const details = (digit: number, curl: readonly string[] = []) => [
      "    before      integer",
      "    now         string",
      "    to do       Read Donor.giftCount as string. Accept integer as well while the change is rolled out.",
      "    since       2025-01-06; the last run without it was on 2025-01-05",
      ...curl,
      "    evidence    breaking, confirmed: seen in 40 of 40 samples since, in 0 of 200 before",
      `    if meant    tripact drift accept 00000000000${digit}`,
    ];
    const text = String(driftText(report(all, { exitCode: 1 }), plain));
    expect(text.split("\n")).toEqual([
      "donation https://d.example.org  run 3: 58 answers, 1 operation",
      "  inconclusive  Donor.giftCount, so far integer, is string (7 more samples like these would settle it)",
      "  not sampled in this run: listGifts",
      `  NEW ${what} ${sure(0)}`,
      ...details(0, ["    reproduce   curl -i https://d.example.org/api"]),
      `  BACK ${what} ${sure(2)}`,
      ...details(2),
      `  known since 2025-01-06 ${what} ${sure(1)}`,
      `  gone ${what} ${sure(3)}`,
      "breaking drift. If it is intended: tripact drift accept 000000000000 000000000002 000000000001 (60 requests)",
      "",
    ]);
  });

  test("says of each finding what is wrong, and below it where, within the width of the terminal", () => {
    const findings = [finding({ fingerprint: "0123456789ab" }), finding({ known: true })];
    const text = String(driftText(report([], { exitCode: 1, findings }), { ...plain, lineWidth: 48 }));
    expect(text.match(/noteDate is not a date/g)).toHaveLength(1);
    expect(text).toContain(
      "  error noteDate is not a date\n    at          crm replaceContactNote /noteDate\n",
    );
    expect(text).toContain("    check       contact-note-fields\n    fingerprint 0123456789ab\n");
  });

  test("does not repeat an open problem in full, and shows one problem for a change of all models", () => {
    const renamed = (model: string): DriftGroup =>
      driftGroup("new", {
        kind: "field-renamed",
        model,
        title: `\`${model}.modified\` is now called \`changed\``,
        before: "modified: string",
        now: "changed: string",
      });
    const text = String(driftText(report(["Donor", "Gift", "Segment"].map(renamed)), plain));
    expect(text.match(/is now called/g)).toHaveLength(1);
    expect(text).toContain("NEW modified is now called changed in Donor, Gift and Segment in listDonors");
  });

  test("names the baseline where only the OpenAPI documents are broken", () => {
    expect(String(driftText(report([], { exitCode: 1 }), plain))).toContain(
      "If findings are known: tripact check --write-baseline FILE, and name FILE under baseline",
    );
  });

  test("gives the time where a change and the last run without it are of one day", () => {
    const group = driftGroup("new", {
      firstSeen: "2025-01-06T02:10:07.000Z",
      toldAt: "2025-01-06T02:10:07.000Z",
      lastGood: "2025-01-06T01:59:00.000Z",
    });
    expect(String(driftText(report([group]), plain))).toContain(
      "since       2025-01-06 at 02:10:07 UTC; the last run without it was on 2025-01-06 at 01:59:00 UTC",
    );
  });

  test("is silent about a quiet night where only what is wrong is wanted, and never about a failed one", () => {
    const quiet = { color: false, quiet: true, lineWidth: Infinity };
    expect(String(driftText(report([]), quiet))).toBe("");
    const failed = String(driftText(report([], { exitCode: 3 }, "failed"), quiet));
    expect(failed).toContain("failed run: no answer");
    expect(failed.match(/ECONNREFUSED/g)).toHaveLength(1);
    const again = report([], {}, "failed");
    const problems = again.problems.map((one) => ({
      ...one,
      state: "open" as const,
      since: "2025-01-06T02:00:00Z",
    }));
    expect(String(driftText({ ...again, problems }, plain))).toContain(
      "failed run since 2025-01-06: no answer",
    );
    expect(failed).toContain("could not be judged");
    expect(String(driftText(report([]), plain))).toContain("no drift");
    expect(String(driftText(report([], {}, "failed"), plain))).not.toContain("no drift");
  });

  test("tells how every operation moved", async () => {
    const text = (await Array.fromAsync(historyTexts(history, plain))).join("");
    expect(text).toContain("failed: donation: cannot be reached");
    expect((await Array.fromAsync(historyTexts([], plain))).join("")).toBe("no run yet\n");
  });
});

describe("a night for GitHub", () => {
  test("annotates what is there by its weight, and a failed run, and nothing else", () => {
    const all = [
      driftGroup("new"),
      driftGroup("standing", { severity: "warning" }),
      driftGroup("gone"),
      driftGroup("inconclusive"),
    ];
    const lines = problemAnnotations(report(all).problems).trimEnd().split("\n");
    expect(lines.map((line) => line.slice(0, line.indexOf(" ")))).toEqual(["::error", "::warning"]);
    expect(problemAnnotations(report([], {}, "failed").problems)).toMatch(
      /^::error title=donation could not be read::donation could not be read: no answer/,
    );
    const many = Array.from({ length: 30 }, () => driftGroup("new"));
    expect(
      problemAnnotations(report(many).problems)
        .split("\n")
        .filter((line) => line.startsWith("::")),
    ).toHaveLength(10);
  });

  test("lets no name of a target begin a command, a row or a tag", () => {
    const hostile = "/a|b\n::error::x <script> `code` ::set-output name=x::y";
    const odd = driftGroup("new", { title: hostile, message: hostile, before: hostile, advice: hostile });
    const one = report([odd, { ...odd, state: "standing" }]);
    expect(problemAnnotations(one.problems).trimEnd().split("\n")).toHaveLength(2);
    const page = rendered(driftSummary(one, { typesPackage: "types" }));
    expect(page).not.toContain("<script>");
    expect(page.match(/<h3>/g)).toHaveLength(1);
    expect(page.match(/<table>/g)).toHaveLength(2);
  });

  test("shows names as code, in the summary and nowhere else as backticks", () => {
    const all = [driftGroup("new")];
    const one = report(all);
    const page = rendered(
      driftSummary(one, { typesPackage: "the-types", reportUrl: "https://ci.example.org/run/1" }),
    );
    for (const name of ["Donor.giftCount", "listDonors", "the-types", "0123456789ab"])
      expect(page).toContain(`<code>${name}</code>`);
    expect(page).toContain("https://ci.example.org/run/1");
    expect(page).not.toContain("`");
    expect(problemAnnotations(one.problems)).not.toContain("`");
    expect(String(driftText(one, plain))).not.toContain("`");
  });
});
