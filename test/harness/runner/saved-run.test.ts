import { expect, test } from "vitest";
import type { WriteSummary } from "../../../src/harness/model/write-summary.ts";
import { bothWrites } from "../../../src/harness/runner/saved-run.ts";

const note = (state: "put back" | "as it was") =>
  ({ id: "a", interface: "crm", record: "contact note 10", state }) as const;
const group = { id: "b", interface: "volunteer", record: "group 3", state: "put back" } as const;
const created = { what: "a user was created", times: 1 };

test("of a record that both parts of a run wrote to, the later one tells; what stays adds up", () => {
  const earlier: WriteSummary = { records: [note("put back"), group], left: [created] };
  const later: WriteSummary = {
    records: [note("as it was")],
    left: [created, { what: "a group was created", times: 2 }],
  };
  expect(bothWrites(earlier, later)).toEqual({
    records: [group, note("as it was")],
    left: [
      { what: "a user was created", times: 2 },
      { what: "a group was created", times: 2 },
    ],
  });
});

test("a part that wrote nothing changes nothing", () => {
  const one: WriteSummary = { records: [group], left: [] };
  expect([bothWrites(one, undefined), bothWrites(undefined, one), bothWrites(undefined, undefined)]).toEqual([
    one,
    one,
    undefined,
  ]);
});
