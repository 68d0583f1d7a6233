import { describe } from "vitest";
import { testRows } from "../rows.ts";

const body = { name: "Tree planting", dates: ["2030-01-01"], extra: { deep: [1] } };

describe("volunteer projects", () => {
  testRows({
    "are created and updated, keeping what an update does not name": [
      ["POST /volunteer/v1/projects", body, 201, { "/data/id": "$id" }],
      ["PUT /volunteer/v1/projects/$id", { name: "Tree care" }, 200],
      ["GET /volunteer/v1/projects/$id", 200, { data: { ...body, name: "Tree care" } }],
      ["PUT /volunteer/v1/projects/999999", {}, 404],
    ],
    "of another organization are not there": [
      ["otherOrganizationToken PUT /volunteer/v1/projects/1", { name: "mine" }, 404],
    ],
    "are listed with paging": [
      [
        "GET /volunteer/v1/projects?per_page=2&page=2",
        200,
        {
          data: [{ type: "project", id: 3 }],
          meta: { current_page: 2, from: 3, to: 3, per_page: 2, total: 3 },
          "/links/next": null,
        },
      ],
    ],
  });
});
