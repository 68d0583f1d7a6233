import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RunEvent } from "../../src/core/model/run-event.ts";
import { type ConsoleOptions, createConsoleReporter } from "../../src/report/console.ts";
import { ended, exchangeOf, fact, finding, started } from "./events.ts";
import { codePoint } from "../code-point.ts";

const plain: ConsoleOptions = {
  color: false,
  columns: 100,
  lineWidth: Infinity,
  quiet: false,
  embedded: false,
  facts: [{ id: "CRM-08", see: "passive", statement: "A note has the documented fields.", places: [] }],
};

const shown = (events: readonly RunEvent[], options: Partial<ConsoleOptions> = {}): string => {
  const report = createConsoleReporter({ ...plain, ...options });
  return events.map(report).join("");
};

/** What a terminal could take for more than text, newlines aside. */
const controls = (text: string): readonly string[] =>
  text.replaceAll("\n", "").match(/[\p{Cc}\p{Cf}]/gu) ?? [];

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

describe("the beginning", () => {
  test("says what is tested against what", () => {
    const text = shown([started]);
    expect(text).toContain("tripact 1.2.3 seed 7");
    expect(text).toMatch(/crm +→ https:\/\/crm\.example\.org\n/);
    expect(text).toMatch(/donation +→ https:\/\/donations\.example\.org\/x\n/);
  });

  test("names no seed of what was recorded, since nothing of that is drawn", () => {
    expect(shown([started], { recorded: true })).toMatch(/^tripact 1\.2\.3\n/);
  });

  test("says so when it is the embedded sandbox", () => {
    expect(shown([started], { embedded: true })).toContain("crm, donation → the embedded sandbox");
  });
});

describe("a run without findings", () => {
  test("is shown in a few lines that end with one summary", () => {
    const facts = [
      fact("CRM-08", "passed"),
      fact("CRM-02", "skipped", "not configured: crm.records.privateContactId"),
    ];
    const text = shown([started, exchangeOf("page-envelope"), ended({ facts, observed: 2 })]);
    expect(text.split("\n").length).toBeLessThan(9);
    expect(text).toContain("1 not configured (crm.records.privateContactId)");
    expect(text).toContain("answers to 2 of 3 open questions");
    expect(lastLine(text)).toBe(
      "✓ no violation in 1 of 2 facts (1 not configured: tripact doctor) · 42 requests · 3.2 s",
    );
  });

  test("is silent when only what is wrong is wanted", () => {
    expect(
      shown([started, ended({ facts: [fact("CRM-02", "skipped", "static: x")] })], { quiet: true }),
    ).toBe("");
  });
});

describe("a finding", () => {
  const failed = fact("CRM-08", "failed");

  test("is shown with all that is needed to see it again", () => {
    const text = shown([
      started,
      ended({ facts: [failed], findings: [finding({ fingerprint: "abcdefabcdef" })] }),
    ]);
    expect(text).toContain("✗ CRM-08 A note has the documented fields.\n");
    expect(text).toContain("error noteDate is not a date\n");
    expect(text).toMatch(/at +crm replaceContactNote \/noteDate\n/);
    expect(text).toMatch(/expected +string, date\n/);
    expect(text).toMatch(/actual +string\(10\)\n/);
    expect(text).toContain(
      `curl -i https://crm.example.org/api/ContactNote/10 -H "Authorization: Bearer $CRM_KEY"`,
    );
    expect(text).toMatch(/fingerprint +abcdefabcdef\n/);
    expect(lastLine(text)).toMatch(/^✗ not conformant: 0 passed, 1 failed, 0 skipped of 1 fact · 1 error · /);
  });

  test("is wrapped between words at the width of a terminal, its request between arguments", () => {
    const message = "noteDate is a date and a time where the documents state a date alone and nothing else";
    const text = shown([started, ended({ facts: [failed], findings: [finding({ message })] })], {
      columns: 60,
      lineWidth: 60,
    });
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(64);
    expect(text).toContain(" \\\n");
    expect(text.replace(/\s+/g, " ")).toContain(message);
  });

  test("at many places is folded into one with a count", () => {
    const findings = Array.from({ length: 9 }, (_, index) => finding({ pointer: `/notes${index}/noteDate` }));
    const text = shown([started, ended({ facts: [failed], findings })]);
    expect(text.match(/noteDate is not a date/g)).toHaveLength(1);
    expect(text).toContain("(at 9 places)");
    expect(text).toContain("5 more");
    expect(text).toMatch(/fingerprint +\S+ \S+ \S+ \S+ and 5 more in the JSON report\n/);
    expect(text.match(/curl -i/g)).toHaveLength(1);
  });

  test("of another field stays apart", () => {
    const findings = [finding(), finding({ pointer: "/type", message: "type is missing" })];
    const text = shown([started, ended({ facts: [failed], findings })]);
    expect(text).toContain("noteDate is not a date");
    expect(text).toContain("type is missing");
    expect(text.match(/✗ CRM-08/g)).toHaveLength(1);
  });

  test("of the gravest kind comes first within its fact", () => {
    const findings = [finding({ severity: "warning", message: "slight" }), finding({ message: "grave" })];
    const text = shown([started, ended({ facts: [failed], findings })]);
    expect(text.indexOf("error grave")).toBeLessThan(text.indexOf("warning slight"));
  });

  test("of the baseline is one line and fails nothing; a gone one is named", () => {
    const findings = [finding({ fingerprint: "111111111111", known: true })];
    const text = shown([started, ended({ facts: [failed], findings, resolved: ["222222222222"] })]);
    expect(text).not.toContain("✗ CRM-08");
    expect(text).toMatch(/1 finding of the baseline still there: 111111111111/);
    expect(text).toMatch(/1 finding of the baseline no longer there: 222222222222/);
    expect(lastLine(text)).toMatch(/^✓ no new violation in 1 of 1 fact · 1 known/);
  });

  test("is shown in quiet too, with the summary", () => {
    const text = shown([started, ended({ facts: [failed], findings: [finding()] })], { quiet: true });
    expect(text.startsWith("✗ CRM-08")).toBe(true);
    expect(lastLine(text)).toMatch(/^✗ not conformant/);
  });
});

test("a finding of the embedded sandbox says where its curl line can be sent", () => {
  const events = [started, ended({ facts: [fact("CRM-08", "failed")], findings: [finding()] })];
  expect(shown(events, { embedded: true })).toContain("serve one with tripact sandbox");
  expect(shown(events)).not.toContain("serve one with tripact sandbox");
});

test("a fact that failed without a finding says why", () => {
  const facts = [fact("CRM-08", "failed", "check crashed: boom")];
  const text = shown([started, ended({ facts, stopped: { reason: "crashed", message: "x crashed" } })]);
  expect(text).toContain("✗ CRM-08 A note has the documented fields.\n  check crashed: boom\n");
});

describe("an incomplete run", () => {
  test("says why and names every fact that it did not reach", () => {
    const ids = Array.from({ length: 40 }, (_, index) => `DON-${index}`);
    const facts = [
      fact("CRM-08", "passed"),
      ...ids.map((id) => fact(id, "skipped", "not reached: the budget is spent")),
      fact("CRM-01", "skipped", "not selected"),
    ];
    const text = shown([
      started,
      ended({ facts, stopped: { reason: "budget", message: "the budget is spent" } }),
    ]);
    expect(text).toContain("! The run is incomplete: the budget is spent\n  not reached: 40 facts\n");
    for (const id of ids) expect(text).toMatch(new RegExp(`[ ]${id}[ \n]`));
    expect(text.split("\n").every((line) => line.length <= 200)).toBe(true);
    expect(lastLine(text)).toMatch(/^! not judged to the end: 1 passed/);
  });
});

describe("colours", () => {
  const events = [started, ended({ facts: [fact("CRM-08", "failed")], findings: [finding()] })];

  test("change nothing but the colour", () => {
    const colored = shown(events, { color: true });
    expect(colored).toContain("\u001b[");
    expect(stripVTControlCharacters(colored)).toBe(shown(events));
  });
});

describe("text from a target", () => {
  test("reaches the terminal without control characters and without workflow commands", () => {
    const nasty = "\u001b[2J\u009b31m\n::error file=x::pwned\n##[error]x ##vso[task.x]y\u202ereversed\u0007";
    const facts = [fact("CRM-08", "failed"), fact("X", "failed", nasty), fact("Y", "skipped", nasty)];
    const findings = [
      finding({ message: nasty, expected: nasty, actual: nasty, pointer: `/${nasty}`, curl: nasty }),
    ];
    const stopped = { reason: "unreachable", message: nasty } as const;
    const text = shown([started, ended({ facts, findings, stopped })]);
    expect(controls(text)).toEqual([]);
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toContain("::error");
    expect(text).not.toMatch(/##(\w*)\[/);
  });

  test("never makes a line that CI would obey, whatever it is", () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom("::", "\n", "\r", "##[", "##vso[", "::add-mask::", " "),
        fc.string({ unit: codePoint }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        hostile.map((parts) => parts.join("")),
        (message) => {
          const text = shown([
            started,
            ended({ facts: [fact("CRM-08", "failed")], findings: [finding({ message })] }),
          ]);
          // oxlint-disable-next-line no-control-regex -- as above
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|^\s*::|::add-mask::|##\w*\[/m);
        },
      ),
    );
  });
});
