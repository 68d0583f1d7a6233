import { contract } from "../../../src/inputs/contract.ts";
import { mostKilobytes } from "../../most-kilobytes.ts";
import { Readable } from "node:stream";
import { observeRecordings } from "../../../src/traffic/judging/observe-recordings.ts";
import { suite } from "../../../src/inputs/suite.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { someOf } from "../../nightly.ts";
import { openStream } from "../../../src/traffic/recordings/open-recording.ts";

/** Recordings that are small, and large when they are read: run as a program, it reads them all one after another. */

const mega = 1024 * 1024;

/** A text, or one so many times: never held as a whole, so that what is measured is the reading of it. */
type Part = string | readonly [text: string, times: number];

const url = "https://crm.example.org/api/Contact/1";
const request = `"request":{"method":"GET","url":"${url}"}`;

const har = (...body: readonly Part[]): readonly Part[] => [
  `{"log":{"entries":[{${request},"response":{"status":200,"content":{"text":"`,
  ...body,
  '"}}}]}}',
];

const line = (...body: readonly Part[]): readonly Part[] => [
  `{${request},"response":{"status":200,"body":`,
  ...body,
  "}}\n",
];

const cassette = (...rest: readonly Part[]): readonly Part[] => [
  `http_interactions:\n- request:\n    method: get\n    uri: ${url}\n  response:\n    status: 200\n`,
  ...rest,
];

/** A request to an address with a form. */
const asking = (method: string, address: readonly Part[], form: Part): readonly Part[] => [
  `{"log":{"entries":[{"request":{"method":"${method}","url":"`,
  ...address,
  '","postData":{"mimeType":"application/x-www-form-urlencoded","text":"',
  form,
  '"}},"response":{"status":200,"content":{"text":"{}"}}}]}}',
];

const objects = (times: number): readonly Part[] => ["[", ["{},", times], "{}]"];
const tooMany = objects((14 * mega) / 3);
const deep: readonly Part[] = [
  ["[", 7 * mega],
  ["]", 7 * mega],
];

const recordings: Readonly<Record<string, readonly Part[]>> = {
  "as many {} as a body may hold": har(...objects(249_000)),
  "lists that open and never close": ['{"x":', ["[", 16 * mega]],
  "lists that open and never close, in an entry": ['{"log":{"entries":[{"x":', ["[", 16 * mega]],
  "14 MB of {} as a body in HAR": har(...tooMany),
  "14 MB of {} as a body on a line": [...line("1"), ...line(...tooMany)],
  "14 MB of {} on the first line": line(...tooMany),
  "1 MB of {} as entries": objects(mega / 3),
  "an address of 14 MB": asking("GET", [`${url}?`, ["a&", 7 * mega]], ""),
  "aliases of 2 MB in YAML": cassette("    y: &a x\n    x: [", ["*a,", 0.6 * mega], "*a]\n"),
  "a path of 14 MB": asking("GET", [url, ["/aa", 4 * mega]], ""),
  "a form of 14 MB": asking("POST", ["https://crm.example.org/Token"], ["a&", 7 * mega]),
  "a body that nests without end": har(...deep),
  "a line that nests without end": [...line("1"), ...line(...deep)],
  "13 MB of keys without an entry": ['{"x":{', ['"a":1,', 2.2 * mega], '"b":1}}'],
  "a list of 2 MB in YAML": cassette("    x: [", ["a,", mega], "a]\n"),
  "a list of 2 MB in YAML, a line each": cassette("    x:\n", ["    - a\n", mega / 4]),
};

/** The least characters of a chunk. */
const chunkSize = 100_000;

const chunksOf = function* (parts: readonly Part[]): Generator<Uint8Array> {
  for (const part of parts) {
    const [text, times] = typeof part === "string" ? [part, 1] : part;
    const atOnce = Math.max(1, Math.floor(chunkSize / text.length));
    for (let left = Math.floor(times); left > 0; left -= atOnce)
      yield Buffer.from(text.repeat(Math.min(left, atOnce)));
  }
};

const read = async (parts: readonly Part[]): Promise<string> => {
  try {
    const { recording } = await observeRecordings({
      contract,
      recordings: [await openStream(Readable.from(chunksOf(parts)), "r")],
      setting: {
        baseUrls: {},
        interfaces: ["crm"],
        checks: suite.checks.map(({ id }) => id),
        baseline: [],
        shapes: true,
      },
      signal: new AbortController().signal,
      watchedBytes: 24 * mega,
      help: false,
    });
    return recording.troublePlaces[0]?.message ?? "nothing is wrong";
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
};

const outcomes: Record<string, string> = {};
for (const [name, parts] of someOf(Object.entries(recordings), 8)) {
  outcomes[name] = await read(parts);
  // What one left behind is not the next one's.
  globalThis.gc?.();
}
process.stdout.write(JSON.stringify({ outcomes, kilobytes: mostKilobytes() }));
