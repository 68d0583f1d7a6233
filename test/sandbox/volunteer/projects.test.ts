import { describe, expect, it } from "vitest";
import { bench } from "../support.ts";

describe("volunteer projects", () => {
  it("are created and updated, keeping what an update does not name", async () => {
    const { ask, credential } = bench();
    const token = credential("volunteer", "token");
    const body = { name: "Tree planting", dates: ["2030-01-01"], extra: { deep: [1] } };
    const created = await ask("/volunteer/v1/projects", { token, body });
    expect(created.status).toBe(201);
    const path = `/volunteer/v1/projects/${String(created.at("/data/id"))}`;
    const updated = await ask(path, { token, method: "PUT", body: { name: "Tree care" } });
    expect(updated.status).toBe(200);
    expect((await ask(path, { token })).at("/data")).toMatchObject({ ...body, name: "Tree care" });
    expect((await ask("/volunteer/v1/projects/999999", { token, method: "PUT", body: {} })).status).toBe(404);
  });

  it("of another organization are not there", async () => {
    const { ask, credential } = bench();
    const token = credential("volunteer", "otherOrganizationToken");
    const answer = await ask("/volunteer/v1/projects/1", { token, method: "PUT", body: { name: "mine" } });
    expect(answer.status).toBe(404);
  });

  it.each(["projects", "campaigns", "forms", "certificates", "groups"])(
    "and other lists are not modelled: %s",
    async (name) => {
      const { ask, credential } = bench();
      const token = credential("volunteer", "token");
      const answer = await ask(`/volunteer/v1/${name}?per_page=1`, { token });
      expect(answer.at("/message")).toContain(`This sandbox does not model GET /volunteer/v1/${name}`);
    },
  );
});
