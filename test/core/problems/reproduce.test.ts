import { expect, test } from "vitest";
import type { Reproduction } from "../../../src/core/model/finding.ts";
import { scriptOf } from "../../../src/core/problems/reproduce.ts";
import { finding } from "../../report/events.ts";

const step = (curl: string, changes?: string) => ({
  check: "a",
  label: curl,
  curl,
  does: `Read ${curl}`,
  answer: "200",
  ...(changes === undefined ? {} : { changes }),
});

const rows: readonly (readonly [what: string, parts: Reproduction, script: readonly string[]])[] = [
  ["no step is known", {}, ["curl last"]],
  ["one read shows it", { steps: [step("curl last")] }, ["curl last"]],
  [
    "several reads show it, the last of them with what is wrong",
    { steps: [step("curl 1"), { ...step("curl last"), wrong: true }] },
    [
      "# 1. Read curl 1 → 200",
      "curl 1",
      "# 2. Read curl last → 200; expected string, date, got string(10)",
      "curl last",
    ],
  ],
  [
    "a write shows it that can be undone",
    { steps: [step("curl last", "note 1")], restore: [{ record: "note 1", write: "curl back" }] },
    ["# writes: note 1", "curl last", "# puts note 1 back", "curl back"],
  ],
  [
    "what the record held has to be read first",
    {
      steps: [step("curl last", "group 3")],
      restore: [{ record: "group 3", read: "curl read", write: "curl back" }],
    },
    [
      "# writes: group 3",
      "# keep what this shows of group 3",
      "curl read",
      "curl last",
      "# puts group 3 back, with what was kept",
      "curl back",
    ],
  ],
  [
    "nothing undoes the write",
    { steps: [step("curl last", "a user was created")] },
    ["# writes, and nothing undoes it: a user was created", "curl last"],
  ],
];

test.each(rows)("where %s", (_, parts, script) => {
  const one = { ...finding({ curl: "curl last" }), ...parts };
  expect(scriptOf(one)).toEqual(script);
});
