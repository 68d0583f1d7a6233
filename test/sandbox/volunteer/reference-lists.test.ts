import { describe, expect } from "vitest";
import { testRows, type Row } from "../rows.ts";

const kinds = { campaigns: "campaign", forms: "form", certificates: "certificate" };
/** The first of the other organization, after those of the main one. */
const others = { campaigns: 3, forms: 4, certificates: 3 };

describe("volunteer lists that nothing writes", () => {
  testRows({
    "are paged": Object.entries(kinds).flatMap(([name, type]): Row[] => [
      [
        `GET /volunteer/v1/${name}?per_page=1`,
        200,
        {
          data: [{ type, name: expect.any(String) as unknown }],
          meta: { current_page: 1, from: 1, to: 1, per_page: 1 },
          "/links/prev": null,
          "/meta/total": `$${name}`,
        },
      ],
      [`GET /volunteer/v1/${name}`, 200, { "/meta/total": `$${name}` }],
      [`GET /volunteer/v1/${name}?page=99`, 200, { data: [], meta: { from: null, to: null } }],
      [`GET /volunteer/v1/${name}?page=0`, 422],
    ]),
    "show each organization its own": Object.entries(others).flatMap(([name, id]): Row[] => [
      [`GET /volunteer/v1/${name}?per_page=1`, 200, { "/data/0/id": 1 }],
      [`otherOrganizationToken GET /volunteer/v1/${name}?per_page=1`, 200, { "/data/0/id": id }],
    ]),
  });
  testRows(
    {
      "are not modelled where the assumption says so": Object.keys(kinds).map((name): Row => [
        `GET /volunteer/v1/${name}`,
        404,
      ]),
    },
    { "U-17.endpoints": "none" },
  );
});
