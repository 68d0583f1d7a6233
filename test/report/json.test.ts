import { expect, test } from "vitest";
import { jsonReport } from "../../src/report/json.ts";
import { fact, finding, report } from "./events.ts";

const full = report({
  facts: [fact("CRM-08", "failed"), fact("DON-22", "skipped", "static: x")],
  findings: [finding()],
  observed: 1,
  resolved: ["222222222222"],
});

test("the report has every key of the contract, in its order", () => {
  const parsed: unknown = JSON.parse(jsonReport(full));
  expect(parsed).toEqual(full);
  expect(Object.keys(Object(parsed)).slice(0, 6)).toEqual([
    "tool",
    "run",
    "summary",
    "facts",
    "findings",
    "unknowns",
  ]);
  expect(parsed).toMatchObject({
    tool: { name: "tripact", version: "1.2.3" },
    run: { id: "aaaaaaaaaaaa", seed: 7, targets: { crm: "https://crm.example.org" }, complete: true },
    summary: {
      facts: { passed: 0, failed: 1, skipped: 1, total: 2 },
      findings: { error: 1, warning: 0, info: 0 },
    },
    findings: [{ fact: "CRM-08", check: "contact-note-fields", pointer: "/noteDate", exchanges: [3] }],
  });
});

test("the report ends with a newline and holds nothing a terminal obeys", () => {
  const nasty = "a\u001b[2J\u009b\u2028\u202eb\u0000\n\u007f";
  const text = jsonReport({ ...full, findings: [finding({ message: nasty })] });
  expect(text.endsWith("}\n")).toBe(true);
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(JSON.parse(text)).toMatchObject({ findings: [{ message: nasty }] });
});
