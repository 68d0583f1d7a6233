import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLiveState } from "../../../src/core/transports/live-state.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { isNightly } from "../../nightly.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const bin = fileURLToPath(new URL("../../../bin/tripact.js", import.meta.url));
const compiled = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
const config = "interfaces: { volunteer: { baseUrl: http://127.0.0.1:9 } }\n";
const onlyOne = ["--check", "users-are-listed"];

/** A folder with a pipe and a configuration. */
const workingFolder = (): string => {
  const folder = temporaryFolder({ "c.yaml": config });
  execFileSync("mkfifo", [join(folder, "pipe")]);
  return folder;
};

/** Keeps a pipe open, so that whoever reads from it waits. */
const holdOpen = (path: string): void => {
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(file));
};

const live = ["check", "--config", "c.yaml", ...onlyOne];

describe("a path that cannot serve", () => {
  const state = "state/tripact/live";
  const setMode = (cwd: string, path: string, mode: number): void => {
    mkdirSync(join(cwd, state), { recursive: true, mode: 0o700 });
    if (path !== state) writeFileSync(join(cwd, path), randomBytes(32));
    chmodSync(join(cwd, path), mode);
  };

  it.skipIf(process.platform === "win32").each([
    [state, 0o777, "other users can write to this folder (mode 777)", "chmod 700"],
    [state, 0o720, "other users can write to this folder (mode 720)", "chmod 700"],
    [`${state}/key`, 0o666, "other users can use this key (mode 666)", "chmod 600"],
    [`${state}/key`, 0o640, "other users can use this key (mode 640)", "chmod 600"],
  ])("is %s with mode %o, with the way to correct it", async (path, mode, says, fix) => {
    const cwd = workingFolder();
    setMode(cwd, path, mode);
    const env = { XDG_STATE_HOME: join(cwd, "state") };
    const refused = await runCli(live, { cwd, env });
    const hint = `if nobody else has used it, run ${fix} on it; else remove it`;
    expect(refused).toEqual({ code: 2, out: "", err: `tripact: ${join(cwd, path)}: ${says} (${hint})\n` });
    setMode(cwd, path, mode & 0o700);
    expect((await runCli(live, { cwd, env })).err).not.toContain("other users");
  });

  it.skipIf(process.platform === "win32")(
    "is private after a run, also where an earlier one left it open",
    async () => {
      const cwd = workingFolder();
      const budget = join(cwd, state, "budget.sqlite");
      const env = { XDG_STATE_HOME: join(cwd, "state") };
      for (const _ of ["new", "left open"]) {
        await runCli(live, { cwd, env });
        expect(statSync(budget).mode & 0o777).toBe(0o600);
        chmodSync(budget, 0o644);
        // A run that is killed leaves the other two.
        for (const name of ["wal", "shm"]) writeFileSync(`${budget}-${name}`, "", { mode: 0o644 });
      }
      const open = openLiveState({
        folder: join(cwd, state),
        interfaces: ["volunteer"],
        baseUrls: { volunteer: "http://127.0.0.1:9" },
        perSecond: 1,
        perHour: 1,
        now: () => 0,
        monotonic: () => 0,
        credential: () => "",
      });
      onTestFinished(() => open.close());
      for (const end of ["", "-wal", "-shm"])
        expect([end, statSync(budget + end).mode & 0o777]).toEqual([end, 0o600]);
    },
  );

  it("is a store that may not be written to, in a transaction, too", () => {
    const store = openStore(join(temporaryFolder(), "s.sqlite"));
    onTestFinished(() => store.close());
    store.database.exec("PRAGMA query_only = on");
    const write = () => store.transaction(() => store.database.exec("CREATE TABLE t (x)"));
    expect(write).toThrow(expect.objectContaining({ name: "UsageError", message: "the store is read-only" }));
  });
});

describe("a pipe", () => {
  it("is read as a configuration, as a shell hands one over", async () => {
    const cwd = workingFolder();
    const shell = spawn("bash", ["-c", "sleep 0.2; cat c.yaml > pipe"], { cwd });
    const ended = once(shell, "exit");
    const env = { XDG_STATE_HOME: join(cwd, "state") };
    const { out } = await runCli(["check", "--config", "pipe", "--store", "s.sqlite", ...onlyOne], {
      cwd,
      env,
    });
    await ended;
    expect(out).toContain("volunteer → http://127.0.0.1:9");
  });

  it.each([
    ["check", "--config", "pipe"],
    ["check", "--config", "names-pipe.yaml"],
    ["drift", "--config", "pipe"],
    ["discover", "--options-mapping", "pipe"],
    ["observe", "pipe"],
    ["diff", "pipe", "c.yaml"],
    ["pact", "verify", "pipe"],
    ["report", "merge", "pipe"],
    ["unknowns", "--report", "pipe"],
  ])("in which nothing arrives is given up at the first signal: %s %s %s", async (...args) => {
    const cwd = workingFolder();
    writeFileSync(join(cwd, "names-pipe.yaml"), `${config}baseline: pipe\n`);
    holdOpen(join(cwd, "pipe"));
    const halt = new AbortController();
    setTimeout(() => halt.abort(), 50);
    const { code, out, err } = await runCli([...args, "--json"], { cwd, signal: halt.signal });
    expect([code, err]).toEqual([130, "tripact: interrupted\n"]);
    expect(JSON.parse(out)).toEqual({ exitCode: 130, errors: [{ message: "interrupted" }] });
  });

  it.skipIf(!isNightly).each([
    ["nobody opens", () => undefined],
    ["somebody opens and writes nothing into", holdOpen],
  ])("that %s ends with a message after 30 s of silence", async (_, prepare) => {
    const cwd = workingFolder();
    prepare(join(cwd, "pipe"));
    const { code, err } = await runCli(["observe", "pipe"], { cwd });
    expect([code, err]).toEqual([
      2,
      "tripact: pipe: nothing arrived in the pipe for 30 s (write to the pipe, or name a file)\n",
    ]);
  });

  it("that falls silent in the middle of a recording is given up at the first signal", async () => {
    const cwd = workingFolder();
    const halt = new AbortController();
    const observed = runCli(["observe", "pipe", "--json"], { cwd, signal: halt.signal });
    // Opens once somebody reads, however long a busy machine takes to get there.
    const writing = await open(join(cwd, "pipe"), "w");
    onTestFinished(() => writing.close());
    const request = { method: "GET", url: "https://crm.example.org/api/Contact/1" };
    // A pipe and its reader hold far less: when all is written, the first line was read.
    const unfinished = "x".repeat(1_000_000);
    await writing.write(`${JSON.stringify({ request, response: { status: 404 } })}\n${unfinished}`);
    halt.abort();
    const { code, err, out } = await observed;
    expect([code, err]).toEqual([130, ""]);
    expect(JSON.parse(out)).toMatchObject({ run: { complete: false }, recording: { entries: 1 } });
  });

  it("keeps no signal from ending the process", async () => {
    const cwd = workingFolder();
    holdOpen(join(cwd, "pipe"));
    const command = spawn(process.execPath, [bin, "drift", "--config", "pipe"], {
      cwd,
      env: { ...compiled, XDG_STATE_HOME: join(cwd, "state") },
      stdio: ["ignore", "ignore", "pipe"],
    });
    // Handlers stand as soon as the command line is parsed; a signal before that ends the process, too.
    const poke = setInterval(() => command.kill("SIGTERM"), 100);
    const [code, signal] = await once(command, "exit");
    clearInterval(poke);
    expect([
      [130, null],
      [null, "SIGTERM"],
    ]).toContainEqual([code, signal]);
  });

  it("takes a report as large as it comes, while somebody reads", async () => {
    const cwd = workingFolder();
    const read = text(createReadStream(join(cwd, "pipe")));
    const { code } = await runCli(["check", ...onlyOne, "--quiet", "--report", "html=pipe"], { cwd });
    expect(code).toBe(0);
    const page = await read;
    expect(page.length).toBeGreaterThan(65_536);
    expect(page).toMatch(/<\/html>\s*$/);
  });
});

describe("what runs share", () => {
  it.each([
    ["HOME is empty", { HOME: "", XDG_STATE_HOME: "" }],
    ["HOME is relative", { HOME: ".", XDG_STATE_HOME: "here" }],
  ])("never lands in the working directory: %s", async (_, env) => {
    const cwd = temporaryFolder({ "c.yaml": config });
    // What the system knows of this user is left alone by a command that reads nothing but its configuration.
    const { stateFolder, liveFolder, defaultStore } =
      await import("../../../src/core/config/state-folder.ts");
    for (const path of [stateFolder(env), liveFolder(env), defaultStore(env)]) {
      expect(path.startsWith("/")).toBe(true);
      expect(path.startsWith(cwd)).toBe(false);
    }
    expect(readdirSync(cwd)).toEqual(["c.yaml"]);
  });
});

describe("a file that is far too large for a configuration", () => {
  const texts: Readonly<Record<string, string>> = {
    "a list in one line": `a: [${"1,".repeat(1_000_000)}1]`,
    "as many items as are read": `a: [${"1,".repeat(22_490)}1]`,
    brackets: "[".repeat(1_000_000),
    "one long text": `a: ${"x".repeat(30_000_000)}`,
    "as many unknown keys as are read": Array.from({ length: 22_490 }, (_, at) => `key${at}: 1\n`).join(""),
    "60,000 unknown keys": Array.from({ length: 60_000 }, (_, at) => `key${at}: 1\n`).join(""),
    "a password of 2 MB": `interfaces: { crm: { baseUrl: "https://crm.example.org", credentials: { password: { username: me, password: "${"p w+é".repeat(400_000)}" } } } }\n`,
  };

  const refusal = [2, expect.stringMatching(/^tripact: c\.yaml:1:\d+: /)];

  it("shows a hundred of its mistakes, and counts the others", async () => {
    const keys = Array.from({ length: 1_000 }, (_, at) => `key${at}: 1\n`).join("");
    const cwd = temporaryFolder({ "c.yaml": keys });
    const { code, err } = await runCli(["check", "--config", "c.yaml"], { cwd });
    expect([code, err]).toEqual(refusal);
    expect(err.trimEnd().split("\n").slice(99)).toEqual(["tripact: c.yaml:99:1: and 901 more problems"]);
  });

  it.skipIf(!isNightly).each(Object.entries(texts))("takes less than 300 MiB: %s", async (_, content) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "c.yaml"), content);
    const measure = new URL("../../print-most-kilobytes.ts", import.meta.url).href;
    const command = spawn(process.execPath, ["--import", measure, bin, "check", "--config", "c.yaml"], {
      cwd,
      env: { ...compiled, XDG_STATE_HOME: join(cwd, "state") },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const exited = once(command, "exit");
    const err = await text(command.stderr);
    const [code] = await exited;
    expect([code, err.split("\n")[0]]).toEqual(refusal);
    expect(Number(err.split("\n").at(-1)) / 1024).toBeLessThan(300);
  });
});
