import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { assertWritable, writeFileWhole } from "../../../src/core/output/write-file.ts";
import { UsageError } from "../../../src/core/model/usage-error.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { isNightly } from "../../nightly.ts";

/** A program that writes the file whose path it is given. */
const writing = (does: string): string =>
  `const { writeFileWhole } = await import(${JSON.stringify(new URL("../../../src/core/output/write-file.ts", import.meta.url).href)});
   const path = process.argv[1];
   ${does}`;

const writeForEver = (path: string) =>
  spawn(
    process.execPath,
    [
      "-e",
      writing(
        'for (let n = 1; ; n = (n % 9) + 1) { await writeFileWhole(path, String(n).repeat(3_000_000)); process.stdout.write("."); }',
      ),
      path,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );

describe("writing a file whole", () => {
  test("leaves the text and nothing else", async () => {
    const folder = temporaryFolder();
    await writeFileWhole(join(folder, "report.json"), "one");
    await writeFileWhole(join(folder, "report.json"), "two");
    expect(readdirSync(folder)).toEqual(["report.json"]);
    expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("two");
  });

  test("never shows a reader half of it", async () => {
    const path = join(temporaryFolder({ report: "0".repeat(200_000) }), "report");
    const texts = ["1", "2", "3"].map((digit) => digit.repeat(200_000));
    const writing = { done: false };
    const written = Promise.all(texts.map((text) => writeFileWhole(path, text))).finally(() => {
      writing.done = true;
    });
    const seen = new Set<string>();
    while (!writing.done) {
      const text = readFileSync(path, "utf8");
      seen.add(`${text[0]} ${text.length} ${new Set(text).size}`);
      await new Promise(setImmediate);
    }
    await written;
    expect(seen.size).toBeGreaterThan(0);
    for (const one of seen) expect(one).toMatch(/^[0-3] 200000 1$/);
  });

  test("follows a link instead of replacing it", async () => {
    const folder = temporaryFolder({ real: "old" });
    symlinkSync(join(folder, "real"), join(folder, "link"));
    await writeFileWhole(join(folder, "link"), "new");
    expect(readFileSync(join(folder, "real"), "utf8")).toBe("new");
  });

  test("writes into a device instead of replacing it", async () => {
    await assertWritable("/dev/null");
    await writeFileWhole("/dev/null", "text");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("a path that cannot be written", () => {
  test("is reported before and while writing, with the reason", async () => {
    const folder = temporaryFolder({ file: "x" });
    mkdirSync(join(folder, "folder"));
    symlinkSync(join(folder, "loop"), join(folder, "loop"));
    const paths = [
      [join(folder, "missing", "report.json"), "the folder does not exist"],
      [join(folder, "folder"), "it is a folder"],
      [join(folder, "file", "report.json"), "a part of the path is not a folder"],
      [join(folder, "x".repeat(300)), "the name is too long"],
      [join(folder, "loop"), "its links form a loop"],
    ] as const;
    for (const [path, reason] of paths)
      for (const attempt of [assertWritable, writeFileWhole]) {
        const error: unknown = await attempt(path, "text").catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(UsageError);
        expect(error).toMatchObject({ location: path, message: `cannot be written: ${reason}` });
      }
  });

  test.skipIf(process.getuid?.() === 0)("is reported when permission lacks", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    await expect(assertWritable(join(folder, "report.json"))).rejects.toThrow("no permission to write there");
  });
});

describe("a file that is there", () => {
  test("keeps its permissions", async () => {
    const folder = temporaryFolder({ "report.json": "old" });
    chmodSync(join(folder, "report.json"), 0o640);
    await writeFileWhole(join(folder, "report.json"), "new");
    expect(statSync(join(folder, "report.json")).mode & 0o777).toBe(0o640);
  });

  test.each(Array.from({ length: isNightly ? 100 : 2 }, (_, index) => index))(
    "is the old or the new one, whole, when its writer is killed (%i)",
    async (index) => {
      const path = join(temporaryFolder({ report: "0".repeat(3_000_000) }), "report");
      const writer = writeForEver(path);
      await once(writer.stdout, "data");
      await new Promise((resolve) => setTimeout(resolve, 3 + ((index * 37) % 90)));
      const closed = once(writer, "close");
      writer.kill("SIGKILL");
      await closed;
      const text = readFileSync(path, "utf8");
      expect([text.length, new Set(text).size]).toEqual([3_000_000, 1]);
      // What it may have left beside it goes with the next write.
      await writeFileWhole(path, "next");
      expect(readdirSync(dirname(path))).toEqual(["report"]);
    },
  );

  test("is rid of what killed writers left beside it, and of nothing that somebody still writes", async () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const [left, old] = [`.report.${gone}-0123abcd.tmp`, `.report.${process.pid}-0123abcd.tmp`];
    const kept = [`.report.${process.pid}-4567cdef.tmp`, ".report.note.tmp", `.reports.${gone}-0123abcd.tmp`];
    const folder = temporaryFolder(Object.fromEntries([left, old, ...kept].map((name) => [name, "x"])));
    utimesSync(join(folder, old), 1_000_000_000, 1_000_000_000);
    await writeFileWhole(join(folder, "report"), "new");
    expect(readdirSync(folder).toSorted()).toEqual(["report", ...kept].toSorted());
  });

  test("stays as it is, and nothing beside it, where a new one does not fit", async () => {
    const folder = temporaryFolder({ report: "old" });
    const { stderr } = await promisify(execFile)("bash", [
      "-c",
      'ulimit -f 8; exec "$0" -e "$1" "$2"',
      process.execPath,
      writing("await writeFileWhole(path, '1'.repeat(100_000)).catch((error) => console.error(error.line));"),
      join(folder, "report"),
    ]);
    expect(stderr).toMatch(/report: cannot be written: the file would exceed the allowed size \(name a file/);
    expect(readdirSync(folder)).toEqual(["report"]);
    expect(readFileSync(join(folder, "report"), "utf8")).toBe("old");
  });
});

test("finding out leaves nothing behind and an existing file as it is", async () => {
  const folder = temporaryFolder({ "report.json": "old" });
  await assertWritable(join(folder, "report.json"));
  await assertWritable(join(folder, "new.json"));
  expect(readdirSync(folder)).toEqual(["report.json"]);
  expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("old");
  writeFileSync(join(folder, "report.json"), "still writable");
});
