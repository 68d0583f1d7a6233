import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Measure } from "../figure.ts";
import { interleaved } from "../statistics.ts";
import { runProcess } from "../whole-process.ts";

/** Milliseconds until a command prints its first line; it is stopped then. */
const untilFirstLine = async (command: string, args: readonly string[]): Promise<number> => {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const elapsed = performance.now() - startedAt;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
  return elapsed;
};

/** The single executable beside an idle Node, and beside the clone. */
export const binary: Measure = {
  id: "binary",
  title: "the single executable",
  measure: async ({ root, runs }) => {
    const file = `${root}dist-binary/tripact`;
    if (!existsSync(file)) await runProcess(process.execPath, [`${root}scripts/build-binary.ts`]);
    const wall = async (command: string, args: readonly string[]): Promise<number> =>
      (await runProcess(command, args)).wallMs;
    const { empty, help } = await interleaved(Math.max(runs, 15), {
      empty: () => wall(process.execPath, ["-e", "0"]),
      help: () => wall(file, ["--help"]),
    });
    const { sandbox, cloneSandbox } = await interleaved(Math.max(runs, 5), {
      sandbox: () => untilFirstLine(file, ["sandbox", "--json"]),
      cloneSandbox: () => untilFirstLine(process.execPath, [`${root}bin/tripact.js`, "sandbox", "--json"]),
    });
    return [
      {
        what: "executable --help",
        unit: "ms",
        ...help,
        peer: { name: "node -e 0", value: empty.value },
        limit: { on: "ratio", at: "most", bound: 1.5 },
      },
      {
        what: "executable sandbox, until it serves",
        unit: "ms",
        ...sandbox,
        peer: { name: "the clone", value: cloneSandbox.value },
        limit: { on: "ratio", at: "most", bound: 1 },
      },
    ];
  },
};
