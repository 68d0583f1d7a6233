/**
 * Judges random conformant targets, which must raise no alarm, and writes reports/random-targets.md: `--mode full`
 * (default), `first-contact`, `drift` or `observe`, `--count N` (500 by default), `--seed N` for others, `--only INDEX`
 * for one of them, and `--minimise` to leave out of each that alarms what it alarms without. Exits 1 at an alarm.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { anySmallTarget, anyTarget, textOf } from "../test/conformance/any-target.ts";
import { alarmsOf, type Mode, modes } from "../test/conformance/modes.ts";
import { smallest } from "../test/conformance/smallest.ts";
import type { Trial } from "../test/conformance/trial.ts";
import { readReport, writeMeasured } from "./write-measured.ts";

const { values } = parseArgs({
  options: {
    mode: { type: "string", default: "full" },
    count: { type: "string", default: "500" },
    from: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    small: { type: "boolean", default: false },
    minimise: { type: "boolean", default: false },
  },
});

const isMode = (mode: string): mode is Mode => Object.hasOwn(modes, mode);

if (!isMode(values.mode)) throw new Error(`--mode is one of ${Object.keys(modes).join(", ")}`);
const { mode } = values;
const [from, count, seed] = [values.from, values.count, values.seed].map(Number) as [number, number, number];

/** The targets that a seed draws, each with its place among them. */
const drawn = fc
  .sample(values.small ? anySmallTarget : anyTarget, { numRuns: from + count, seed })
  .map((target, index) => ({ index, target }))
  .filter(({ index }) => (values.only === undefined ? index >= from : index === Number(values.only)));

/** The check that an alarm is of, and where. */
const causeOf = (alarm: string): string =>
  alarm
    .replace(/^(?:run \d+: |observed: )/, "")
    .split(": ")
    .slice(0, 2)
    .join(": ");

const minimised = async (target: Trial, alarms: readonly string[]): Promise<Trial> => {
  const causes = new Set(alarms.map(causeOf));
  return smallest(target, async (one) =>
    (await alarmsOf(mode, one)).some((alarm) => causes.has(causeOf(alarm))),
  );
};

const rowOf = (judged: number, alarming: number): string => {
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();
  const { user, system } = process.cpuUsage();
  const cost = ((user + system) / 1e6 / judged).toFixed(1);
  return `| ${mode} | ${seed} | ${from} to ${from + judged - 1} | ${judged} | ${alarming} | ${cost} | ${commit} |`;
};

const head = [
  "| mode | seed | targets | how many | with an alarm | CPU seconds each | commit |",
  "|---|---|---|---|---|---|---|",
];

/** The runs that the report has, without one of the same targets. */
const earlier = (row: string): readonly string[] => {
  const key = (line: string): string =>
    line
      .split("|")
      .slice(1, 3)
      .join()
      .concat(line.split("|")[3]?.split(" to ")[0] ?? "");
  return readReport("random-targets")
    .split("\n")
    .filter((line) => /^\| (?!mode)\w/.test(line) && key(line) !== key(row));
};

const write = (judged: number, alarming: readonly string[]): void => {
  const row = rowOf(judged, alarming.length);
  const rows = [...earlier(row), row].toSorted();
  writeMeasured(
    "random-targets",
    "Random conformant targets",
    [...head, ...rows, ...alarming.map((text) => `\n\`\`\`\n${text}\n\`\`\``)].join("\n"),
  );
};

const alarming: string[] = [];
for (const [done, { index, target }] of drawn.entries()) {
  const alarms = await alarmsOf(mode, target);
  if (alarms.length > 0) {
    const shown = values.minimise ? await minimised(target, alarms) : target;
    const text = [`${mode} ${seed} ${index}: ${textOf(shown)}`, ...alarms.map((alarm) => `  ${alarm}`)].join(
      "\n",
    );
    alarming.push(text);
    process.stdout.write(`${text}\n`);
  }
  if ((done + 1) % 10 === 0)
    process.stdout.write(`${done + 1} of ${drawn.length}, ${alarming.length} with an alarm\n`);
  // What was judged so far stays when the run is ended.
  if (values.only === undefined && !values.small) write(done + 1, alarming);
}
process.stdout.write(`${rowOf(drawn.length, alarming.length)}\n`);
if (alarming.length > 0) process.exitCode = 1;
