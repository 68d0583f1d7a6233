/**
 * Calls a part of the program with whatever a stranger could give it, for some minutes: `npm run fuzz -- --surface
 * library|mcp|control|fleet --seed 1 --minutes 10`. Fails on an exception that is no wrong use, on a text that says that
 * the program is at fault, on a call without an end, on an unhandled rejection, on something that is left open, and on
 * memory that grows. `--only N` repeats one call of a seed.
 */
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom } from "../src/serving/random.ts";
import { openControl } from "./fuzz/control.ts";
import { openFleet } from "./fuzz/fleet.ts";
import { openLibrary } from "./fuzz/library.ts";
import { openMcp } from "./fuzz/mcp.ts";
import type { Surface } from "./fuzz/surface.ts";

const surfaces: Readonly<Record<string, () => Promise<Surface>>> = {
  library: openLibrary,
  mcp: openMcp,
  control: openControl,
  fleet: openFleet,
};

const { values } = parseArgs({
  options: {
    surface: { type: "string", default: "library" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "10" },
    only: { type: "string" },
  },
});

const open = surfaces[values.surface];
if (open === undefined) throw new Error(`--surface is one of ${Object.keys(surfaces).join(", ")}`);
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];

/** The most that may be held after a collection, in bytes. */
const mostHeap = 512 * 1_048_576;

interface Kind {
  readonly first: string;
  count: number;
}

/** What was found, by kind: with the same error at the same place. */
const kinds = new Map<string, Kind>();

const placeIn = (error: Error): string =>
  /\(?(?:file:\/\/)?[^\s()]*\/((?:src|scripts|node_modules)\/[^\s()]+)\)?/.exec(
    error.stack?.split("\n    at ").slice(1).join("\n") ?? "",
  )?.[1] ?? "";

const add = (call: number, what: string, thrown: unknown): void => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const kind = `${error.name}: ${error.message.replaceAll(/\d+/g, "N").slice(0, 120)} ${placeIn(error)}`;
  const known = kinds.get(kind);
  if (known !== undefined) {
    known.count += 1;
    return;
  }
  kinds.set(kind, { first: `call ${call}: ${what}`, count: 1 });
  process.stdout.write(`${kind}\n  call ${call}: ${what}\n  ${error.stack ?? ""}\n`);
};

let call = 0;
let what = "";
for (const event of ["unhandledRejection", "uncaughtException"] as const)
  process.on(event, (error: unknown) => add(call, `${event} during or after ${what}`, error));

/** What keeps the process alive, but for timers of this script and the standard streams. */
const openHandles = (): readonly string[] =>
  process
    .getActiveResourcesInfo()
    .filter((name) => !["TTYWrap", "Timeout", "Immediate", "PipeWrap", "FSReqCallback"].includes(name));

/** @returns whether nothing is open that was not before */
const settle = async (before: number): Promise<boolean> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (openHandles().length <= before) return true;
    await wait(50);
  }
  return false;
};

const collect = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const surface = await open();
const idle = openHandles().length;
const only = values.only === undefined ? undefined : Number(values.only);
const until = only === undefined ? Date.now() + minutes * 60_000 : 0;
let most = 0;
call = only ?? 0;
do {
  const attempt = surface.attempt(createRandom(seed, `call ${call}`));
  ({ what } = attempt);
  if (only !== undefined) process.stdout.write(`${what}\n`);
  const before = openHandles().length;
  try {
    await attempt.run();
  } catch (error) {
    add(call, attempt.what, error);
  }
  // Unhandled rejections are reported before anything else happens.
  await new Promise((resolve) => setImmediate(resolve));
  if (!(await settle(Math.max(before, idle + surface.spare))))
    add(call, what, new Error(`left open: ${openHandles().join(", ")}`));
  call += 1;
  if (call % 500 === 0) {
    most = Math.max(most, collect());
    if (most > mostHeap) add(call, what, new Error(`holds ${Math.round(most / 1_048_576)} MB`));
  }
} while (Date.now() < until);
await surface.close();
most = Math.max(most, collect());

process.stdout.write(
  `${values.surface}, seed ${seed}: ${call} calls, ${kinds.size} kinds of findings; ` +
    `holds ${Math.round(most / 1_048_576)} MB at most, resident ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most\n`,
);
for (const [kind, { first, count }] of kinds) process.stdout.write(`${count} × ${kind}\n  ${first}\n`);
process.exitCode = kinds.size === 0 ? 0 : 1;
if (!(await settle(0))) process.stdout.write(`left open at the end: ${openHandles().join(", ")}\n`);
