import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { someOf } from "../../nightly.ts";

const program = fileURLToPath(new URL("hostile-recordings.ts", import.meta.url));

const notJson = expect.stringMatching(/^not a recording: JSON that is neither a list of entries nor/);

/** A usual run reads the first, whose memory is the most that is allowed, and one in YAML. */
const expected: Readonly<Record<string, unknown>> = {
  "as many {} as a body may hold": "nothing is wrong",
  "lists that open and never close": notJson,
  "lists that open and never close, in an entry":
    "the recording breaks off at byte 16777240, within this entry",
  "14 MB of {} as a body in HAR": "an entry whose body holds more than 500000 values",
  "14 MB of {} as a body on a line": "an entry that holds more than 500000 values",
  "14 MB of {} on the first line": notJson,
  "1 MB of {} as entries": "an entry without a request",
  "an address of 14 MB": "an entry whose address has more than 65536 characters",
  "aliases of 2 MB in YAML": "an interaction that holds too many values",
  "a path of 14 MB": "an entry whose address has more than 65536 characters",
  "a form of 14 MB": "an entry whose form has more than 10000 fields",
  "a body that nests without end": "an entry whose body holds more than 500000 values",
  "a line that nests without end": "an entry that holds more than 500000 values",
  "13 MB of keys without an entry": notJson,
  "a list of 2 MB in YAML": "an interaction that holds too many values",
  "a list of 2 MB in YAML, a line each": "an interaction that holds too many values",
};

// A busy machine, too, may take more once; what the reader holds is held every time.
const options = { timeout: 60_000, retry: 2 };

test(
  "whatever a recording holds, reading it says what is wrong and takes less than 300 MiB",
  options,
  async () => {
    // On a busy machine the collector's own threads fall behind, and what is compiled is kept for other programs: none
    // of it is the reader's memory.
    const flags = ["--expose-gc", "--single-threaded-gc"];
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program], { env });
    const { outcomes, kilobytes } = JSON.parse(stdout) as {
      outcomes: Record<string, string>;
      kilobytes: number;
    };
    expect(outcomes).toEqual(Object.fromEntries(someOf(Object.entries(expected), 8)));
    expect(kilobytes).toBeLessThan(300 * 1024);
  },
);
