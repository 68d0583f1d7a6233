import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/model/finding.ts";
import { problemsOf } from "../../../src/core/problems/problems-of.ts";
import { finding } from "../../report/events.ts";

let count = 0;

/** A finding with an exchange of its own. */
const found = (parts: Partial<Finding>): Finding => {
  count += 1;
  return finding({
    exchanges: [count],
    fingerprint: `f${count}`,
    message: `message ${"x".repeat(count)}`,
    ...parts,
  });
};

const status = (operation: string, expected: string, actual: string, parts: Partial<Finding> = {}): Finding =>
  found({ operation, rule: "status", pointer: "", expected, actual, ...parts });

const problemsIn = (findings: readonly Finding[]): readonly string[] =>
  problemsOf({ findings }).map(({ what }) => what);

const one: readonly (readonly [what: string, findings: readonly Finding[], title: string | RegExp])[] = [
  [
    "a renamed list",
    [
      found({ rule: "missing", pointer: "/items", message: "`/items` is missing." }),
      found({ rule: "extra", pointer: "/list", message: "`/list` is present but not allowed." }),
    ],
    "`/list` replaces `/items`",
  ],
  [
    "a refusal of another form",
    [
      found({ rule: "missing", pointer: "/title" }),
      found({ rule: "missing", pointer: "/status" }),
      found({ rule: "extra", pointer: "/error" }),
    ],
    "`/error` replaces `/title` and `/status`",
  ],
  [
    "a success that no operation states",
    [
      status("queryDonors", "200", "201"),
      status("queryGifts", "200 or 400", "201", { check: "another" }),
      status("queryGifts", "2xx", "201", { check: "a third" }),
    ],
    "2 operations answer 201, expected 200: queryDonors, queryGifts",
  ],
  [
    "a status that comes later, as a warning too",
    [
      status("listUsers", "2xx", "404", { severity: "warning" }),
      found({
        operation: "listUsers",
        rule: "relation",
        pointer: "",
        expected: "200",
        actual: "404",
        message: "later",
      }),
    ],
    "later",
  ],
  [
    "what several checks see accepted in one operation",
    [
      status("getContact", "401", "200", { message: "with no credential" }),
      status("getContact", "401", "200", { check: "another", message: "without any" }),
    ],
    "with no credential",
  ],
  [
    "the same refusal that is missing everywhere",
    ["queryDonors", "queryGifts"].map((operation) =>
      status(operation, "4xx", "200", {
        message: `${operation}: query type left out: expected 4xx, got 200`,
      }),
    ),
    "2 operations: query type left out: expected 4xx, got 200 (queryDonors, queryGifts)",
  ],
  [
    "a wrong refusal of one operation, under two facts",
    [status("getContact", "401", "404"), status("getContact", "401", "404", { fact: "CRM-30" })],
    /./,
  ],
  [
    "a record that is answered in place of a refusal, whichever is stated",
    [status("getContact", "404", "200"), status("getContact", "4xx", "200", { check: "another" })],
    /./,
  ],
  [
    "a body that is something else",
    [
      found({ rule: "header", pointer: "", message: "no JSON" }),
      found({ rule: "shape", pointer: "", check: "another" }),
    ],
    /./,
  ],
  [
    "fields of one object in one wrong form",
    ["/errors/name", "/errors/goal"].map((pointer) =>
      found({ rule: "type", pointer, expected: "array", actual: `text of ${pointer.length} characters` }),
    ),
    "2 fields: expected array, got text: name, goal",
  ],
  [
    "a relation and the part of the answer that is missing",
    [
      found({ rule: "relation", pointer: "/items", message: "details are left out", steps: [] }),
      found({
        rule: "missing",
        pointer: "/items/25/DonorAddresses",
        message: "no addresses",
        check: "another",
      }),
    ],
    /./,
  ],
  [
    "a wrong status and what else is wrong in that answer",
    [
      status("issueToken", "202", "200", { exchanges: [7_000], message: "no second factor" }),
      found({ operation: "issueToken", rule: "extra", pointer: "/access_token", exchanges: [7_000] }),
    ],
    /./,
  ],
  [
    "relations that only one parameter breaks",
    [
      found({ rule: "relation", fact: "DON-03", pointer: "/total", parameters: ["descending", "skip"] }),
      found({
        rule: "relation",
        fact: "DON-07",
        pointer: "/items",
        parameters: ["descending", "skip", "sortBy"],
      }),
    ],
    /./,
  ],
];

describe("one problem:", () => {
  test.each(one)("%s", (_, findings, title) => {
    const whats = problemsIn(findings);
    expect(whats).toEqual([typeof title === "string" ? title : expect.stringMatching(title)]);
  });
});

const several: readonly (readonly [what: string, findings: readonly Finding[]])[] = [
  [
    "two fields that are missing",
    [found({ rule: "missing", pointer: "/name" }), found({ rule: "missing", pointer: "/goal" })],
  ],
  [
    "two refusals that are missing in one operation",
    [status("getContact", "401", "200"), status("getContact", "422", "200", { fact: "CRM-45" })],
  ],
  [
    "what two operations accept, for reasons of their own",
    [
      status("getContact", "401", "200", { message: "getContact with no credential" }),
      status("getWebhook", "401", "200", { message: "getWebhook with another scheme" }),
    ],
  ],
  [
    "errors of two operations under two facts",
    [status("getContact", "200", "500"), status("getWebhook", "200", "500", { fact: "CRM-25" })],
  ],
  [
    "two wrong forms in one object",
    [
      found({ rule: "type", pointer: "/name", expected: "string", actual: "number" }),
      found({ rule: "type", pointer: "/goal", expected: "number", actual: "boolean" }),
    ],
  ],
];

describe("several problems:", () => {
  test.each(several)("%s", (_, findings) => {
    expect(problemsIn(findings)).toHaveLength(findings.length);
  });
});
