import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { isNightly } from "../nightly.ts";
import { pactOf, reads } from "../consumers/pact/kit.ts";
import { bin } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { always, http } from "./hostile-case.ts";
import { serveBytes } from "./server.ts";

/** MiB that no process may take, whatever the size of the answers. */
const most = 300;

const lists = ["/api/Donor/list", "/api/Gift/list", "/api/Campaign/list", "/api/Project/list"] as const;

/** Lists of so many bytes, by what they consist of. */
const padding: Readonly<Record<string, (bytes: number) => string>> = {
  "letters and one sign beyond Latin-1": (bytes) => `€${"a".repeat(bytes)}`,
  letters: (bytes) => "a".repeat(bytes),
  "incompressible text": (bytes) => randomBytes((bytes * 3) / 4).toString("base64"),
  "signs of two and three bytes": (bytes) => "é€".repeat(bytes / 5),
};

const answerOf = (pad: (bytes: number) => string, bytes: number): Buffer => {
  const items = Array.from({ length: 20 }, (_, id) => ({ id, name: pad(bytes / 20) }));
  return http(200, JSON.stringify({ items, total: 20, skip: 0, take: 20 }));
};

/** Runs a command with a target of such answers; returns what it printed, and the most memory of each process. */
const run = async (args: readonly string[], answer: Buffer) => {
  const server = await serveBytes(always(answer));
  const config = {
    interfaces: { donation: { baseUrl: server.origin, credentials: { token: "t".repeat(20) } } },
    safety: { perSecond: 1000 },
  };
  const pact = pactOf(
    lists.flatMap((path) => [reads(`one of ${path}`, path), reads(`another of ${path}`, path)]),
    "donation",
  );
  const cwd = temporaryFolder({ "pact.json": pact, "c.json": JSON.stringify(config) });
  const command = spawn(process.execPath, [bin, ...args, "--config", "c.json"], {
    cwd,
    env: {
      XDG_STATE_HOME: join(cwd, "state"),
      PATH: process.env["PATH"],
      NODE_OPTIONS: `--import ${new URL("../print-most-kilobytes.ts", import.meta.url).href}`,
      MOST_KILOBYTES: join(cwd, "peaks"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(command, "close");
  const out = await text(command.stdout);
  const [code] = await closed;
  const peaks = readFileSync(join(cwd, "peaks"), "utf8").trim().split("\n");
  return { code: Number(code), out, mebibytes: peaks.map((kilobytes) => Number(kilobytes) / 1024) };
};

const kinds = Object.keys(padding).slice(0, isNightly ? undefined : 1);

test.each(kinds)("check takes no more than its share of memory for answers of 10 MB: %s", async (kind) => {
  const { code, out, mebibytes } = await run(["check"], answerOf(padding[kind] ?? String, 10_000_000));
  // What was not judged for want of memory is said.
  expect(out).toContain("the answers of this run take more than 48 MiB");
  expect(code).toBe(4);
  expect(Math.max(...mebibytes)).toBeLessThan(most);
});

test.each(kinds)("pact verify takes no more than its share for answers of 4 MB: %s", async (kind) => {
  const { code, out, mebibytes } = await run(
    ["pact", "verify", "pact.json"],
    answerOf(padding[kind] ?? String, 4_000_000),
  );
  expect(out).toContain("the answer is larger than 2 MiB");
  expect(out).toContain("0 interactions verified, 0 failed");
  expect([3, 4]).toContain(code);
  expect(Math.max(...mebibytes)).toBeLessThan(most);
});
