import { fieldNames } from "../../../src/builtin/documents.ts";
import { createFieldLabel } from "../../../src/core/model/field-label.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foreignChangeIn as changeIn, keepingOthers } from "../../../src/core/transports/replay.ts";
import type { UndoWrite } from "../../../src/core/model/undo-plan.ts";

const label = createFieldLabel(fieldNames);

const foreignChangeIn = (answer: unknown, undo: UndoWrite, wrote: readonly unknown[]) =>
  changeIn(answer, undo, wrote, label);

const undo = (original: UndoWrite["original"]): UndoWrite => ({
  interface: "volunteer",
  operation: "updateGroup",
  method: "PUT",
  path: "/v1/groups/3",
  pathParameters: { id: "3" },
  recordId: "3",
  bodies: [{ name: "Drivers", size: 4 }],
  ...(original === undefined ? {} : { original }),
});

describe("fields", () => {
  const before = { name: "Drivers", note: "as it was", size: 4, color: null };
  const changes = (now: object, ...wrote: readonly unknown[]) =>
    foreignChangeIn({ data: { id: 3, ...now } }, undo({ kind: "fields", fields: before }), wrote);

  test.each<[string, object, readonly unknown[], readonly string[], object]>([
    ["as they were", before, [{ name: "Renamed" }], [], {}],
    ["as they were written", { ...before, name: "Renamed" }, [{ name: "Renamed" }], [], {}],
    ["as they were written first", { ...before, name: "A" }, [{ name: "A" }, { name: "B" }], [], {}],
    [
      "written in another case and with spaces",
      { ...before, name: "RENAMED" },
      [{ name: " renamed " }],
      [],
      {},
    ],
    ["a date with a time", { ...before, note: "2025-03-01T00:00:00Z" }, [{ note: "2025-03-01" }], [], {}],
    ["cut by the server", { ...before, name: "Renamed by" }, [{ name: "Renamed by a run" }], [], {}],
    ["another spelling of a number", { ...before, size: "4.00" }, [{ name: "Renamed" }], [], {}],
    ["emptied by a body that leaves them out", { name: "Renamed" }, [{ name: "Renamed" }], [], {}],
    [
      "a date that a body leaves out",
      { ...before, note: "0001-01-01T00:00:00Z" },
      [{ name: "Renamed" }],
      [],
      {},
    ],
    [
      "a date that is not set, shown as null",
      { ...before, color: "0001-01-01" },
      [{ name: "Renamed" }],
      [],
      {},
    ],
    [
      "something else than what was written",
      { ...before, name: "Cooks" },
      [{ name: "Renamed" }],
      ["name"],
      {},
    ],
    ["emptied, although every body named them", { ...before, name: "" }, [{ name: "Renamed" }], ["name"], {}],
    [
      "something else where nothing was written",
      { ...before, size: 9 },
      [{ name: "Renamed" }],
      [],
      { size: 9 },
    ],
  ])("that are %s", (_, now, wrote, names, kept) => {
    expect(changes(now, ...wrote)).toEqual({ names, kept });
  });

  test("of a record that is not shown say nothing", () => {
    const original = undo({ kind: "fields", fields: before });
    for (const answer of [undefined, {}, { data: { id: 4, name: "Others" } }, "text"])
      expect(foreignChangeIn(answer, original, [])).toEqual({ names: [], kept: {} });
    expect(foreignChangeIn({ id: 3 }, undo(undefined), [])).toEqual({ names: [], kept: {} });
  });

  test("that are kept are kept in every body and in what must show", () => {
    const write: UndoWrite = {
      ...undo(undefined),
      shows: { kind: "fields", fields: { name: "Drivers", size: 4 } },
    };
    expect(keepingOthers(write, { size: 9 })).toMatchObject({
      bodies: [{ name: "Drivers", size: 9 }],
      shows: { kind: "fields", fields: { name: "Drivers" } },
    });
  });
});

describe("members", () => {
  const isForeign = (
    now: readonly number[],
    before: readonly number[],
    wrote: readonly (readonly number[])[],
  ): boolean =>
    foreignChangeIn(
      { data: now },
      undo({ kind: "members", ids: before }),
      wrote.map((ids) => ({ members: ids })),
    ).names.length > 0;

  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });
  const sets = fc.array(ids, { minLength: 1, maxLength: 4 });

  test("that the run has set, or that a target has added up, are nobody else's", () => {
    fc.assert(
      fc.property(ids, sets, fc.boolean(), (before, wrote, isMerging) => {
        const states = wrote.map((one, index) =>
          isMerging ? [...new Set([...before, ...wrote.slice(0, index + 1).flat()])] : one,
        );
        for (const now of [before, ...states]) expect(isForeign(now, before, wrote)).toBe(false);
      }),
    );
  });

  test("whom nobody here has ever set are somebody else's", () => {
    fc.assert(
      fc.property(ids, sets, (before, wrote) => {
        expect(isForeign([...before, 77], before, wrote)).toBe(true);
      }),
    );
  });

  test("who were there all the time and are gone were removed by somebody else", () => {
    expect(isForeign([2], [1, 2], [[1, 2, 3]])).toBe(true);
    expect(isForeign([2], [1, 2], [[2]])).toBe(false);
  });
});
