import { describe, expect, test } from "vitest";
import { operations } from "../../src/builtin/generated/operations.ts";
import type { WireRequest } from "../../src/core/model/transport.ts";
import { undoPlanOf } from "../../src/builtin/undo-plans.ts";
import { wireRequest } from "../core/transports/kit.ts";

const settings: Readonly<Record<string, unknown>> = {
  "crm.scratch.noteId": 10,
  "crm.scratch.noteType": "Call",
  "donation.scratch.campaign": { Id: 1, name: "Spring" },
  "donation.scratch.project": { id: 2, name: "Well" },
  "donation.scratch.segment": { id: 3, name: "Major" },
  "volunteer.scratch.groupId": 3,
  "volunteer.scratch.memberIds": [1, 2, 3],
  "volunteer.scratch.setMembers": { members: "$memberIds" },
  "volunteer.scratch.updateGroup": { name: "Renamed" },
  "volunteer.scratch.updateProject": { title: "Renamed" },
  "volunteer.readBack.group": "/v1/groups/{id}",
  "volunteer.readBack.members": "groups/{id}/members",
};

const planOf = (parts: Partial<WireRequest>, more: Readonly<Record<string, unknown>> = {}) =>
  undoPlanOf(
    wireRequest({ effect: "write", method: "PUT", ...parts }),
    (path) => ({ ...settings, ...more })[path],
  );

const undoWrite = (
  parts: Partial<WireRequest>,
  before?: unknown,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const plan = planOf(parts, more);
  return plan.kind === "record" ? plan.undo(before) : undefined;
};

test("every documented write is known", () => {
  for (const { id, effect } of Object.values(operations))
    if (effect === "write")
      expect(() => planOf({ operation: id, pathParameters: { id: "3" } })).not.toThrow();
  expect(() => planOf({ operation: "deleteEverything" })).toThrow("deleteEverything");
});

test("each way back is the documented operation at its documented path", () => {
  for (const operation of Object.values(operations).filter(({ effect }) => effect === "write")) {
    const way = undoWrite({ operation: operation.id, pathParameters: { id: "3", noteId: "10" } });
    if (way === undefined) continue;
    expect([way.operation, way.method, way.interface]).toEqual([
      operation.id,
      operation.method,
      operation.interface,
    ]);
    expect(way.path).toBe(operation.path.replace("{id}", "3").replace("{noteId}", "10"));
  }
});

describe("a note", () => {
  const put = { operation: "replaceContactNote", pathParameters: { noteId: "10" } };

  test("is put back as declared", () => {
    const declared = { type: "Call", note: "As it was" };
    expect(undoWrite(put, undefined, { "crm.scratch.note": declared })?.bodies).toEqual([declared]);
  });

  test("or else as a run leaves it, whole", () => {
    const [body] = undoWrite(put)?.bodies ?? [];
    expect(body).toMatchObject({ type: "Call", note: expect.any(String), timeSpent: 25 });
  });
});

test.each([
  ["replaceCampaign", "campaign 1", { Id: 1, name: "Spring" }],
  ["replaceProject", "project 2", { id: 2, name: "Well" }],
  ["replaceSegment", "segment 3", { id: 3, name: "Major" }],
])("%s is undone by the declared body", (operation, record, body) => {
  expect(planOf({ operation })).toMatchObject({ kind: "record", record });
  expect(undoWrite({ operation })?.bodies).toEqual([body]);
});

describe("a group", () => {
  const put = { operation: "updateGroup", pathParameters: { id: "3" } };
  const before = {
    data: {
      id: 3,
      type: "group",
      name: "Drivers",
      description: null,
      size: 4,
      tags: ["a"],
      updated_at: "2025-01-01",
    },
  };

  test("is put back as it was read, with less when that is not taken", () => {
    expect(undoWrite(put, before)).toMatchObject({
      bodies: [{ name: "Drivers", description: null, size: 4 }, { name: "Drivers" }],
      readPath: "/v1/groups/3",
      shows: { kind: "fields", fields: { name: "Drivers" } },
    });
  });

  test("or as declared, when nothing shows how it was", () => {
    for (const unread of [undefined, {}, { data: { id: 4, name: "Others" } }, "text"])
      expect(undoWrite(put, unread)).toMatchObject({ bodies: [{ name: "Renamed" }] });
    expect(undoWrite(put)?.shows).toBeUndefined();
  });

  test("is never emptied for want of a declared update", () => {
    const none = { "volunteer.scratch.updateGroup": undefined };
    expect(undoWrite(put, undefined, none)).toBeUndefined();
    expect(undoWrite(put, before, none)?.bodies).toEqual([{ name: "Drivers", description: null, size: 4 }]);
  });
});

describe("members", () => {
  const put = { operation: "setGroupMembers", pathParameters: { id: "3" } };

  test("are put back as they were read", () => {
    const read = { data: [{ id: 7, name: "A" }, { id: 9 }], meta: { total: 2 } };
    expect(undoWrite(put, read)).toMatchObject({
      bodies: [{ members: [7, 9] }],
      readPath: "/v1/groups/3/members",
    });
  });

  test.each([
    [undefined],
    [{ data: [{ id: 7 }], meta: { total: 40 } }],
    [{ data: [{ name: "A" }] }],
    ["text"],
  ])("or as declared, when %j does not show them all", (read) => {
    expect(undoWrite(put, read)?.bodies).toEqual([{ members: [1, 2, 3] }]);
  });

  test("nobody is a list too", () => {
    expect(undoWrite(put, { data: [] })?.bodies).toEqual([{ members: [] }]);
  });
});

test.each([
  ["addEventContact", "the scratch individual was added to event 5"],
  ["createUser", "a user was created"],
  ["createGroup", "a group was created"],
  ["createProject", "a project was created"],
])("%s is reported, since nothing undoes it", (operation, what) => {
  expect(planOf({ operation, method: "POST", pathParameters: { eventId: "5" } })).toEqual({
    kind: "none",
    what,
  });
});
