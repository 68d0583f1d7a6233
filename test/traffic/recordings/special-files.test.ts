import { documents } from "../../../src/builtin/documents.ts";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../../../src/core/model/report.ts";
import { createRecorder } from "../../../src/traffic/recorder/recorder.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { realWorld, toHar } from "./traffic.ts";

const makePipe = (): string => {
  const path = join(temporaryFolder(), "pipe.har");
  execFileSync("mkfifo", [path]);
  return path;
};

const recordedInto = async (file: string) => {
  const messages: string[] = [];
  const recorder = createRecorder(documents, { file, onTrouble: (message) => messages.push(message) });
  const url = "https://crm.example.org/api/Contact/1";
  const response = { status: 404, headers: {}, body: { kind: "empty" }, elapsedMs: 1 } as const;
  recorder.record({ method: "GET", url, headers: {}, body: { kind: "empty" }, response: () => response });
  await recorder.flush();
  await recorder.close();
  return { ...recorder.counts(), messages };
};

describe("a recorder", () => {
  test.each([
    ["a pipe that nobody reads", makePipe],
    ["a device", () => "/dev/null"],
    ["a folder", temporaryFolder],
  ])("whose file is %s says so and keeps nobody waiting", async (_, make) => {
    const file = make();
    expect(await recordedInto(file)).toEqual({
      recorded: 1,
      lost: 1,
      messages: [`exchanges could not be recorded in ${file}; the calls themselves were not touched`],
    });
  });

  test("whose file is one adds to it", async () => {
    const file = join(temporaryFolder(), "traffic.ndjson");
    expect(await recordedInto(file)).toEqual({ recorded: 1, lost: 0, messages: [] });
    expect(readFileSync(file, "utf8")).toContain("/api/Contact/1");
  });
});

describe("observe", () => {
  test("reads a pipe once, from its beginning", async () => {
    const [file, pipe] = [join(temporaryFolder(), "traffic.har"), makePipe()];
    writeFileSync(file, toHar(realWorld));
    spawn("cp", [file, pipe], { stdio: "ignore" });
    const { out } = await runCli(["observe", pipe, "--json"], { cwd: "/" });
    expect((JSON.parse(out) as Report).recording).toMatchObject({
      entries: realWorld.length,
      troubles: 0,
      files: [{ file: pipe, format: "HAR" }],
    });
  });

  test("gives a silent pipe up at a signal", async () => {
    const { code, err } = await runCli(["observe", makePipe()], {
      cwd: "/",
      signal: AbortSignal.timeout(50),
    });
    expect([code, err]).toEqual([130, "tripact: interrupted\n"]);
  });
});
