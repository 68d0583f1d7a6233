import { describe, expect, test } from "vitest";
import type { Drift, DriftReport, RunSummary } from "../../../src/harness/model/drift.ts";
import { driftText, historyTexts } from "../../../src/harness/reporters/drift-console.ts";
import { driftAnnotations, driftSummary } from "../../../src/harness/reporters/drift-github.ts";
import { history } from "./input.ts";

const target = { interface: "donation", address: "https://d.example.org", organization: "default" } as const;

const drift = (state: Drift["state"], more: Partial<Drift> = {}): Drift => ({
  fingerprint: "0123456789ab",
  target,
  kind: "null-appeared",
  impact: "breaking",
  severity: "error",
  operation: "listDonors",
  status: 200,
  variant: "",
  pointer: "/items/*/name",
  message: "`/items/*/name`, so far string, is null in 4 of 40.",
  before: "string",
  now: "null",
  seenBefore: { count: 0, of: 400 },
  seenSince: { count: 4, of: 40 },
  chance: 1e-6,
  confidence: "confirmed",
  state,
  firstSeen: "2025-01-06T02:00:00.000Z",
  lastSeen: "2025-01-08T02:00:00.000Z",
  toldAt: "2025-01-07T02:00:00.000Z",
  nights: 3,
  ...more,
});

const night = (status: RunSummary["status"], breaking = 0): RunSummary => ({
  night: 3,
  startedAt: "2025-01-08T02:00:00.000Z",
  seed: 1,
  version: "0.0.0",
  status,
  ...(status === "failed" ? { reason: "no answer: the address cannot be reached (ECONNREFUSED)" } : {}),
  requests: 60,
  answers: 58,
  operations: 1,
  drift: { new: 0, standing: 0, back: 0, gone: 0, inconclusive: 0, breaking },
  findings: { error: 0, warning: 0, info: 0 },
});

const report = (
  all: readonly Drift[],
  more: Partial<DriftReport> = {},
  status: RunSummary["status"] = "compared",
) => ({
  tool: { name: "tripact", version: "0.0.0" } as const,
  run: { id: "r", seed: 1, startedAt: "2025-01-08T02:00:00.000Z", complete: true, requests: 60 },
  store: "s.sqlite",
  results: [{ target, night: night(status, all.length), drift: all, groups: [], notSampled: ["listGifts"] }],
  findings: [],
  exitCode: 0,
  ...more,
});

const plain = { color: false, quiet: false, lineWidth: Infinity };

describe("a night for people", () => {
  test("says of each drift since when it is known, how sure it is and what would settle it", () => {
    const all = [
      drift("new"),
      drift("standing"),
      drift("back"),
      drift("gone"),
      drift("inconclusive", {
        confidence: "inconclusive",
        severity: "info",
        settledBy: "7 more samples like these would settle it",
      }),
    ];
    const text = String(driftText(report(all, { exitCode: 1 }), plain));
    expect(text.split("\n")).toEqual([
      "donation https://d.example.org  run 3: 58 answers, 1 operation",
      ...["NEW", "known since 2025-01-07", "BACK, known since 2025-01-07", "gone"].flatMap((label) => [
        `  ${label}  null-appeared · breaking, confirmed · listDonors 200 /items/*/name  0123456789ab`,
        "    `/items/*/name`, so far string, is null in 4 of 40. First seen 2025-01-06, last 2025-01-08.",
      ]),
      "  inconclusive  null-appeared · breaking · listDonors 200 /items/*/name  0123456789ab",
      "    `/items/*/name`, so far string, is null in 4 of 40. First seen 2025-01-06, last 2025-01-08.",
      "    7 more samples like these would settle it.",
      "  not sampled in this run: listGifts",
      "breaking drift. To accept a change that is meant: tripact drift accept FINGERPRINT (60 requests)",
      "",
    ]);
  });

  test("is silent about a quiet night where only what is wrong is wanted, and never about a failed one", () => {
    const quiet = { color: false, quiet: true, lineWidth: Infinity };
    expect(String(driftText(report([]), quiet))).toBe("");
    const failed = String(driftText(report([], { exitCode: 3 }, "failed"), quiet));
    expect(failed).toContain("failed run: no answer");
    expect(failed).toContain("could not be judged");
    expect(String(driftText(report([]), plain))).toContain("no drift");
    expect(String(driftText(report([], {}, "failed"), plain))).not.toContain("no drift");
  });

  test("tells how every operation moved", () => {
    const text = [...historyTexts(history, plain)].join("");
    expect(text).toContain("failed: donation: cannot be reached");
    expect([...historyTexts([], plain)].join("")).toBe("no run yet\n");
  });
});

describe("a night for GitHub", () => {
  test("annotates what stands by its weight, and a failed night, and nothing else", () => {
    const all = [
      drift("new"),
      drift("standing", { severity: "warning" }),
      drift("gone"),
      drift("inconclusive"),
    ];
    const lines = driftAnnotations(report(all)).trimEnd().split("\n");
    expect(lines.map((line) => line.slice(0, line.indexOf(" ")))).toEqual(["::error", "::warning"]);
    expect(driftAnnotations(report([], {}, "failed"))).toMatch(
      /^::error title=failed run of donation::no answer/,
    );
    const many = Array.from({ length: 30 }, () => drift("new"));
    expect(driftAnnotations(report(many)).trimEnd().split("\n")).toHaveLength(10);
  });

  test("lets no name of a target begin a command, a row or a tag", () => {
    const odd = drift("new", { pointer: "/a|b\n::error::x <script>", message: "a\n::set-output name=x::y" });
    expect(
      driftAnnotations(report([odd]))
        .trimEnd()
        .split("\n"),
    ).toHaveLength(1);
    const summary = driftSummary(report([odd]));
    expect(summary).not.toContain("<script>");
    expect(summary.split("\n").filter((line) => line.startsWith("| new "))).toHaveLength(1);
    expect(summary).toContain("a&#124;b");
  });
});
