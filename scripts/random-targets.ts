/**
 * Judges random conformant targets, which must raise no alarm, and writes reports/random-targets.md: `--count N`
 * (500 by default), `--seed N` for others, `--only INDEX` for one of them. Exits 1 at an alarm.
 */
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { anyTarget, trialOf, type DrawnTarget } from "../test/conformance/any-target.ts";
import { alarmsIn, judge } from "../test/conformance/trial.ts";
import { writeMeasured } from "./write-measured.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});

interface Judged {
  readonly index: number;
  readonly target: DrawnTarget;
  readonly alarms: readonly string[];
}

const textOf = ({ index, target, alarms }: Judged): string =>
  [`${index}: ${JSON.stringify(target)}`, ...alarms.map((alarm) => `  ${alarm}`)].join("\n");

/** The targets that a seed draws, each with its place among them. */
const drawn = (): readonly (readonly [index: number, target: DrawnTarget])[] => {
  const all = fc.sample(anyTarget, { numRuns: Number(values.count), seed: Number(values.seed) });
  const only = values.only === undefined ? undefined : Number(values.only);
  return [...all.entries()].filter(([index]) => only === undefined || index === only);
};

const report = (judged: number, variants: ReadonlySet<string>, alarming: readonly Judged[]): string =>
  [
    `${judged} targets of seed ${values.seed}, with ${variants.size} variations among them: ${alarming.length} with an alarm.`,
    ...alarming.map((one) => `\n\`\`\`\n${textOf(one)}\n\`\`\``),
    "",
  ].join("\n");

const main = async (): Promise<void> => {
  const targets = drawn();
  const alarming: Judged[] = [];
  const variants = new Set<string>();
  let judged = 0;
  for (const [index, target] of targets) {
    for (const id of target.chosen) variants.add(id);
    const alarms = alarmsIn(await judge(trialOf(target)));
    judged += 1;
    if (alarms.length > 0) {
      alarming.push({ index, target, alarms });
      process.stdout.write(`${textOf({ index, target, alarms })}\n`);
    }
    if (judged % 10 === 0)
      process.stdout.write(`${judged} of ${targets.length}, ${alarming.length} with an alarm\n`);
    // What was judged so far stays when the run is ended.
    writeMeasured("random-targets", "Random conformant targets", report(judged, variants, alarming));
  }
  process.stdout.write(report(judged, variants, alarming));
  if (alarming.length > 0) process.exitCode = 1;
};

await main();
