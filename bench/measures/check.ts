import { join } from "node:path";
import type { BenchContext, Figure, Measure } from "../figure.ts";
import { runPeer } from "../peers.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
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

/** Figures of peers that ask the same documents and a served sandbox similar questions. */
const peerFigures = async ({ root, scratch, runs, note }: BenchContext): Promise<readonly Figure[]> => {
  const served = await startSandbox({ scale: 50 });
  const donations = served.config.interfaces.donation;
  const token = String(donations.credentials["token"]);
  const arazzo = join(scratch, "donation.arazzo.yaml");
  try {
    await runPeer("redocly", ["generate-arazzo", `${root}specs/donation.yaml`, "--output-file", arazzo]);
    const respect = await repeated(runs, () =>
      runPeer("redocly", [
        "respect",
        arazzo,
        "--server",
        `donation=${donations.baseUrl}`,
        "--input",
        `bearer=${token}`,
      ]),
    );
    note(`redocly respect ends with ${respect[0]?.code ?? "a signal"}`);
    const dredd = await repeated(runs, () =>
      runPeer("dredd", [
        `${root}specs/donation.yaml`,
        donations.baseUrl,
        "--header",
        `Authorization: Bearer ${token}`,
        "--loglevel",
        "error",
      ]),
    );
    note(`dredd ends with ${dredd[0]?.code ?? "a signal"}`);
    return [
      {
        what: "Redocly respect, donation document alone, whole process",
        unit: "ms",
        ...summarize(respect.map(({ wallMs }) => wallMs)),
      },
      {
        what: "Redocly respect, memory at its peak",
        unit: "MB",
        ...summarize(respect.map(({ peakMb }) => peakMb)),
      },
      {
        what: "Dredd, donation document alone, whole process",
        unit: "ms",
        ...summarize(dredd.map(({ wallMs }) => wallMs)),
      },
    ];
  } finally {
    await served.close();
  }
};

/** `tripact check` on the embedded sandbox, all facts, as a whole process. */
export const check: Measure = {
  id: "check",
  title: "check on the embedded sandbox",
  measure: async (context) => {
    const { root, runs, peers, scratch } = context;
    const figures = await repeated(Math.max(runs, 5), () =>
      runProcess(process.execPath, [`${root}bin/tripact.js`, "check", "--json"], { cwd: scratch }),
    );
    const reports = figures.map(({ out }): CheckReport => JSON.parse(out));
    const empty = await repeated(Math.max(runs, 5), () => runProcess(process.execPath, ["-e", "0"]));
    const perExchange = figures.map(({ wallMs }, index) => wallMs / (reports[index]?.summary.requests ?? 1));
    return [
      {
        what: "tripact check, whole process, all facts",
        unit: "ms",
        ...summarize(figures.map(({ wallMs }) => wallMs)),
        peer: { name: "node -e 0", value: summarize(empty.map(({ wallMs }) => wallMs)).value },
        limit: { on: "value", at: "most", bound: 2000 },
        note: `${reports[0]?.summary.facts.passed ?? 0} facts passed, ${reports[0]?.summary.requests ?? 0} requests`,
      },
      {
        what: "an exchange in process, everything else included",
        unit: "ms",
        ...summarize(perExchange),
        limit: { on: "value", at: "most", bound: 2 },
      },
      {
        what: "tripact check, memory at its peak",
        unit: "MB",
        ...summarize(figures.map(({ peakMb }) => peakMb)),
      },
      ...(peers ? await peerFigures(context) : []),
    ];
  },
};
