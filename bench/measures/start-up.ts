import type { Measure } from "../figure.ts";
import { interleaved } from "../statistics.ts";
import { runProcess } from "../whole-process.ts";

/** `tripact --version` and `--help` beside an idle Node. */
export const startUp: Measure = {
  id: "start-up",
  title: "starting up",
  measure: async ({ root, runs }) => {
    const bin = `${root}bin/tripact.js`;
    const wall = async (args: readonly string[]): Promise<number> =>
      (await runProcess(process.execPath, args)).wallMs;
    const { empty, version, help } = await interleaved(Math.max(runs, 15), {
      empty: () => wall(["-e", "0"]),
      version: () => wall([bin, "--version"]),
      help: () => wall([bin, "--help"]),
    });
    const peer = { name: "node -e 0", value: empty.value };
    const limit = { on: "ratio", at: "most", bound: 1.5 } as const;
    return [
      { what: "tripact --version", unit: "ms", ...version, peer, limit },
      { what: "tripact --help", unit: "ms", ...help, peer, limit },
    ];
  },
};
