import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { bench, isFamilyError } from "./support.ts";

/** Node 22 hands a text back only up to its first U+0000. */
const keepsNul = new DatabaseSync(":memory:").prepare("SELECT ? AS text").get("a\0b")?.["text"] === "a\0b";

const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;

describe("request bodies", () => {
  it.each([
    ["malformed JSON", "{", "application/json"],
    ["nothing", "", "application/json"],
    ["a wrong media type", '{"name":"a"}', "text/plain"],
    ["a form", "name=a", "application/x-www-form-urlencoded"],
    ["bottomless JSON", deep, "application/json"],
    ["numbers out of range", '{"name":"a","x":1e999}', "application/json"],
    ["too many bytes", JSON.stringify({ name: "x".repeat(6 * 1024 * 1024) }), "application/json"],
  ])("are refused with 400: %s", async (_, body, type) => {
    const made = bench();
    const token = made.credential("volunteer", "token");
    const answer = await made.ask("/volunteer/v1/groups", {
      token,
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    expect(answer.status).toBe(400);
    expect(isFamilyError("volunteer", answer)).toBe(true);
  });

  it("may name a charset, and hold any text that SQLite hands back", async () => {
    const made = bench();
    const token = made.credential("volunteer", "token");
    const name = `Zoë ${keepsNul ? "\u0000" : ""} '; drop table volunteer_group; -- 🌊`;
    const headers = { "content-type": "application/json; charset=utf-8" };
    const created = await made.ask("/volunteer/v1/groups", { token, body: { name }, headers });
    expect(created.status).toBe(200);
    const read = await made.ask(`/volunteer/v1/groups/${String(created.at("/data/id"))}`, { token });
    expect(read.at("/data/name")).toBe(name);
  });

  it.each([
    ["that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["of too many bytes whose request was cloned", "x".repeat(6 * 1024 * 1024)],
  ])("%s are refused with 400", async (_, body) => {
    const made = bench();
    const request = new Request("http://sandbox.test/volunteer/v1/groups", {
      method: "POST",
      headers: {
        authorization: `Bearer ${made.credential("volunteer", "token")}`,
        "content-type": "application/json",
      },
      body,
    });
    request.clone();
    expect((await made.sandbox.fetch(request)).status).toBe(400);
  });
});
