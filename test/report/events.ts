import type { Finding } from "../../src/core/model/finding.ts";
import type { FactResult, Report } from "../../src/core/model/report.ts";
import type { RunEvent, RunFooter } from "../../src/core/model/run-event.ts";

let made = 0;

/** A finding whose fingerprint is its own unless one is given. */
export const finding = (parts: Partial<Finding> = {}): Finding => {
  made += 1;
  return {
    fingerprint: made.toString(16).padStart(12, "0"),
    fact: "CRM-08",
    check: "contact-note-fields",
    severity: "error",
    interface: "crm",
    operation: "replaceContactNote",
    message: "noteDate is not a date",
    pointer: "/noteDate",
    expected: "string, date",
    actual: "string(10)",
    exchanges: [3],
    curl: `curl -i https://crm.example.org/api/ContactNote/10 -H "Authorization: Bearer $CRM_KEY"`,
    known: false,
    ...parts,
  };
};

export const fact = (id: string, status: FactResult["status"], reason?: string): FactResult => ({
  id,
  status,
  ...(reason === undefined ? {} : { reason }),
  checks: [],
  exchanges: 0,
});

interface Ending {
  readonly facts?: readonly FactResult[];
  readonly findings?: readonly Finding[];
  readonly stopped?: RunFooter["stopped"];
  readonly observed?: number;
  readonly resolved?: readonly string[];
  readonly elapsedMs?: number;
}

export const report = (ending: Ending = {}): Report => {
  const facts = ending.facts ?? [fact("CRM-08", "passed")];
  const findings = ending.findings ?? [];
  const count = (status: string): number => facts.filter((one) => one.status === status).length;
  const severity = (name: string): number => findings.filter((one) => one.severity === name).length;
  return {
    tool: { name: "tripact", version: "1.2.3" },
    run: {
      id: "aaaaaaaaaaaa",
      seed: 7,
      targets: { crm: "https://crm.example.org" },
      complete: ending.stopped === undefined,
      startedAt: "2025-03-01T12:00:00.000Z",
      elapsedMs: ending.elapsedMs ?? 3210,
    },
    summary: {
      facts: {
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        total: facts.length,
      },
      findings: { error: severity("error"), warning: severity("warning"), info: severity("info") },
      requests: 42,
    },
    facts,
    findings,
    unknowns: [1, 2, 3].map((index) =>
      index <= (ending.observed ?? 0)
        ? { id: `U-0${index}`, status: "observed", observed: "x", evidence: "y" }
        : { id: `U-0${index}`, status: "open" },
    ),
    resolved: ending.resolved ?? [],
  };
};

export const started: Extract<RunEvent, { type: "run-started" }> = {
  type: "run-started",
  id: "aaaaaaaaaaaa",
  seed: 7,
  version: "1.2.3",
  targets: { crm: "https://crm.example.org", donation: "https://donations.example.org/x" },
  checks: ["contact-note-fields", "page-envelope"],
  startedAt: "2025-03-01T12:00:00.000Z",
};

export const ended = (ending: Ending = {}): RunFooter => ({
  type: "run-ended",
  complete: ending.stopped === undefined,
  ...(ending.stopped === undefined ? {} : { stopped: ending.stopped }),
  report: report(ending),
});

export const exchangeOf = (check: string): RunEvent => ({
  type: "exchange",
  number: 1,
  check,
  exchange: {
    interface: "crm",
    operation: "getContact",
    request: {
      method: "GET",
      url: "https://crm.example.org/api/Contact/1",
      headers: {},
      authorization: "none",
    },
    outcome: { kind: "failure", reason: "timeout", message: "no answer" },
  },
});
