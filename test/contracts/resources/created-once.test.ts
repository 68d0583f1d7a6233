import { describe, expect, test } from "vitest";
import { createdOnce } from "../../../src/contracts/resources/created-once.ts";
import { walkList } from "../../../src/contracts/resources/lists.ts";
import type { Tag } from "../../../src/contracts/resources/tag.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { createBy, noInput } from "../../../src/contracts/resources/working-record.ts";
import { answered, sceneOf } from "./scene-of.ts";

const note = {
  type: "object",
  required: ["title"],
  properties: {
    id: { type: "integer", readOnly: true },
    title: { type: "string" },
    hits: { type: "integer", readOnly: true },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const said = (status: number, schema: object) => ({
  responses: { [status]: { description: "", ...json(schema) } },
});
const query = (name: string) => ({ name, in: "query", schema: { type: "integer", minimum: 1 } });

const scene = sceneOf({
  "/notes": {
    get: {
      operationId: "listNotes",
      parameters: [query("page"), query("page_size")],
      ...said(200, { type: "array", items: note }),
    },
    post: { operationId: "createNote", requestBody: { required: true, ...json(note) }, ...said(201, note) },
  },
  "/notes/{noteId}": {
    parameters: [{ name: "noteId", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "getNote", ...said(200, note) },
  },
});

const title = "a free title";
const listed = (...items: readonly object[]) => answered("listNotes", { step: "list" }, 200, items);

/** What is found after one creation, in these pages. */
const judged = (...pages: readonly Exchange<Tag>[]) => {
  const tag: Tag = { step: "create", on: "last", sent: { title }, wanted: { title } };
  const answers = [answered("createNote", tag, 201, { id: 7, title }), ...pages];
  return [...createdOnce.judge(scene, answers)].map((one) => ("actual" in one ? one.actual : "holds"));
};

describe("a creation", () => {
  test("adds one record, on however many pages it is shown, and whatever has changed of it by then", () => {
    const pages = [listed({ id: 7, title, hits: 1 }), listed({ id: 7, title, hits: 2 })];
    expect(judged(...pages)).toEqual(["holds"]);
  });

  test("adds two where two ids have what it was sent", () => {
    expect(judged(listed({ id: 7, title }, { id: 8, title }))).toEqual(["2"]);
  });

  test("adds two where records without ids differ: the title is what they share", () => {
    expect(judged(listed({ name: title, title, hits: 1 }, { name: title, title, hits: 2 }))).toEqual(["2"]);
  });
});

/** The numbers of the pages that a walk asks for. */
const walked = (pageAt: (number: number) => readonly object[]): readonly unknown[] => {
  const asked: unknown[] = [];
  const walk = walkList(scene, { step: "list" }, [2]);
  for (let next = walk.next([]); next.done !== true;) {
    const numbers = next.value.map(({ search }) => Number(new URLSearchParams(search).get("page")));
    asked.push(...numbers);
    next = walk.next(numbers.map((number) => listed(...pageAt(number))));
  }
  return asked;
};

describe("a walk through a list", () => {
  const pages = [[{ id: 1 }, { id: 2 }], [{ id: 3 }]];

  test("ends at an empty page", () => {
    expect(walked((number) => pages[number - 1] ?? [])).toEqual([1, 2, 3]);
  });

  test("ends where the last page is answered again", () => {
    expect(walked((number) => pages[Math.min(number, 2) - 1] ?? [])).toEqual([1, 2, 3]);
  });

  test("goes on where a page shows a record again and another one", () => {
    const moved = [[{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 3 }], [{ id: 4 }]];
    expect(walked((number) => moved[number - 1] ?? [])).toEqual([1, 2, 3, 4]);
  });
});

test.each([
  ["one", "the note to work with: one"],
  [undefined, "the note to work with"],
] as const)("a creation of a record in the role %s has whole words", (on, words) => {
  const { api, resource } = scene;
  const tag: Tag = on === undefined ? { step: "create" } : { step: "create", on };
  expect(createBy(api, resource, noInput, tag).next([]).value).toMatchObject([{ words }]);
});
