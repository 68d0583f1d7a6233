import { describe, expect, it } from "vitest";
import { testRows, type Row } from "../rows.ts";
import { bench } from "../support.ts";

const users = "/volunteer/v1/users";
const sent = { first_name: "Iris", last_name: "New", email: "iris@example.org", nickname: "I" };
const size = (count: number): unknown => expect.objectContaining({ length: count });

describe("volunteer users", () => {
  it("are listed in pages that together hold every user once, and nobody of another organization", async () => {
    const made = bench();
    const token = made.credential("volunteer", "token");
    const ids: unknown[] = [];
    const first = await made.ask(`${users}?per_page=10`, { token });
    const total = Number(first.at("/meta/total"));
    expect(total).toBeGreaterThan(40);
    for (let page = 1; page <= Math.ceil(total / 10); page += 1) {
      const answer = await made.ask(`${users}?per_page=10&page=${page}`, { token });
      expect(answer.at("/meta/total")).toBe(total);
      ids.push(...(answer.at("/data") as { id: unknown }[]).map(({ id }) => id)); // every page lists users
    }
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(ids).not.toContain(made.setting("volunteer", "records", "otherOrganizationUserId"));
    expect(first.at("/links/prev")).toBeNull();
    expect(first.at("/links/next")).toContain("page=2");
  });

  testRows({
    "come 15 to a page unless per_page says otherwise": [
      [`GET ${users}`, 200, { data: size(15) }],
      [`GET ${users}?per_page=3`, 200, { data: size(3) }],
      [`GET ${users}?page=99`, 200, { data: size(0) }],
    ],
    "are created with 201 and an id of their own, and read back as they were sent": [
      [`GET ${users}/1`, 200, { "": "$first" }],
      [`POST ${users}`, { ...sent, id: 1 }, 201, { "/data/id": "$id" }],
      [`GET ${users}/$id`, 200, { data: { ...sent, full_name: "Iris New" } }],
      [`GET ${users}/1`, 200, { "": "$first" }],
    ],
    "are updated by a second creation with the same address": [
      [`POST ${users}`, { last_name: "One", email: "Same@example.org" }, 201, { "/data/id": "$id" }],
      [`POST ${users}`, { last_name: "Two", email: "Same@example.org" }, 200, { "/data/id": "$id" }],
    ],
    "never show a password that they were sent": [
      [
        `POST ${users}`,
        { ...sent, password: "p", password_confirmation: "p" },
        201,
        { "/data/id": "$id", "/data/password": undefined },
      ],
      [`GET ${users}/$id`, 200, { "/data/password": undefined, "/data/password_confirmation": undefined }],
    ],
    "of another organization are not there": [
      [`GET ${users}/{otherOrganizationUserId}`, 404],
      [`otherOrganizationToken GET ${users}/{otherOrganizationUserId}`, 200],
    ],
    "are not found by what is no id of one": ["0", "-1", "x", "1.5", "9".repeat(21), "\0", "' or 1=1"].map(
      (id): Row => [`GET ${users}/${encodeURIComponent(id)}`, 404],
    ),
  });
  testRows(
    {
      "are created a second time with U-17.upsert=create": [
        [`POST ${users}`, { last_name: "One", email: "same@example.org" }, 201, { "/data/id": "$one" }],
        [`POST ${users}`, { last_name: "Two", email: "same@example.org" }, 201, { "/data/id": "$two" }],
        [`GET ${users}/$one`, 200, { "/data/last_name": "One" }],
        [`GET ${users}/$two`, 200, { "/data/last_name": "Two" }],
      ],
    },
    { "U-17.upsert": "create" },
  );
});
