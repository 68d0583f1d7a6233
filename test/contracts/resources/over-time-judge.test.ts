import { describe, expect, test } from "vitest";
import { judgeOverTime } from "../../../src/contracts/resources/over-time-judge.ts";
import type { Tag } from "../../../src/contracts/resources/tag.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { answered, sceneOf } from "./scene-of.ts";

const note = {
  type: "object",
  required: ["title"],
  properties: { id: { type: "integer", readOnly: true }, title: { type: "string" } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const said = (status: number, schema?: object) => ({
  responses: { [status]: { description: "", ...(schema === undefined ? {} : json(schema)) } },
});
const sent = { requestBody: { required: true, ...json(note) } };

const scene = sceneOf({
  "/notes": {
    get: { operationId: "listNotes", ...said(200, { type: "array", items: note }) },
    post: { operationId: "createNote", ...sent, ...said(201, note) },
  },
  "/notes/{noteId}": {
    parameters: [{ name: "noteId", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "getNote", ...said(200, note) },
    put: { operationId: "replaceNote", ...sent, ...said(200, note) },
    delete: { operationId: "removeNote", ...said(204) },
  },
});

const found = (...answers: readonly Exchange<Tag>[]) =>
  [...judgeOverTime(scene, answers)].flatMap((one) =>
    "message" in one ? [[one.message, one.expected, one.actual]] : [],
  );

const one = "1";
const read = (title: string, id = one) =>
  answered("getNote", { step: "read", on: "one", id }, 200, { id: Number(id), title });
const missed = (step = "read", id = one) => answered("getNote", { step, on: "one", id }, 404);
const remove = (status = 204) => answered("removeNote", { step: "remove", on: "one", id: one }, status);
const change = (title: string, status = 200) =>
  answered("replaceNote", { step: "change", on: "one", id: one, sent: { title } }, status);
const list = (...titles: readonly string[]) =>
  answered(
    "listNotes",
    { step: "list" },
    200,
    titles.map((title, index) => ({ id: index + 1, title })),
  );
const create = (step: string, status: number, body?: unknown) =>
  answered("createNote", { step, sent: { title: "b" } }, status, body);

test.each([
  [
    [change("b"), read("a")],
    "getNote shows the `title` from before replaceNote",
    "what was done to it last",
    "the `title` from before",
  ],
  [
    [read("b")],
    "getNote shows another `title` than before, although nothing has changed this note",
    "what was read before",
    "another `title`",
  ],
  [
    [list("b")],
    "listNotes shows another `title` than the record has",
    "what its read has shown",
    "another `title`",
  ],
  [
    [list("a"), list()],
    "listNotes lists a note no longer, although nothing has removed it",
    "the record among them",
    "a list without it",
  ],
  [
    [remove(), list("a")],
    "listNotes lists a note that was removed",
    "the record left out",
    "the record among them",
  ],
] as const)("what is found says what was expected and what is there: %#", (then, ...words) => {
  expect(found(read("a"), ...then)).toEqual([words]);
});

describe("an id that is given again", () => {
  test.each([
    ["by a creation", create("create", 201, { id: 1, title: "b" })],
    ["by one of two creations at once", create("create at once", 201, { id: 1, title: "b" })],
    ["by a creation whose answer shows no id", create("create", 201)],
    ["by a creation that is not done yet", create("create", 202)],
    ["by a creation that fails", create("create", 500)],
  ])("%s names a record that is there", (_, creation) => {
    const before = [read("a"), remove(), missed("read what is gone")];
    expect(found(...before, creation, read("b"), list("b"))).toEqual([]);
    expect(found(...before, creation, read("b"), missed())).toHaveLength(1);
  });

  test.each([
    ["is refused", create("create", 400)],
    ["gives another id", create("create", 201, { id: 2, title: "b" })],
  ])("is not, where the creation %s", (_, creation) => {
    expect(found(read("a"), remove(), creation, list("a"))).toHaveLength(1);
  });

  test("to a second record says nothing of the first, which was not removed", () => {
    expect(found(read("a"), create("create", 201, { id: 1, title: "b" }), read("b"))).toHaveLength(1);
  });
});

describe("what a request has left open", () => {
  test.each([
    ["a change", "that is not done yet", change("b", 202)],
    ["a change", "that took too long", change("b", 408)],
    ["a change", "that failed", change("b", 503)],
    ["a removal", "that is not done yet", remove(202)],
    ["a removal", "that failed", remove(500)],
  ])("%s %s may show at any later time", (_, __, write) => {
    const before = [read("a"), list("a"), write, read("a")];
    expect(found(...before, read("b"), list("b"), read("a"))).toEqual([]);
    expect(found(...before, missed("read what is gone"), list(), read("a"), missed())).toEqual([]);
    expect(found(...before, change("c"), read("b"))).toEqual([]);
    expect(found(write, read("a"), read("b"))).toEqual([]);
  });

  test("says nothing of other records", () => {
    expect(found(read("a"), read("x", "2"), change("b", 202), read("y", "2"))).toHaveLength(1);
  });

  test("is nothing where a request was refused or carried out", () => {
    expect(found(read("a"), change("b", 409), read("b"))).toHaveLength(1);
    expect(found(read("a"), change("b"), read("b"), read("a"))).toHaveLength(1);
  });
});
