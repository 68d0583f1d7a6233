import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntrySink, EntrySplitter } from "../../../src/traffic/recordings/entry-splitter.ts";
import { createJsonEntrySplitter } from "../../../src/traffic/recordings/json-entry-splitter.ts";
import { createLineSplitter } from "../../../src/traffic/recordings/split-recording.ts";
import { createYamlEntrySplitter } from "../../../src/traffic/recordings/yaml-entry-splitter.ts";
import { realWorld, toHar, toNdjson, toSchemathesisYaml, toYamlCassette } from "./traffic.ts";
import { isNightly } from "../../nightly.ts";
import { codePoint } from "../../code-point.ts";

type Create = (sink: EntrySink, limit?: number) => EntrySplitter;

interface Parts {
  readonly entries: readonly (readonly [text: string, position: number])[];
  readonly problems: readonly string[];
}

/** Parts bytes that come in the given sizes; each chunk is overwritten after its loan. */
const split = (create: Create, bytes: Uint8Array, sizes: readonly number[], limit?: number): Parts => {
  const entries: (readonly [string, number])[] = [];
  const problems: string[] = [];
  const splitter = create(
    {
      entry: (entry, position) => void entries.push([Buffer.from(entry).toString(), position]),
      problem: (position, message) => void problems.push(`${position}: ${message}`),
    },
    limit,
  );
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const chunk = Buffer.from(bytes.subarray(at, at + (sizes[index] ?? bytes.length)));
    for (let read = 0; read < chunk.length;) read = splitter.read(chunk, read);
    at += chunk.length;
    chunk.fill(0x58);
  }
  splitter.end();
  return { entries, problems };
};

const whole = (create: Create, text: string, limit?: number): Parts =>
  split(create, Buffer.from(text), [], limit);

const chunking = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });

const runs = isNightly ? 10_000 : 15;

describe("any chunking of the same bytes gives the same entries", () => {
  const recordings: readonly (readonly [string, Create, string])[] = [
    ["HAR", createJsonEntrySplitter, toHar(realWorld)],
    ["HAR over many lines", createJsonEntrySplitter, toHar(realWorld, 2)],
    ["NDJSON", createLineSplitter, toNdjson(realWorld)],
    ["a Ruby cassette", createYamlEntrySplitter, toYamlCassette(realWorld)],
    ["a Schemathesis cassette", createYamlEntrySplitter, toSchemathesisYaml(realWorld)],
    ["half a HAR", createJsonEntrySplitter, toHar(realWorld).slice(0, 5_000)],
    ["half a cassette", createYamlEntrySplitter, toYamlCassette(realWorld).slice(0, 5_000)],
  ];
  test.each(recordings)("%s", (_, create, text) => {
    const bytes = Buffer.from(text);
    const expected = whole(create, text);
    expect(expected.entries.length).toBeGreaterThan(2);
    fc.assert(
      fc.property(chunking, (sizes) => {
        expect(split(create, bytes, [...sizes, ...sizes.map(() => 37)])).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });
});

test("entries of any JSON are split off as they are, wherever they stand", () => {
  const object = fc.dictionary(fc.string({ unit: codePoint }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  fc.assert(
    fc.property(
      fc.array(object, { maxLength: 3 }),
      object,
      object,
      chunking,
      (list, before, after, sizes) => {
        const entries = list.map((one) => JSON.stringify(one));
        const log = [
          ...Object.entries(before).map(
            ([key, value]) => `${JSON.stringify(`b${key}`)}:${JSON.stringify(value)}`,
          ),
          `"entries" : [${entries.join(" ,\n")}]`,
          ...Object.entries(after).map(
            ([key, value]) => `${JSON.stringify(`a${key}`)}:${JSON.stringify(value)}`,
          ),
        ].join(",");
        const text = `{"comment":"\\"log\\": [{","log":{${log}},"more":[[{"entries":[{}]}]]}\n`;
        const parts = split(createJsonEntrySplitter, Buffer.from(text), sizes);
        expect(parts.problems).toEqual([]);
        expect(parts.entries.map(([entry]) => entry)).toEqual(entries);
        for (const [entry, position] of parts.entries)
          expect(Buffer.from(text).subarray(position).toString().startsWith(entry)).toBe(true);
      },
    ),
    { numRuns: runs },
  );
});

describe("what breaks off or is no JSON is reported with its location", () => {
  test.each([
    ['{"log":{"entries":[{"a":1},{"b":', 1, ["27: the recording breaks off at byte 32, within this entry"]],
    ['{"log":{"entries":[{"a":1}', 1, ["26: the recording breaks off here"]],
    ['{"log":{"entries":[{"a":1}]', 1, ["27: the recording breaks off here"]],
    ['{"log":{"entries":[{"a":1}]}', 1, ["28: the recording breaks off here"]],
    ['{"log":{"entries":[{"a":1}]}} {}', 1, ["30: something follows the end of the document"]],
    ['{"log":{"entries":[{"a":1}]}} x', 1, ["30: something follows the end of the document"]],
    ['{"log":{"entries":[{"a":1}}}', 1, ["26: the list of entries is not JSON from here on"]],
    ['{"log":{"entries":[{"a":1}]]}', 1, ["27: the document is not JSON from here on"]],
    ['{"log":{"entries":[null,{"a":1}]}}', 0, ["19: the list of entries is not JSON from here on"]],
    ['{"log":{"entries":{}}}', 0, ["0: the document holds no list of entries"]],
    ['{"log":{"entries":[]}}', 0, []],
    ['[{"a":1},{"a":[2]}]', 2, []],
    ['{"http_interactions":[{"a":"]}"}],"recorded_with":"x"}', 1, []],
    ['{"a":"\\u00', 0, ["10: the recording breaks off here"]],
  ])("%s", (text, entries, problems) => {
    const parts = whole(createJsonEntrySplitter, text);
    expect(parts.entries.length).toBe(entries);
    expect(parts.problems).toEqual(problems);
  });
});

describe("an entry beyond the limit is reported and passed over, in whatever chunks it comes", () => {
  const large = "x".repeat(3_000);
  const limit = 2_000;
  test.each([
    [createJsonEntrySplitter, `{"log":{"entries":[{"a":1},{"b":"${large}"},{"c":2}]}}`, "27"],
    [createLineSplitter, `{"a":1}\n{"b":"${large}"}\n{"c":2}\n`, "2"],
    [createYamlEntrySplitter, `http_interactions:\n- a: 1\n- b: ${large}\n- a: 2\n`, "3"],
  ] as const)("%#", (create, text, position) => {
    for (const size of [text.length, 7, 1_000]) {
      const parts = split(
        create,
        Buffer.from(text),
        Array.from({ length: text.length }, () => size),
        limit,
      );
      expect(parts.entries.length).toBe(2);
      expect(parts.problems[0]).toBe(`${position}: an entry of more than 0 MB is skipped`);
    }
  });
});

describe("lines", () => {
  test("blank ones are no entries, and line ends of both kinds count", () => {
    expect(whole(createLineSplitter, '\r\n{"a":1}\r\n \n{"b":2}').entries).toEqual([
      ['{"a":1}\r', 2],
      ['{"b":2}', 4],
    ]);
  });
});

describe("a cassette in YAML", () => {
  const item = (name: string): string => `  - request: {}\n    response:\n      - ${name}\n\n    at: 1\n`;

  test("its items are recognized by their indentation, at any depth, with comments and text around them", () => {
    const text = `---\n# x\ninteractions:\n${item("a")}# not an item\n${item("b")}version: 1\nmore:\n  - no\n`;
    const parts = whole(createYamlEntrySplitter, text);
    expect(parts.problems).toEqual([]);
    expect(parts.entries.map(([entry, line]) => [entry.trimEnd(), line])).toEqual([
      [item("a").trimEnd(), 4],
      [item("b").trimEnd(), 10],
    ]);
  });

  test.each([
    ["in a line", `interactions:\n${item("a")}  - request: {}\n    response:\n      - b`],
    ["at a line", `interactions:\n${item("a")}  - request: {}\n    response:\n`],
  ])("one that breaks off %s is reported, and its last interaction is not read", (_, text) => {
    const parts = whole(createYamlEntrySplitter, text);
    expect(parts.entries.length).toBe(1);
    expect(parts.problems).toEqual([
      expect.stringMatching(/^7: the recording breaks off in line \d+, within/),
    ]);
  });

  test("an empty list holds nothing and lacks nothing", () => {
    expect(whole(createYamlEntrySplitter, "http_interactions: []\n")).toEqual({ entries: [], problems: [] });
  });
});
