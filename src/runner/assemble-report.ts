import type { Fact } from "../model/fact.ts";
import type { Report } from "../model/report.ts";
import type { RunOptions } from "./run-options.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { Stop } from "./troubles.ts";

export interface RunHead {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly stop: Stop | undefined;
}

const withoutVerdict =
  ({ checks, chosen = checks, shard }: RunOptions) =>
  (fact: Fact): string => {
    if (fact.see === "static") return `static: held by ${fact.test ?? "a test of the documents"}`;
    const holders = checks.filter(({ facts }) => facts.includes(fact.id));
    if (holders.length === 0) return "no check yet";
    if (!holders.some((check) => chosen.includes(check))) return "not selected";
    return shard === undefined ? "not reached" : "not reached in this shard";
  };

/** Known findings that are gone. A run that was cut short, or judged only a part, cannot tell. */
const resolvedOf = (options: RunOptions, head: RunHead, seen: ReadonlySet<string>): readonly string[] => {
  const { checks, chosen = checks, shard, baseline } = options;
  const isWhole = head.stop === undefined && shard === undefined && chosen.length === checks.length;
  return isWhole ? [...baseline].filter((one) => !seen.has(one)).toSorted() : [];
};

/** The report of a run that has come to its end, whatever it ended by. */
export const assembleReport = (options: RunOptions, board: Scoreboard, head: RunHead): Report => {
  const facts = board.facts(withoutVerdict(options));
  const findings = board.findings();
  const count = (status: string): number => facts.filter((fact) => fact.status === status).length;
  const severity = (name: string): number => findings.filter((finding) => finding.severity === name).length;
  return {
    tool: { name: "tripact", version: options.version },
    run: {
      id: head.id,
      seed: options.seed,
      targets: options.target.baseUrls,
      complete: head.stop === undefined,
      ...(head.stop === undefined ? {} : { stopped: head.stop.message }),
      startedAt: new Date(head.startedAt).toISOString(),
      elapsedMs: Math.round(options.clock.now() - head.startedAt),
    },
    summary: {
      facts: {
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        total: facts.length,
      },
      findings: { error: severity("error"), warning: severity("warning"), info: severity("info") },
      requests: options.target.requests(),
    },
    facts,
    findings,
    unknowns: board.unknowns(),
    resolved: resolvedOf(options, head, new Set(findings.map((finding) => finding.fingerprint))),
  };
};
