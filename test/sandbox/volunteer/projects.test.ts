import { describe, expect } from "vitest";
import { testRows } from "../rows.ts";

const body = { name: "Tree planting", dates: ["2030-01-01"], extra: { deep: [1] } };

const unmodelled = (name: string) => ({
  message: expect.stringContaining(`This sandbox does not model GET /volunteer/v1/${name}`) as unknown,
});

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
    "and other lists are not modelled": [
      ["GET /volunteer/v1/projects?per_page=1", 405, unmodelled("projects")],
      ["GET /volunteer/v1/campaigns?per_page=1", 404, unmodelled("campaigns")],
      ["GET /volunteer/v1/forms?per_page=1", 404, unmodelled("forms")],
      ["GET /volunteer/v1/certificates?per_page=1", 404, unmodelled("certificates")],
      ["GET /volunteer/v1/groups?per_page=1", 405, unmodelled("groups")],
    ],
  });
});
