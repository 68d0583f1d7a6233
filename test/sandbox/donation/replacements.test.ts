import { describe, expect, it } from "vitest";
import { donationBench, type DonationBench, expectRefused, type Json } from "./donation-bench.ts";

const operations = {
  campaign: "replaceCampaign",
  project: "replaceProject",
  segment: "replaceSegment",
} as const;
type Replaced = keyof typeof operations;
// The table's keys are those of the type.
const kinds = Object.keys(operations) as Replaced[];

/** Values that no record of any kind can hold. */
const unfit = {
  id: [undefined, "1", null, 1.5],
  name: [7, "\uD800", "a\0b"],
  description: [{}],
  isActive: ["yes", 1],
};

/** The record as it is read, not as its replacement answered. */
const read = async (bench: DonationBench, kind: Replaced, id: unknown): Promise<Json | undefined> => {
  const items =
    kind === "project"
      ? ((await bench.call("listProjects")).at("/items") as Json[])
      : (await bench.query(kind, { take: 1000 })).items;
  return items.find((item) => item["id"] === id);
};

describe.each(kinds)("replacing a %s", (kind) => {
  it("makes it what was sent, and the rest of the world stays as it is", async () => {
    const bench = donationBench();
    const body = bench.scratch(kind);
    const others = await bench.query("segment", { take: 1000, sortBy: "id" });
    const answer = await bench.call(operations[kind], { body });
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining(body)]);
    expect(await read(bench, kind, body["id"])).toEqual(answer.json);
    const after = await bench.query("segment", { take: 1000, sortBy: "id" });
    const isOther = ({ id }: Json): boolean => kind !== "segment" || id !== body["id"];
    expect(after.items.filter(isOther)).toEqual(others.items.filter(isOther));
  });

  it("lets every property that is left out or null be gone", async () => {
    const bench = donationBench();
    const body = bench.scratch(kind);
    for (const name of Object.keys(body).filter((each) => each !== "id")) {
      await bench.call(operations[kind], { body });
      const { [name]: _, ...rest } = body;
      await bench.call(operations[kind], { body: rest });
      expect(await read(bench, kind, body["id"])).toMatchObject({ ...rest, [name]: null });
      await bench.call(operations[kind], { body });
      await bench.call(operations[kind], { body: { ...body, [name]: null } });
      expect(await read(bench, kind, body["id"])).toMatchObject({ ...rest, [name]: null });
    }
  });

  it("shows when it was changed, and keeps when it was made", async () => {
    const bench = donationBench();
    const { id } = bench.scratch(kind);
    const before = await read(bench, kind, id);
    bench.sandbox.clock.advance(1234);
    await bench.call(operations[kind], {
      body: { id, createdDate: "2000-01-01", modifiedDate: "2000-01-01", unheardOf: 1 },
    });
    expect(await read(bench, kind, id)).toMatchObject({
      createdDate: before?.["createdDate"],
      modifiedDate: new Date(bench.sandbox.clock.now()).toISOString(),
    });
  });

  it("takes a record back as it was read", async () => {
    const bench = donationBench();
    const record = await read(bench, kind, 1);
    const answer = await bench.call(operations[kind], { body: record });
    expect(answer.json).toEqual({ ...record, modifiedDate: expect.any(String) });
  });

  it("answers nothing where the assumption says so", async () => {
    const { call, scratch } = donationBench({ assumptions: { "U-16.answer": "empty" } });
    const answer = await call(operations[kind], { body: scratch(kind) });
    expect([answer.status, answer.text]).toEqual([204, ""]);
  });

  it("answers 404 for an unknown id and for another organization's, and changes nothing", async () => {
    const bench = donationBench();
    const body = bench.scratch(kind);
    expect((await bench.call(operations[kind], { body: { ...body, id: 999_999 } })).status).toBe(404);
    const before = await read(bench, kind, body["id"]);
    const { campaignId: _, ...rest } = body;
    expect((await bench.call(operations[kind], { body: rest, token: bench.otherToken })).status).toBe(404);
    expect(await read(bench, kind, body["id"])).toEqual(before);
  });

  it("refuses values of another kind, names the field and changes nothing", async () => {
    const bench = donationBench();
    const body = bench.scratch(kind);
    const before = await read(bench, kind, body["id"]);
    for (const [name, values] of Object.entries(unfit))
      for (const value of values) {
        const answer = await bench.call(operations[kind], { body: { ...body, [name]: value } });
        expectRefused(answer, name, value);
      }
    expect(await read(bench, kind, body["id"])).toEqual(before);
  });

  it("needs the right to write", async () => {
    const { call, scratch, credential } = donationBench();
    const token = credential("donation", "limitedToken");
    expect((await call(operations[kind], { body: scratch(kind), token })).status).toBe(403);
  });
});

describe("values that a record cannot hold", () => {
  it("are refused, and the field at fault is named", async () => {
    const { call, scratch } = donationBench();
    for (const [kind, name, value] of [
      ["campaign", "goal", "1.005"],
      ["campaign", "goal", "9".repeat(40)],
      ["campaign", "startDate", "yesterday"],
      ["campaign", "startDate", "2025-01-01T00:00:00.0001Z"],
      ["campaign", "startDate", "9999-12-31T23:00:00-02:00"],
      ["campaign", "startDate", "0000-01-01T01:00:00+02:00"],
      ["project", "goal", "a lot"],
      ["segment", "campaignId", 999_999],
      ["segment", "campaignId", "one"],
      ["segment", "cost", "NaN"],
    ] as const) {
      const answer = await call(operations[kind], { body: { ...scratch(kind), [name]: value } });
      expectRefused(answer, name, kind, value);
    }
  });

  it("include another organization's campaign", async () => {
    const { call, scratch, otherToken } = donationBench();
    const theirs = (await call("listCampaigns", { token: otherToken })).at("/items/0/id");
    const answer = await call("replaceSegment", { body: { ...scratch("segment"), campaignId: theirs } });
    expect(answer.at("/errors")).toEqual({ campaignId: [expect.any(String)] });
  });
});

describe("an amount", () => {
  it.each([
    [60, 60],
    ["60.25", 60.25],
    [0.1, 0.1],
    ["-0.01", -0.01],
    [0, 0],
    ["007.5", 7.5],
  ])("sent as %j is read as %j", async (sent, expected) => {
    const bench = donationBench();
    const { id } = bench.scratch("campaign");
    await bench.call("replaceCampaign", { body: { id, goal: sent } });
    expect(await read(bench, "campaign", id)).toMatchObject({ goal: expected });
  });
});

describe("a changed name", () => {
  it("is seen wherever the record is shown", async () => {
    const bench = donationBench();
    const [gift] = (await bench.list("gift")).items;
    await bench.call("replaceProject", { body: { id: gift?.["projectId"], name: "Renamed" } });
    const [again] = (await bench.list("gift")).items;
    expect(again?.["projects"]).toContainEqual(
      expect.objectContaining({ id: gift?.["projectId"], name: "Renamed" }),
    );
  });
});

describe("a project's successors", () => {
  const move = (currentProjectId: unknown, recurringGiftNewProjectId: unknown): Json => ({
    currentProjectId,
    recurringGiftNewProjectId,
    legacyPageProjectId: null,
    defaultPageProjectId: null,
    pageProjectId: null,
  });
  const recurring = async ({ query }: DonationBench): Promise<readonly Json[]> =>
    (await query("recurringGift", { take: 1000 })).items;

  it("take over its recurring gifts", async () => {
    const bench = donationBench();
    const before = await recurring(bench);
    const from = before[0]?.["projectId"];
    const to = from === 1 ? 2 : 1;
    expect((await bench.call("replaceProject", { body: move(from, to) })).status).toBe(200);
    expect((await recurring(bench)).map(({ projectId }) => projectId)).toEqual(
      before.map(({ projectId }) => (projectId === from ? to : projectId)),
    );
    const byChange = await bench.query("recurringGift", { sortBy: "modifieddatetimeutc", descending: true });
    expect(byChange.items[0]).toMatchObject({ projectId: to });
  });

  it("leave them where they are when there is none", async () => {
    const bench = donationBench();
    const before = await recurring(bench);
    expect((await bench.call("replaceProject", { body: move(before[0]?.["projectId"], null) })).status).toBe(
      200,
    );
    expect(await recurring(bench)).toEqual(before);
  });

  it.each([
    [404, 999_999, null],
    [400, "1", null],
    [400, 1, 999_999],
    [400, 1, "2"],
  ])("answer %i for %j and %j", async (status, from, to) => {
    const { call } = donationBench();
    expect((await call("replaceProject", { body: move(from, to) })).status).toBe(status);
  });

  it("are unknown where the assumption says so", async () => {
    const { call } = donationBench({ assumptions: { "U-16.project": "record" } });
    expect((await call("replaceProject", { body: move(1, 2) })).at("/errors")).toEqual({
      id: [expect.any(String)],
    });
  });
});
