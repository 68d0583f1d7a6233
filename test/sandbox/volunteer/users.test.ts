import { describe, expect, it } from "vitest";
import { bench } from "../support.ts";

const token = (): { ask: ReturnType<typeof bench>["ask"]; token: string } => {
  const made = bench();
  return { ask: made.ask, token: made.credential("volunteer", "token") };
};

const idsOf = (data: unknown): unknown[] =>
  Array.isArray(data) ? data.map(({ id }: { id: unknown }) => id) : [];

describe("volunteer users", () => {
  it("are listed in pages that together hold every user once", async () => {
    const { ask, token: bearer } = token();
    const first = await ask("/volunteer/v1/users?per_page=10", { token: bearer });
    const total = Number(first.at("/meta/total"));
    expect(first.status).toBe(200);
    expect(total).toBeGreaterThan(40);
    const ids: unknown[] = [];
    for (let page = 1; page <= Math.ceil(total / 10); page += 1) {
      const answer = await ask(`/volunteer/v1/users?per_page=10&page=${page}`, { token: bearer });
      expect(answer.at("/meta/total")).toBe(total);
      ids.push(...idsOf(answer.at("/data")));
    }
    expect(new Set(ids).size).toBe(total);
    expect(ids).toHaveLength(total);
    expect(first.at("/links/prev")).toBeNull();
    expect(first.at("/links/next")).toContain("page=2");
  });

  it("come 15 to a page unless per_page says otherwise", async () => {
    const { ask, token: bearer } = token();
    expect((await ask("/volunteer/v1/users", { token: bearer })).at("/data")).toHaveLength(15);
    expect((await ask("/volunteer/v1/users?per_page=3", { token: bearer })).at("/data")).toHaveLength(3);
    expect((await ask("/volunteer/v1/users?page=99", { token: bearer })).at("/data")).toEqual([]);
  });

  it("are created with 201 and read back as they were sent", async () => {
    const { ask, token: bearer } = token();
    const sent = { first_name: "Iris", last_name: "New", email: "iris@example.org", nickname: "I", id: 999 };
    const created = await ask("/volunteer/v1/users", { token: bearer, body: sent });
    expect(created.status).toBe(201);
    expect(created.at("/data/id")).not.toBe(999);
    const read = await ask(`/volunteer/v1/users/${String(created.at("/data/id"))}`, { token: bearer });
    const { id: _, ...kept } = sent;
    expect(read.at("/data")).toMatchObject({ ...kept, full_name: "Iris New" });
  });

  it("are updated by a second creation with the same address, or not, as the assumption says", async () => {
    const { ask, token: bearer } = token();
    const send = (last_name: string): ReturnType<typeof ask> =>
      ask("/volunteer/v1/users", { token: bearer, body: { last_name, email: "Same@example.org" } });
    const first = await send("One");
    const second = await send("Two");
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.at("/data/id")).toBe(first.at("/data/id"));

    const other = bench({ assumptions: { "U-17.upsert": "create" } });
    const twice = { token: other.credential("volunteer", "token"), body: { email: "same@example.org" } };
    const [one, two] = [
      await other.ask("/volunteer/v1/users", twice),
      await other.ask("/volunteer/v1/users", twice),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.at("/data/id")).not.toBe(two.at("/data/id"));
  });

  it("of another organization are not there", async () => {
    const made = bench();
    const bearer = made.credential("volunteer", "token");
    const other = made.setting("volunteer", "records", "otherOrganizationUserId");
    expect((await made.ask(`/volunteer/v1/users/${String(other)}`, { token: bearer })).status).toBe(404);
    const theirs = made.credential("volunteer", "otherOrganizationToken");
    expect((await made.ask(`/volunteer/v1/users/${String(other)}`, { token: theirs })).status).toBe(200);
    const all = await made.ask("/volunteer/v1/users?per_page=1000", { token: bearer });
    expect(idsOf(all.at("/data"))).not.toContain(other);
  });

  it.each(["0", "-1", "x", "1.5", "999999999999999999999", "%00", "' or 1=1"])(
    "are not found by %s",
    async (id) => {
      const { ask, token: bearer } = token();
      expect((await ask(`/volunteer/v1/users/${encodeURIComponent(id)}`, { token: bearer })).status).toBe(
        404,
      );
    },
  );
});
