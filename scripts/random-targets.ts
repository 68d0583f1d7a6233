/**
 * Judges random conformant targets, which must raise no alarm, and writes reports/random-targets.md: `--mode full`
 * (default), `first-contact`, `drift` or `observe`, `--count N` (default 500), `--seed N`, `--only INDEX` for one of
 * them, `--minimise` to shrink those that raise an alarm, and `--log FILE` to record each one, and to continue where
 * the file ends. Exits with 1 after an alarm.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
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
    log: { type: "string" },
  },
});

const isMode = (mode: string): mode is Mode => Object.hasOwn(modes, mode);

if (!isMode(values.mode)) throw new Error(`--mode is one of ${Object.keys(modes).join(", ")}`);
const { mode } = values;
const [from, count, seed] = [values.from, values.count, values.seed].map(Number) as [number, number, number];

/** The targets of a seed, with their indexes. */
const drawn = fc
  .sample(values.small ? anySmallTarget : anyTarget, { numRuns: from + count, seed })
  .map((target, index) => ({ index, target }))
  .filter(({ index }) => (values.only === undefined ? index >= from : index === Number(values.only)));

/** The check and location of an alarm. */
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

const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).trim();

/** A judged target: one line of the log. */
interface Judged {
  readonly mode: Mode;
  readonly seed: number;
  readonly commit: string;
  readonly index: number;
  /** CPU time. */
  readonly seconds: number;
  readonly alarms: readonly string[];
  /** The target, if it raised an alarm. */
  readonly target?: string;
}

/** Entries of the log for the same targets and commit. */
const logged = new Map(
  (values.log !== undefined && existsSync(values.log) ? readFileSync(values.log, "utf8").split("\n") : [])
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Judged) // Written below.
    .filter((one) => one.mode === mode && one.seed === seed && one.commit === commit)
    .map((one) => [one.index, one]),
);

const judged = async (index: number, target: Trial): Promise<Judged> => {
  const start = process.cpuUsage();
  const alarms = await alarmsOf(mode, target);
  const { user, system } = process.cpuUsage(start);
  const shown = alarms.length > 0 && values.minimise ? await minimised(target, alarms) : target;
  const one = { mode, seed, commit, index, seconds: (user + system) / 1e6, alarms };
  return alarms.length > 0 ? { ...one, target: textOf(shown) } : one;
};

const textOfAlarm = ({ index, target, alarms }: Judged): string =>
  [`${mode} ${seed} ${index}: ${target}`, ...alarms.map((alarm) => `  ${alarm}`)].join("\n");

const rowOf = (all: readonly Judged[]): string => {
  const cost = (all.reduce((sum, { seconds }) => sum + seconds, 0) / all.length).toFixed(1);
  const alarming = all.filter(({ alarms }) => alarms.length > 0).length;
  return `| ${mode} | ${seed} | ${from} to ${from + all.length - 1} | ${all.length} | ${alarming} | ${cost} | ${commit} |`;
};

const head = [
  "| mode | seed | targets | how many | with an alarm | CPU seconds each | commit |",
  "|---|---|---|---|---|---|---|",
];

/** The runs in the report, except one of the same targets. */
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

const write = (all: readonly Judged[]): void => {
  const row = rowOf(all);
  const rows = [...earlier(row), row].toSorted();
  const alarming = all.filter(({ alarms }) => alarms.length > 0).map(textOfAlarm);
  writeMeasured(
    "random-targets",
    "Random conformant targets",
    [...head, ...rows, ...alarming.map((text) => `\n\`\`\`\n${text}\n\`\`\``)].join("\n"),
  );
};

const all: Judged[] = [];
for (const { index, target } of drawn) {
  const before = logged.get(index);
  const one = before ?? (await judged(index, target));
  all.push(one);
  if (one.alarms.length > 0) process.stdout.write(`${textOfAlarm(one)}\n`);
  if (before !== undefined) continue;
  if (values.log !== undefined) appendFileSync(values.log, `${JSON.stringify(one)}\n`);
  if (all.length % 10 === 0) {
    const alarming = all.filter(({ alarms }) => alarms.length > 0).length;
    process.stdout.write(`${all.length} of ${drawn.length}, ${alarming} with an alarm\n`);
  }
  // Keeps what was judged so far if the run is interrupted.
  if (values.only === undefined && !values.small) write(all);
}
process.stdout.write(`${rowOf(all)}\n`);
if (values.only === undefined && !values.small) write(all);
if (all.some(({ alarms }) => alarms.length > 0)) process.exitCode = 1;
