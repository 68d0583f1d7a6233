import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bench, isFamilyError, type Bench, type Received } from "../support.ts";
import { tries } from "../../nightly.ts";

const asker = (
  { ask, credential }: Bench,
  name = "token",
): ((path: string, method?: string, body?: unknown) => Promise<Received>) => {
  const token = credential("volunteer", name);
  return (path, method = "GET", body) =>
    ask(`/volunteer/v1${path}`, { token, method, ...(body === undefined ? {} : { body }) });
};

const memberIds = async (ask: ReturnType<typeof asker>, id: unknown): Promise<unknown[]> => {
  const data = (await ask(`/groups/${String(id)}/members`)).at("/data");
  return Array.isArray(data) ? data.map((user: { id: unknown }) => user.id) : [];
};

describe("volunteer groups", () => {
  it("are created, updated and read back", async () => {
    const ask = asker(bench());
    const created = await ask("/groups", "POST", {
      name: "Cooks",
      description: "d",
      parent_id: 1,
      members: [2, 1],
    });
    expect(created.status).toBe(201);
    const id = created.at("/data/id");
    expect(created.at("/data")).toMatchObject({
      name: "Cooks",
      parent_id: 1,
      members: [1, 2],
      has_subgroups: false,
    });
    expect((await ask("/groups/1")).at("/data/has_subgroups")).toBe(true);
    const updated = await ask(`/groups/${String(id)}`, "PUT", { name: "Chefs" });
    expect(updated.status).toBe(200);
    const read = await ask(`/groups/${String(id)}`);
    expect(read.at("/data")).toMatchObject({
      name: "Chefs",
      description: null,
      parent_id: null,
      members: [1, 2],
    });
  });

  it.each([
    ["no name", {}],
    ["an empty name", { name: "" }],
    ["a blank name", { name: "  " }],
    ["a name that is no text", { name: 7 }],
    ["null for a name", { name: null }],
    ["members that are no list", { name: "a", members: "1" }],
    ["members that are no ids", { name: "a", members: [1, {}] }],
    ["members that nobody knows", { name: "a", members: [1, 999_999] }],
    ["members of another organization", { name: "a", members: [43, 44, 45, 46, 47] }],
    ["a description that is no text", { name: "a", description: [] }],
    ["a parent that nobody knows", { name: "a", parent_id: 999_999 }],
    ["a list for a body", []],
    ["text for a body", '"text"'],
  ])("with %s are refused with 422 and leave nothing", async (_, body) => {
    const ask = asker(bench());
    const group = await ask("/groups/1");
    for (const answer of [await ask("/groups", "POST", body), await ask("/groups/1", "PUT", body)]) {
      expect(answer.status).toBe(422);
      expect(isFamilyError("volunteer", answer)).toBe(true);
    }
    expect((await ask("/groups/4")).status).toBe(404);
    expect((await ask("/groups/1")).json).toEqual(group.json);
  });

  it("have exactly the members that were set last", async () => {
    const ask = asker(bench());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 }), async (members) => {
        const answer = await ask("/groups/2/members", "PUT", { members });
        expect(answer.status).toBe(200);
        expect(await memberIds(ask, 2)).toEqual([...new Set(members)].toSorted((one, other) => one - other));
      }),
      tries(10, 30),
    );
  });

  it.each([
    [{}],
    [{ members: null }],
    [{ members: {} }],
    [{ members: [null] }],
    [{ members: ["x"] }],
    [{ members: [1.5] }],
    [[1, 2]],
  ])("keep their members when %j is set", async (body) => {
    const ask = asker(bench());
    const before = await memberIds(ask, 1);
    expect((await ask("/groups/1/members", "PUT", body)).status).toBe(422);
    expect(await memberIds(ask, 1)).toEqual(before);
  });

  it("never stand below themselves", async () => {
    const ask = asker(bench());
    expect((await ask("/groups/2", "PUT", { name: "b", parent_id: 1 })).status).toBe(200);
    expect((await ask("/groups/3", "PUT", { name: "c", parent_id: 2 })).status).toBe(200);
    expect((await ask("/groups/1", "PUT", { name: "a", parent_id: 3 })).status).toBe(422);
    expect((await ask("/groups/1", "PUT", { name: "a", parent_id: 1 })).status).toBe(422);
  });

  it("of another organization are neither read nor changed", async () => {
    const made = bench();
    const theirs = asker(made, "otherOrganizationToken");
    for (const answer of [
      await theirs("/groups/1"),
      await theirs("/groups/1/members"),
      await theirs("/groups/1", "PUT", { name: "mine" }),
      await theirs("/groups/1/members", "PUT", { members: [] }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await asker(made)("/groups/1")).at("/data/name")).toBe("Saturday crew");
  });

  it("are not readable where the assumption says so", async () => {
    const ask = asker(bench({ assumptions: { "U-17.endpoints": "none" } }));
    expect((await ask("/groups/1")).status).toBe(405);
    expect((await ask("/groups/1/members")).status).toBe(405);
    expect((await ask("/campaigns")).status).toBe(404);
  });
});
