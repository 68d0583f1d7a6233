import { driftGroup } from "../monitoring/drift/drift-group.ts";
import { contract } from "../../src/inputs/contract.ts";
import type { Drift, DriftHistory, DriftResult } from "../../src/core/model/drift.ts";
import type { Problem, ProblemPlace } from "../../src/core/model/problem.ts";
import type { LoggedExchange, ReportInput } from "../../src/core/model/report-input.ts";
import type { RecordingSummary, Report } from "../../src/core/model/report.ts";
import { fact, finding, report } from "./events.ts";

export const loggedExchange = (number: number, parts: Partial<LoggedExchange> = {}): LoggedExchange => ({
  number,
  check: "contact-note-fields",
  interface: "crm",
  operation: "replaceContactNote",
  sentAt: Date.parse("2025-03-01T12:00:00Z") + number * 40,
  method: "PUT",
  url: `https://crm.example.org/api/ContactNote/${number}?x=1&y=a%20b`,
  authorization: "Bearer $CRM_KEY",
  requestHeaders: { "content-type": "application/json" },
  requestBody: '{"note":"text"}',
  answer: {
    kind: "response",
    status: 200,
    headers: { "content-type": "application/json" },
    shape: { id: "integer", noteDate: "string(10)" },
    elapsedMs: 12.25,
  },
  ...parts,
});

export const catalogue: ReportInput["catalogue"] = {
  factGroups: contract.factGroups,
  described: contract.described,
  facts: [
    {
      id: "CRM-08",
      see: "passive",
      statement: "A note's fields.",
      places: ["crm.yaml#/components/schemas/Note"],
      lines: [{ file: "specs/crm.yaml", line: 940, isPackaged: true }],
    },
    { id: "GEN-01", see: "passive", statement: "Amounts are strings.", places: ["crm.yaml#/info"] },
    { id: "DON-03", see: "read", statement: "The total is stable.", places: ["donation.yaml#/info"] },
    { id: "DON-22", see: "static", statement: "Names are stated.", places: ["donation.yaml#/info"] },
    { id: "VOL-01", see: "passive", statement: "Lists carry a total.", places: ["volunteer.yaml#/info"] },
    { id: "EVT-01", see: "read", statement: "Flags decide.", places: ["crm.yaml#/info"] },
  ],
  unknowns: [
    { id: "U-01", question: "Which fields are required?", places: [] },
    { id: "U-02", question: "Which limit applies?", places: [] },
    { id: "U-03", question: "Which default?", places: [] },
  ],
  checks: [
    {
      id: "contact-note-fields",
      title: "Notes have their fields",
      why: "Clients read them.",
      severity: "error",
      facts: ["CRM-08"],
      interfaces: ["crm"],
    },
  ],
};

/** One fact of each outcome, findings of each kind, a run that was cut short. */
export const redNight: Report = report({
  facts: [
    fact("CRM-08", "failed"),
    fact("GEN-01", "failed"),
    fact("DON-03", "failed", "check crashed: boom"),
    fact("DON-22", "skipped", "static: held by a test"),
    fact("VOL-01", "passed"),
    fact("EVT-01", "skipped", "not reached: the budget is spent"),
  ],
  findings: [
    finding({ fingerprint: "00000000000a" }),
    finding({ fingerprint: "00000000000b", message: "`type` is missing", pointer: "/type" }),
    finding({ fingerprint: "00000000000c", fact: "GEN-01", severity: "warning", check: "amounts" }),
    finding({ fingerprint: "00000000000d", fact: "GEN-01", known: true, check: "amounts" }),
  ],
  stopped: { reason: "budget", message: "the budget is spent" },
  observed: 1,
  resolved: ["222222222222"],
});

export const redInput: ReportInput = {
  report: {
    ...redNight,
    run: {
      ...redNight.run,
      stopped: "the budget is spent",
      writes: {
        records: [{ id: "1", interface: "crm", record: "contact note 10", state: "put back" }],
        left: [{ what: "a user stays", times: 2 }],
      },
      redirects: [
        { interface: "crm", operation: "getContact", status: 302, to: "another address", times: 3 },
      ],
    },
  },
  catalogue,
  exchanges: {
    entries: [
      loggedExchange(1),
      loggedExchange(2, { sentAt: undefined, requestBody: undefined, method: "GET", authorization: "none" }),
      loggedExchange(3, { answer: { kind: "failure", reason: "timeout", message: "no answer in 10 s" } }),
    ],
    omitted: 2,
  },
};

export const goodInput: ReportInput = {
  report: report({ facts: [fact("CRM-08", "passed")] }),
  catalogue,
  exchanges: { entries: [loggedExchange(1)], omitted: 0 },
};

/** Two files, of which one breaks off, with requests that nothing documents. */
export const recording: RecordingSummary = {
  files: [
    { file: "night.har", format: "HAR 1.2", entries: 1203 },
    { file: "tests/one.ndjson", format: "NDJSON", entries: 1 },
  ],
  entries: 1204,
  judged: 1200,
  interfaces: { crm: 1200 },
  unanswered: 1,
  withoutBody: 0,
  leftOut: 0,
  unmatched: 3,
  unmatchedRequests: Array.from({ length: 12 }, (_, index) => ({
    method: "GET",
    path: `/api/Thing${index}/{…}`,
    exchanges: 12 - index,
  })),
  troubles: 7,
  troublePlaces: Array.from({ length: 6 }, (_, index) => ({
    place: `night.har: byte ${index}`,
    message: "an entry that is not JSON",
  })),
};

export const recordingInput: ReportInput = {
  report: { ...report({ facts: [fact("CRM-08", "passed")] }), recording },
  catalogue,
};

/** The input with a text in every place that a target, a configuration or a recording has a word in. */
export const inputWith = (texts: readonly string[]): ReportInput => {
  const facts = texts.map((text, index) =>
    fact(`CRM-${index}`, index % 2 === 0 ? "failed" : "skipped", text),
  );
  const findings = texts.map((text, index) =>
    finding({
      fingerprint: index.toString(16).padStart(12, "0"),
      fact: `CRM-${index}`,
      severity: index % 3 === 0 ? "warning" : "error",
      check: text,
      operation: text,
      message: text,
      pointer: `/${text}`,
      expected: text,
      actual: text,
      curl: text,
    }),
  );
  const base = report({ facts, findings, stopped: { reason: "crashed", message: texts[0] ?? "" } });
  return {
    report: {
      ...base,
      run: { ...base.run, stopped: texts.join(" "), targets: { crm: texts[0] ?? "" } },
      unknowns: texts.map((text, index) => ({
        id: `U-${index}`,
        status: "observed",
        observed: text,
        evidence: text,
      })),
      recording: {
        ...recording,
        files: texts.map((text) => ({ file: text, format: text, entries: 1 })),
        unmatchedRequests: texts.map((text) => ({ method: text, path: text, exchanges: 1 })),
        troublePlaces: texts.map((text) => ({ place: text, message: text })),
      },
    },
    catalogue,
    exchanges: {
      entries: texts.map((text, index) =>
        loggedExchange(index + 1, {
          check: text,
          operation: text,
          url: text,
          authorization: text,
          requestHeaders: { "content-type": text, [text]: text },
          requestBody: text,
          answer:
            index % 2 === 0
              ? {
                  kind: "response",
                  status: 200,
                  headers: { "content-type": text },
                  shape: { [text]: text },
                  elapsedMs: 1,
                }
              : { kind: "failure", reason: "reset", message: text },
        }),
      ),
      omitted: 0,
    },
  };
};

const target: Drift["target"] = {
  interface: "donation",
  address: "https://donations.example.org",
  organization: "default",
};

const nullAppeared: Drift = {
  fingerprint: "00000000000f",
  target,
  kind: "null-appeared",
  impact: "breaking",
  severity: "error",
  operation: "listDonors",
  status: 200,
  variant: "",
  pointer: "/items/*/name",
  message: "name is null at times.",
  before: "string",
  now: "string, null",
  seenBefore: { count: 0, of: 900 },
  seenSince: { count: 12, of: 300 },
  chance: 0.0001,
  confidence: "confirmed",
  state: "standing",
  firstSeen: "2025-01-20T02:00:00.000Z",
  lastSeen: "2025-01-30T02:00:00.000Z",
  nights: 10,
};

const nullAppearedGroup = driftGroup("standing", {
  kind: "null-appeared",
  title: "`Donor.name`, so far string, can be null",
  message: "`Donor.name`, so far string, can be null in `listDonors`.",
  operations: ["listDonors"],
  before: "string",
  now: "string or null",
});

/** Thirty nights of one target, one of which failed. */
export const history: readonly DriftHistory[] = [
  {
    target,
    nights: Array.from({ length: 30 }, (_, night) => ({
      night,
      startedAt: new Date(Date.UTC(2025, 0, night + 1, 2)).toISOString(),
      seed: night,
      version: "1.2.3",
      status: night === 0 ? "baseline" : night === 12 ? "failed" : "compared",
      ...(night === 12 ? { reason: "donation: cannot be reached" } : {}),
      requests: 280,
      answers: 270,
      operations: 14,
      drift: {
        new: night === 19 ? 1 : 0,
        standing: night > 19 ? 1 : 0,
        back: 0,
        gone: 0,
        inconclusive: night % 4,
        breaking: night > 18 ? 1 : 0,
      },
      findings: { error: night % 7, warning: night % 3, info: 0 },
    })),
    operations: [],
    drift: [nullAppeared],
    groups: [nullAppearedGroup],
  },
];

const lastNight = history.flatMap(({ nights }) => nights.slice(-1))[0];

/** The last night of the same target: one change that is new, one that is known. */
export const driftResults: readonly DriftResult[] =
  lastNight === undefined
    ? []
    : [
        {
          target,
          night: lastNight,
          drift: [
            {
              ...nullAppeared,
              fingerprint: "00000000001f",
              kind: "type-changed",
              operation: "listGifts",
              pointer: "/items/*/amount",
              message: "`/items/*/amount`, so far string, is a number in 12 of 12.",
              now: "number",
              state: "new",
            },
            nullAppeared,
          ],
          groups: [
            driftGroup("new", {
              fingerprint: "00000000001f",
              title: "`Gift.amount`, so far string, is number",
              message: "`Gift.amount`, so far string, is number in `listGifts` and `queryGifts`.",
              operations: ["listGifts", "queryGifts"],
              types: ["Gift"],
              before: "string",
              now: "number",
              curl: "curl -i -H \"Authorization: Bearer $DONATION_TOKEN\" 'https://donations.example.org/api/Gift/list?take=1'",
            }),
            nullAppearedGroup,
          ],
          notSampled: [],
        },
      ];

export const place = (name: string): ProblemPlace => ({
  fingerprint: "00000000000f",
  interface: name,
  operation: "listGifts",
  pointer: "/total",
});

let problems = 0xb000;

/** A problem whose fingerprint is its own unless one is given. */
export const problem = (parts: Partial<Problem> = {}): Problem => ({
  fingerprint: (problems++).toString(16).padStart(12, "0"),
  kind: "violation",
  severity: "error",
  state: "new",
  where: parts.kind === "change" ? "in `listGifts`" : "donation listGifts /total",
  what: "`total` is wrong",
  expected: "6",
  actual: "3",
  evidence: "3 findings of page-total-is-stable",
  reproduce: [],
  places: [place("donation")],
  facts: [],
  checks: parts.kind === undefined ? ["page-total-is-stable"] : [],
  exchanges: [],
  ...parts,
});
