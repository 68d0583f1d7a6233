import { contract } from "../../../src/inputs/contract.ts";
import fc from "fast-check";
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { operations } from "../../../src/builtin/generated/operations.ts";
import { observeRecordings } from "../../../src/traffic/judging/observe-recordings.ts";
import type { JudgeSetting } from "../../../src/traffic/judging/recording-judge.ts";
import { suite } from "../../../src/inputs/suite.ts";
import type { OpenedRecording } from "../../../src/traffic/recordings/open-recording.ts";
import {
  realWorld,
  toHar,
  toJsonCassette,
  toNdjson,
  toYamlCassette,
  type Traffic,
} from "../recordings/traffic.ts";
import { isNightly } from "../../nightly.ts";

const setting: JudgeSetting = {
  baseUrls: {},
  interfaces: ["crm", "donation", "volunteer"],
  checks: suite.checks.map(({ id }) => id),
  baseline: [],
  shapes: true,
};

const opened = (text: string, form: OpenedRecording["form"], size: number): OpenedRecording => ({
  file: "r",
  form,
  format: "",
  chunks: async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
});

const copies = 4;
const many = Array.from({ length: copies }, (_, index) =>
  realWorld.map((one, location) => ({
    ...one,
    url: `${one.url}${one.url.includes("?") ? "&" : "?"}n=${index}-${location}`,
  })),
).flat();

const observed = async (recordings: readonly OpenedRecording[], help = false, watchedBytes = 6_000) => {
  const {
    run: recordingRun,
    recording,
    targets,
    shapes,
    helped,
  } = await observeRecordings({
    contract,
    recordings,
    setting,
    signal: new AbortController().signal,
    watchedBytes,
    help,
  });
  // The observers have their say before the score is looked at.
  for (const _ of recordingRun.observations());
  return {
    tally: recordingRun.tally(),
    recording,
    targets,
    helped,
    shapes: [...shapes]
      .map(([name, seen]) => [name, [...seen.entries()].map((entry) => JSON.stringify(entry)).toSorted()])
      .toSorted(),
  };
};

describe("whichever thread judges what", () => {
  test("the outcome is the same", async () => {
    const recordings = () => [
      opened(toHar(many), "json", 4_000),
      opened(`${toNdjson(many)}{"request":\n${toNdjson(many)}`, "lines", 5_000),
      opened(toYamlCassette(many), "yaml", 9_000),
    ];
    const alone = await observed(recordings());
    const together = await observed(recordings(), true);
    expect(alone.recording).toMatchObject({
      entries: 4 * many.length + 1,
      judged: 4 * 10 * copies,
      troubles: 1,
    });
    expect(alone.tally.findings.length).toBe(5);
    expect([alone.helped, together.helped > 2]).toEqual([0, true]);
    expect({ ...together, helped: 0 }).toEqual(alone);
  });

  test("observers see the beginning of every recording, and the same share of each", async () => {
    const users: Traffic = {
      method: "GET",
      url: "https://volunteer.example.org/v1/users",
      status: 200,
      headers: { "content-type": "application/json" },
      body: '{"users":[{"id":1}],"meta":{"total":7}}',
    };
    const last = (help: boolean) =>
      observed(
        [opened(toNdjson(many), "lines", 4_000), opened(toNdjson([users]), "lines", 4_000)],
        help,
        4_000,
      );
    const { tally } = await last(false);
    expect(tally.observations.find(({ unknown }) => unknown === "U-17")).toMatchObject({
      observed: "a page without per_page holds 1",
    });
    expect((await last(true)).tally.observations).toEqual(tally.observations);
  });

  test("observers see the same, however the entries arrive", async () => {
    const seen = (size: number) => observed([opened(toNdjson(many), "lines", size)]);
    const { observations } = (await seen(4_000)).tally;
    expect(observations.some(({ evidence }) => / more\)/.test(evidence))).toBe(true);
    expect((await seen(700)).tally.observations).toEqual(observations);
  });

  test("memory does not hold what was judged: no outcome is reachable from the score", async () => {
    const { run: recordingRun } = await observeRecordings({
      contract,
      recordings: [opened(toNdjson(many), "lines", 5_000)],
      setting: { ...setting, shapes: false },
      signal: new AbortController().signal,
      watchedBytes: 0,
      help: false,
    });
    // Everything that is kept is plain and small, whatever the number of exchanges and findings.
    expect(JSON.stringify(recordingRun.tally()).length).toBeLessThan(20_000);
    expect(structuredClone(recordingRun.tally())).toEqual(recordingRun.tally());
  });
});

test("a recording that cannot be read to its end is judged as far as it goes, and the rest is reported", async () => {
  const text = toNdjson(realWorld);
  const broken: OpenedRecording = {
    ...opened(text, "lines", 1),
    chunks: async function* () {
      yield Buffer.from(text);
      throw Object.assign(new Error("gone"), { code: "EIO" });
    },
  };
  const { recording } = await observed([broken]);
  expect(recording).toMatchObject({ judged: 10, troubles: 1 });
  expect(recording.troublePlaces[0]?.message).toMatch(
    /^it cannot be read any further \(EIO\) after byte \d+/,
  );
});

const anyTraffic = fc
  .record({
    operation: fc.constantFrom(...Object.values(operations)),
    status: fc.constantFrom(200, 200, 200, 204, 304, 400, 401, 404, 422, 429, 500, 503),
    type: fc.constantFrom(
      "application/json",
      "text/plain",
      "application/problem+json",
      "text/html; charset=utf-8",
    ),
    body: fc.oneof(
      fc.constant(""),
      fc.constantFrom(...realWorld.map(({ body = "" }) => body)),
      fc.json({ maxDepth: 3 }),
      fc.string({ unit: "grapheme" }),
    ),
    retry: fc.constantFrom({}, { "retry-after": "30" }, { "retry-after": "soon" }),
  })
  .map(({ operation, status, type, body, retry }): Traffic => ({
    method: operation.method,
    url: `https://api.example.org/x${operation.path.replace(/\{\w+\}/g, "17")}?Take=2`,
    status,
    // Without its length, an empty body may be one that was not kept.
    headers: { "content-type": type, ...retry, ...(body === "" ? { "content-length": "0" } : {}) },
    ...(body === "" || status === 204 || status === 304 ? {} : { body }),
  }));

test("any traffic gives the same outcome as HAR, as NDJSON and as a cassette, in any chunks", async () => {
  const runs = isNightly ? 2_000 : 6;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTraffic, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5_000 }),
      async (all, size) => {
        const outcomes = await Promise.all(
          [
            opened(toHar(all), "json", size),
            opened(toNdjson(all), "lines", size),
            opened(toJsonCassette(all), "json", size),
          ].map((recording) => observed([recording], false, Infinity)),
        );
        const [har, lines, cassette] = outcomes.map(({ tally, targets, recording }) => ({
          tally,
          targets,
          judged: recording.judged,
          troubles: recording.troubles,
        }));
        expect(har?.judged).toBe(all.length);
        expect(lines).toEqual(har);
        expect(cassette).toEqual(har);
      },
    ),
    { numRuns: runs },
  );
});

test("a cassette in YAML whose interactions share their headers gives the same outcome as one in JSON", async () => {
  const shared = realWorld.filter(
    ({ headers }) => headers?.["content-type"] === "application/json; charset=utf-8",
  );
  const { http_interactions: plain } = JSON.parse(toJsonCassette(shared)) as {
    readonly http_interactions: readonly { readonly response: object }[];
  };
  const interactions = plain
    .map(({ response, ...rest }) => ({ ...rest, response: { ...response, headers: { "<<": "*json" } } }))
    .map((one) => stringify([one], { aliasDuplicateObjects: false }).replace('"*json"', "*json"));
  const text = `json: &json\n  Content-Type: ["application/json; charset=utf-8"]\nhttp_interactions:\n${interactions.join("")}`;
  expect(text).toContain("<<: *json");
  const [yaml, json] = await Promise.all(
    [opened(text, "yaml", 100), opened(toJsonCassette(shared), "json", 100)].map((one) =>
      observed([one], false, Infinity),
    ),
  );
  expect(yaml?.recording).toMatchObject({ judged: json?.recording.judged, troubles: 0 });
  expect(yaml?.tally).toEqual(json?.tally);
});
