import { expect, test } from "vitest";
import { pagesApart } from "../../../src/contracts/resources/listed.ts";
import { answered, sceneOf } from "./scene-of.ts";

const note = { type: "object", properties: { id: { type: "integer" } } };
const said = (schema: object) => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});
const query = (name: string) => ({ name, in: "query", schema: { type: "integer", minimum: 1 } });

const scene = sceneOf({
  "/notes": {
    get: {
      operationId: "listNotes",
      parameters: [query("page"), query("page_size")],
      ...said({ type: "array", items: note }),
    },
  },
  "/notes/{noteId}": {
    parameters: [{ name: "noteId", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "getNote", ...said(note) },
  },
});

const again = (page: number, before: number): string =>
  `page ${page} of listNotes shows a record of page ${before} again`;

test.each([
  ["an empty one", [[1, 2, 3], [4, 5], []], ["holds"]],
  [
    "the last one",
    [
      [1, 2, 3],
      [4, 5],
      [4, 5],
    ],
    ["holds"],
  ],
  [
    "a full last one",
    [
      [1, 2, 3],
      [4, 5, 6],
      [4, 5, 6],
    ],
    ["holds"],
  ],
  [
    "the only one, which is not full",
    [
      [1, 2],
      [1, 2],
    ],
    [],
  ],
  [
    "the only one, although it is full",
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [again(2, 1)],
  ],
  ["a part of the last one", [[1, 2, 3], [4, 5, 6], [6]], [again(3, 2)]],
  [
    "the first one",
    [
      [1, 2, 3],
      [4, 5, 6],
      [1, 2, 3],
    ],
    [again(3, 1)],
  ],
] as const)("pages where the next after the last is %s", (_, pages, found) => {
  const answers = pages.map((ids) =>
    answered(
      "listNotes",
      { step: "page" },
      200,
      ids.map((id) => ({ id })),
    ),
  );
  const judged = [...pagesApart.judge(scene, answers)];
  expect(judged.map((one) => ("message" in one ? one.message : "holds"))).toEqual(found);
});

test("a page that names a next one is not the last: it may not be answered again", () => {
  const answers = [
    [1, 2, 3],
    [4, 5],
    [4, 5],
  ].map((ids, index) => {
    const items = ids.map((id) => ({ id }));
    return answered("listNotes", { step: "page" }, 200, { items, next: `/notes?page=${index + 2}` });
  });
  expect([...pagesApart.judge(scene, answers)]).toMatchObject([{ message: again(3, 2) }]);
});
