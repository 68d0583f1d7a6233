import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { UnreadableEntry } from "../../../src/traffic/recordings/recorded.ts";
import { splitRecording } from "../../../src/traffic/recordings/split-recording.ts";
import { createYamlReader } from "../../../src/traffic/recordings/yaml-reader.ts";
import { isNightly } from "../../nightly.ts";

interface ReadCassette {
  readonly values: readonly unknown[];
  readonly problems: readonly string[];
}

/** The interactions of a cassette, which arrives in pieces of so many bytes. */
const read = async (text: string, size = 64): Promise<ReadCassette> => {
  const values: unknown[] = [];
  const problems: string[] = [];
  const reader = createYamlReader();
  const bytes = Buffer.from(text);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  for await (const piece of splitRecording({ form: "yaml", chunks })) {
    for (const entry of piece.entries)
      try {
        if (entry.head !== undefined) reader.head(entry.head);
        values.push(reader.interaction(entry.bytes));
      } catch (error) {
        if (!(error instanceof UnreadableEntry)) throw error;
        problems.push(error.message);
      }
    problems.push(...piece.problems.map(({ message }) => message));
  }
  return { values, problems };
};

const request = { method: "get", uri: "https://donations.example.org/api/Donor/list" };

describe("what an alias stands for is read, wherever its anchor is", () => {
  test("any lists, mappings and texts that interactions share, as PyYAML and Psych write them", async () => {
    const shared = fc.oneof(
      fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{1,9}$/), fc.array(fc.string(), { maxLength: 2 }), {
        maxKeys: 3,
      }),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.string({ maxLength: 5_000 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(shared, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 500 }),
        async (all, uses, isIndented, size) => {
          const interactions = uses.map(([sent, answered]) => ({
            request: { ...request, headers: all[sent % all.length] },
            response: { status: 200, headers: all[answered % all.length], body: { string: "{}" } },
          }));
          const text = stringify(
            { http_interactions: interactions, recorded_with: "VCR" },
            { indentSeq: isIndented, lineWidth: 0 },
          );
          expect(await read(text, size)).toEqual({ values: interactions, problems: [] });
        },
      ),
      { numRuns: isNightly ? 3_000 : 60 },
    );
  });

  test.each<readonly [string, string, unknown]>([
    [
      "ahead of the interactions",
      "json: &json\n  Content-Type: [application/json]\nhttp_interactions:\n- { headers: *json, request: 1, response: 2 }\n",
      [{ headers: { "Content-Type": ["application/json"] }, request: 1, response: 2 }],
    ],
    [
      "with a merge key",
      "json: &json { a: 1, b: 1 }\nhttp_interactions: &all\n- request:\n    <<: *json\n    b: 2\n  response: 3\n",
      [{ request: { a: 1, b: 2 }, response: 3 }],
    ],
    [
      "an interaction that is merged, at the end",
      "interactions:\n- &1\n  request: 1\n  response: 2\n- <<: *1\n  response: 3\n",
      [
        { request: 1, response: 2 },
        { request: 1, response: 3 },
      ],
    ],
    [
      "an interaction that is another one",
      "interactions:\n- &1\n  request: 1\n  response: 2\n- *1\n",
      [
        { request: 1, response: 2 },
        { request: 1, response: 2 },
      ],
    ],
    [
      "an anchor that is there twice",
      "interactions:\n- request: &1 1\n  response: *1\n- request: &1 2\n  response: *1\n",
      [
        { request: 1, response: 1 },
        { request: 2, response: 2 },
      ],
    ],
  ])("%s", async (_, text, values) => {
    expect(await read(text)).toEqual({ values, problems: [] });
  });
});

const tooMany = "an interaction that holds too many values";

test.each<readonly [string, string, string]>([
  [
    "an alias without its anchor",
    "interactions:\n- request: 1\n  response: *1\n",
    "an interaction with an alias whose anchor is not before it, or too far away",
  ],
  [
    "a mapping that contains itself",
    "interactions:\n- &1\n  request: *1\n  response: 1\n",
    "an interaction with an alias whose anchor is not before it, or too far away",
  ],
  [
    "a merge key of a text",
    "interactions:\n- request: 1\n  response: { <<: no }\n",
    "an interaction that merges what is no mapping",
  ],
  [
    "aliases that expand without end",
    `interactions:\n${Array.from(
      { length: 30 },
      (_, at) => `- request: &a${at + 1} [*a${at}, *a${at}]\n  response: 1\n`,
    )
      .join("")
      .replace("[*a0, *a0]", "[1]")}`,
    tooMany,
  ],
  [
    "mappings that expand without end by merging",
    `interactions:\n${Array.from(
      { length: 30 },
      (_, at) => `- request: &a${at + 1} { <<: *a${at}, k${at}: [*a${at}, *a${at}] }\n  response: 1\n`,
    )
      .join("")
      .replace("{ <<: *a0, k0: [*a0, *a0] }", "{ x: 1 }")}`,
    tooMany,
  ],
  [
    "lists that nest by aliases",
    `interactions:\n${Array.from(
      { length: 120 },
      (_, at) => `- request: &a${at + 1} [*a${at}]\n  response: 1\n`,
    )
      .join("")
      .replace("[*a0]", "[1]")}`,
    "an interaction that nests deeper than 100 levels",
  ],
])("refused: %s", async (_, text, message) => {
  const { problems } = await read(text);
  expect(problems[0]).toBe(message);
});

test("of what aliases may stand for the oldest is dropped beyond 16 MB, and an alias of it is refused", async () => {
  const long = "x".repeat(6 * 1024 * 1024);
  const item = (name: string, value: string): string => `- request: ${value}\n  response: &${name} ${long}\n`;
  const text = `interactions:\n${item("a", "1")}${item("b", "*a")}${item("c", "*b")}- request: *a\n  response: 1\n- request: *c\n  response: 1\n`;
  const { values, problems } = await read(text, 1024 * 1024);
  expect(problems).toEqual(["an interaction with an alias whose anchor is not before it, or too far away"]);
  expect(values.length).toBe(4);
});
