import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "../../nightly.ts";
import { testRows, type Row } from "../rows.ts";
import { bench } from "../support.ts";

const groups = "/volunteer/v1/groups";

/** Bodies of groups that are refused, by what is wrong with them. */
const badGroups: readonly (object | string)[] = [
  {},
  { name: "" },
  { name: "  " },
  { name: 7 },
  { name: null },
  { name: "a", members: "1" },
  { name: "a", members: [1, {}] },
  { name: "a", members: [1, 999_999] },
  // Another organization's.
  { name: "a", members: [43, 44, 45, 46, 47] },
  { name: "a", description: [] },
  { name: "a", parent_id: 999_999 },
  [],
  '"text"',
];
const badMembers = [
  {},
  { members: null },
  { members: {} },
  { members: [null] },
  { members: ["x"] },
  { members: [1.5] },
  [1, 2],
];
const unchanged: readonly Row[] = [
  [`GET ${groups}/1`, 200, { "": "$group" }],
  [`GET ${groups}/1/members`, 200, { data: "$members" }],
];

describe("volunteer groups", () => {
  testRows({
    "are created, updated and read back": [
      [
        `POST ${groups}`,
        { name: "Cooks", description: "d", parent_id: 1, members: [2, 1] },
        200,
        { "/data/id": "$id", data: { name: "Cooks", parent_id: 1, members: [1, 2], has_subgroups: false } },
      ],
      [`GET ${groups}/1`, 200, { "/data/has_subgroups": true }],
      [`PUT ${groups}/$id`, { name: "Chefs" }, 200],
      [
        `GET ${groups}/$id`,
        200,
        { data: { name: "Chefs", description: null, parent_id: null, members: [1, 2] } },
      ],
    ],
    "are refused with 422 for a body that is none, which leaves nothing": [
      ...unchanged,
      ...badGroups.flatMap((body): Row[] => [
        [`POST ${groups}`, body, 422],
        [`PUT ${groups}/1`, body, 422],
      ]),
      [`GET ${groups}/4`, 404],
      ...unchanged,
    ],
    "keep their members when anything but a list of known ids is set": [
      ...unchanged,
      ...badMembers.map((body): Row => [`PUT ${groups}/1/members`, body, 422]),
      ...unchanged,
    ],
    "are never below themselves": [
      [`PUT ${groups}/2`, { name: "b", parent_id: 1 }, 200],
      [`PUT ${groups}/3`, { name: "c", parent_id: 2 }, 200],
      [`PUT ${groups}/1`, { name: "a", parent_id: 3 }, 422],
      [`PUT ${groups}/1`, { name: "a", parent_id: 1 }, 422],
    ],
    "of another organization are neither read nor changed": [
      ...unchanged,
      [`otherOrganizationToken GET ${groups}/1`, 404],
      [`otherOrganizationToken GET ${groups}/1/members`, 404],
      [`otherOrganizationToken PUT ${groups}/1`, { name: "mine" }, 404],
      [`otherOrganizationToken PUT ${groups}/1/members`, { members: [] }, 404],
      ...unchanged,
    ],
  });
  testRows({
    "are listed with their members and paging": [
      [
        `GET ${groups}?per_page=2`,
        200,
        { data: [{ id: 1, has_subgroups: false }, { id: 2 }], meta: { total: 3, to: 2 } },
      ],
      [`GET ${groups}?per_page=2&page=2`, 200, { data: [{ id: 3 }], "/links/next": null }],
      [`otherOrganizationToken GET ${groups}`, 200, { "/data/0/id": 4, meta: { total: 3 } }],
    ],
    "answer the page of members that was set": [
      [
        `PUT ${groups}/1/members`,
        { members: [3, 1] },
        200,
        { data: [{ type: "user", id: 1 }, { id: 3 }], meta: { total: 2 } },
      ],
      [`GET ${groups}/1/members?per_page=1&page=2`, 200, { data: [{ id: 3 }], meta: { total: 2 } }],
    ],
  });
  testRows(
    {
      "are created with 201, and answer themselves when members are set": [
        [`POST ${groups}`, { name: "Cooks" }, 201],
        [`PUT ${groups}/1/members`, { members: [3, 1] }, 200, { data: { id: 1, members: [1, 3] } }],
      ],
    },
    { "U-17.created": "201", "U-17.members": "group" },
  );
  testRows(
    {
      "are not readable where the assumption says so": [
        [`GET ${groups}/1`, 405],
        [`GET ${groups}/1/members`, 405],
        ["GET /volunteer/v1/campaigns", 404],
      ],
    },
    { "U-17.endpoints": "none" },
  );

  it("have exactly the members that were set last", async () => {
    const made = bench();
    const token = made.credential("volunteer", "token");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 }), async (members) => {
        const answer = await made.ask(`${groups}/2/members`, { token, method: "PUT", body: { members } });
        expect(answer.status).toBe(200);
        const { json } = await made.ask(`${groups}/2/members`, { token });
        const ids = [...new Set(members)].toSorted((one, other) => one - other);
        expect(json).toMatchObject({ data: ids.map((id) => ({ id })) });
      }),
      tries(10, 30),
    );
  });
});
