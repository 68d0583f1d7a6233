import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { emptyListsAreTold as check } from "../../src/checks/empty-lists-are-told.ts";
import type { JudgeTools } from "../../src/core/model/check.ts";
import { judged, loadTools, type Recording } from "./support/recorded.ts";

let tools: JudgeTools;
beforeAll(async () => {
  tools = await loadTools();
});

const rules = (recording: Recording): readonly string[] | undefined =>
  judged(check, recording, tools)?.map(({ rule, pointer }) => `${rule} ${pointer ?? ""}`);

const empty = { list: [], total: 0 };
const beyond = { list: [], total: 7 };

describe("a list or search without a match", () => {
  test("passes as a 200 with an empty list and a total of 0", () => {
    expect(rules({ body: empty })).toEqual([]);
    expect(
      rules({ body: { ...empty, tags: [], next: null }, path: "/api/Gift/Search?q=nobody&skip=40" }),
    ).toEqual([]);
    expect(
      rules({ method: "POST", path: "/api/Contact/Query", requestBody: { name: "nobody" }, body: empty }),
    ).toEqual([]);
  });

  test("is distinguished from a 404 and any other status", () => {
    expect(rules({ body: empty, status: 404 })).toEqual(["status "]);
    expect(rules({ body: empty, status: 206 })).toEqual(["status "]);
  });

  test("needs both parts, each of its type", () => {
    expect(rules({ body: { list: null, total: 0 } })).toEqual(["null /list"]);
    expect(rules({ body: { list: null, total: 7 }, path: "/api/Contact?skip=20" })).toEqual(["null /list"]);
    expect(rules({ body: { list: [] } })).toEqual(["missing /total"]);
    expect(rules({ body: { list: [], total: "0" } })).toEqual(["type /total"]);
    expect(rules({ body: { list: [], total: null } })).toEqual(["null /total"]);
    expect(rules({ body: { list: [], total: -1 } })).toEqual(["range /total"]);
  });

  test("has no total of 0 beside matches", () => {
    expect(rules({ body: { list: [{ id: 1 }], total: 0 } })).toEqual(["relation /total"]);
  });

  test("shows nothing where there are matches, or where it is no list", () => {
    for (const body of [
      { list: [{ id: 1 }], total: 1 },
      { list: [{ id: 1 }], total: 900 },
      { list: "everybody", total: 3 },
      { list: [], name: "A mailing list" },
      { items: [], total: 0 },
      { total: 0 },
      [],
      "text",
      null,
      undefined,
    ])
      expect(rules({ body })).toBeUndefined();
    const record = { id: 1, list: [], total: 3 };
    expect(rules({ operation: "getContact", path: "/api/Contact/1", body: record })).toBeUndefined();
  });
});

describe("an empty list with a total above 0", () => {
  const first = ["relation /total"];

  test.each([
    "/api/Contact",
    "/api/Contact?search=nobody",
    "/api/Contact/12/Gifts?sort=name&take=50",
    "/api/Contact?skip=0&limit=20",
    "/api/Contact?offset=0&Page-Size=10&pageSize=10",
    "/api/Contact?cursor=&active=true",
  ])("is wrong on a first page: %s", (path) => {
    expect(rules({ path, body: beyond })).toEqual(first);
  });

  test.each([
    "/api/Contact?skip=40",
    "/api/Contact?search=am&page=3",
    "/api/Contact?page=1",
    "/api/Contact?take=0",
    "/api/Contact?p=2",
    "/api/Contact?pageToken=b3BlbiBtZQ",
    "/api/Contact?after=Zebedee",
    "/api/Contact/list/4",
    "/api/Contact/page/last",
  ])("may be a page beyond the end: %s", (path) => {
    expect(rules({ path, body: beyond })).toEqual([]);
  });

  test("is judged by the body of a search as well", () => {
    const search = { method: "POST", path: "/api/Contact/Search", body: beyond } as const;
    expect(
      rules({ ...search, requestBody: { filter: { name: "nobody" }, paging: { offset: 0, limit: 10 } } }),
    ).toEqual(first);
    expect(rules({ ...search, requestBody: { filter: { name: "nobody" }, paging: { offset: 10 } } })).toEqual(
      [],
    );
    expect(rules({ ...search, requestBody: "name=nobody" })).toEqual([]);
  });

  test("may be what is left behind a range", () => {
    expect(rules({ requestHeaders: { range: "items=20-39" }, body: beyond })).toEqual([]);
  });

  test("is never wrong where a number other than a page size is asked for", () => {
    const names = fc.stringMatching(/^[a-zA-Z_]{1,12}$/);
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 1e6 }), (name, value) => {
        fc.pre(!/take|limit|size|count|per_?page|top$|rows|^max/i.test(name));
        expect(rules({ path: `/api/Contact?${name}=${value}`, body: beyond })).toEqual([]);
      }),
    );
  });
});
