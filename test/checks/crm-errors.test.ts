import { reportOn } from "../../scripts/fault-run.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { errorDetails } from "../../src/checks/error-details.ts";
import { errorEnvelope } from "../../src/checks/error-envelope.ts";
import { errorMessageHasNoStackTrace } from "../../src/checks/error-message-has-no-stack-trace.ts";
import { olderErrorBodies } from "../../src/checks/older-error-bodies.ts";
import { retryAfterIsTold } from "../../src/checks/retry-after-is-told.ts";
import type { OperationId } from "../../src/builtin/generated/operations.ts";
import type { JudgeTools } from "../../src/core/model/check.ts";
import { empty, jsonAnswer } from "../../src/builtin/faults/support/answers.ts";
import { onAnswer } from "../../src/builtin/faults/support/rows.ts";
import { judged, loadTools } from "./support/recorded.ts";

let tools: JudgeTools;
beforeAll(async () => {
  tools = await loadTools();
});

const parts = { code: "NOT_FOUND", message: "There is no such contact.", details: [] };

/** Which of the two checks of form has something against a body. */
const blamed = (status: number, body: unknown): readonly string[] =>
  [errorEnvelope, olderErrorBodies].flatMap((check) =>
    (judged(check, { status, body }, tools) ?? []).length > 0 ? check.facts : [],
  );

describe("the form of an error", () => {
  test("is the envelope, or an older body where one is stated", () => {
    expect(blamed(404, { error: parts })).toEqual([]);
    for (const status of [401, 403, 429]) expect(blamed(status, { message: "No." })).toEqual([]);
    expect(blamed(401, { text: "No." })).toEqual([]);
  });

  test("misses the envelope by its root key, which is the envelope's fault", () => {
    for (const body of [
      { Error: parts },
      { errors: parts },
      { ERRORS: parts },
      parts,
      { error: "NOT_FOUND" },
    ])
      expect(blamed(404, body)).toEqual(["CRM-40"]);
  });

  test("is an older one where none is stated, or another altogether", () => {
    for (const body of [{ message: "No." }, { text: "No." }, { message: "No.", errors: {} }, {}, []])
      expect(blamed(404, body)).toEqual(["CRM-44"]);
    expect(blamed(422, { title: "Invalid", status: 422, errors: {} })).toEqual(["CRM-44"]);
    for (const status of [403, 429]) expect(blamed(status, { text: "No." })).toEqual(["CRM-44"]);
  });
});

test("the platform's recorded errors are warnings in a whole run, and nothing else is blamed for them", async () => {
  const invalid = { message: "The request is invalid.", modelState: { "note.type": ["Required."] } };
  const malformed = onAnswer("crm", jsonAnswer(400, invalid), 400);
  const unknown = onAnswer("crm", empty(404), 404);
  const { findings, run } = await reportOn(
    {
      id: "recorded-errors",
      fact: "CRM-44",
      grade: "gross",
      title: "",
      wrap: (next, of) => malformed(unknown(next, of), of),
    },
    { interfaces: ["crm"], donors: 12, explorations: false },
  );
  expect(run.complete).toBe(true);
  expect(new Set(findings.map(({ severity, fact }) => `${severity} ${fact}`))).toEqual(
    new Set(["warning CRM-44"]),
  );
  expect(new Set(findings.map(({ operation }) => operation))).toContain("getContact");
});

describe("the fields that details name", () => {
  const detail = (field: unknown) => ({ error: { ...parts, details: [{ field, code: "X", message: "" }] } });
  const rules = (operation: OperationId, field: unknown): readonly string[] =>
    (judged(errorDetails, { operation, status: 422, body: detail(field) }, tools) ?? []).map(
      ({ rule }) => rule,
    );

  test("are in camelCase", () => {
    expect(rules("addEventContact", "contactIndividualId")).toEqual([]);
    expect(rules("addEventContact", "ContactIndividualId")).toEqual(["format"]);
    expect(rules("addEventContact", "grant_type")).toEqual(["format"]);
    expect(rules("addEventContact", null)).toEqual(["null"]);
  });

  test("may be those of the token form as they are spelt there", () => {
    expect(rules("issueToken", "grant_type")).toEqual([]);
    expect(rules("issueToken", "Grant_Type")).toEqual(["format"]);
  });
});

describe("stack traces in messages", () => {
  const holdsTrace = (message: string): boolean => {
    const found = [{ error: { ...parts, message } }, { message }].map(
      (body) => (judged(errorMessageHasNoStackTrace, { status: 403, body }, tools) ?? []).length > 0,
    );
    expect(found[0]).toBe(found[1]);
    return found[0] === true;
  };

  test.each([
    "Oops.\n   at Crm.Notes.Put(Int32 id)\n   at Crm.Pipeline.<Run>b__0()",
    "x in C:\\src\\Note.cs:line 84",
    "boom\n\tat java.base/java.lang.Thread.run(Thread.java:840)",
    "TypeError: x\n    at async Server.handle (file:///srv/app:3:7)",
    "TypeError: x\n    at /srv/app/index:3:7",
    'Traceback (most recent call last):\n  File "a.py", line 3, in f',
    "Stack trace:\n#0 /var/www/Kernel.php(88): handle()",
    "panic\n\ngoroutine 1 [running]:\nmain.main()",
    "undefined method\napp/models/note.rb:12:in `save'",
    "--- End of inner exception stack trace ---",
  ])("are found: %j", (message) => {
    expect(holdsTrace(message)).toBe(true);
  });

  test.each([
    "",
    "There is no such contact.",
    "Look at example.org (our site), or at the address below (see 3.2).",
    "Try again at 14:05:00, in line 12 of the queue.",
    "See https://help.example.rs:8443/errors.",
    "No stack trace is shown here.",
    "The field at contactIndividuals[0] (the first) is missing: supply at least (1).",
  ])("are not seen where there are none: %j", (message) => {
    expect(holdsTrace(message)).toBe(false);
  });
});

describe("Retry-After", () => {
  const isWait = (status: number, value: string | undefined): boolean =>
    judged(retryAfterIsTold, { status, headers: value === undefined ? {} : { "retry-after": value } }, tools)
      ?.length === 0;

  test.each(["0", "59", " 3600 ", "86400", "Sun, 06 Nov 1994 08:49:37 GMT"])("is a wait: %j", (value) => {
    expect(isWait(429, value)).toBe(true);
    expect(isWait(503, value)).toBe(true);
  });

  test.each([undefined, "", "-1", "1.5", "60s", "soon", "2025-01-06T09:00:00Z", "1767225600", "3600000000"])(
    "is none: %j",
    (value) => {
      expect(isWait(429, value)).toBe(false);
      expect(isWait(503, value)).toBe(false);
    },
  );

  test("may be longer for an outage than for an hour's allowance", () => {
    expect(isWait(503, "172800")).toBe(true);
    expect(isWait(429, "172800")).toBe(false);
  });

  test("is asked of no other status", () => {
    expect(judged(retryAfterIsTold, { status: 500 }, tools)).toBeUndefined();
  });
});
