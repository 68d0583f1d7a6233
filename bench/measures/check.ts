import type { Measure } from "../figure.ts";
import { summarize } from "../statistics.ts";
import { runProcess, type ProcessFigures } from "../whole-process.ts";

const repeated = async (
  runs: number,
  run: () => Promise<ProcessFigures>,
): Promise<readonly ProcessFigures[]> => {
  const figures: ProcessFigures[] = [];
  for (let turn = 0; turn < runs; turn += 1) figures.push(await run());
  return figures;
};

interface CheckReport {
  readonly summary: { readonly requests: number; readonly facts: { readonly passed: number } };
}

/** `tripact check` on the embedded sandbox, all facts, as a whole process. */
export const check: Measure = {
  id: "check",
  title: "check on the embedded sandbox",
  measure: async ({ root, runs, scratch }) => {
    const figures = await repeated(Math.max(runs, 5), () =>
      runProcess(process.execPath, [`${root}bin/tripact.js`, "check", "--json"], { cwd: scratch }),
    );
    const reports = figures.map(({ out }): CheckReport => JSON.parse(out));
    const empty = await repeated(Math.max(runs, 5), () => runProcess(process.execPath, ["-e", "0"]));
    return [
      {
        what: "tripact check, whole process, all facts",
        unit: "ms",
        ...summarize(figures.map(({ wallMs }) => wallMs)),
        peer: { name: "node -e 0", value: summarize(empty.map(({ wallMs }) => wallMs)).value },
        limit: { on: "value", at: "most", bound: 3000 },
        note: `${reports[0]?.summary.facts.passed ?? 0} facts passed, ${reports[0]?.summary.requests ?? 0} requests`,
      },
      {
        what: "tripact check, memory at its peak",
        unit: "MB",
        ...summarize(figures.map(({ peakMb }) => peakMb)),
        limit: { on: "value", at: "most", bound: 400 },
      },
    ];
  },
};
