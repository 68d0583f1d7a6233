import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../src/core/model/system-clock.ts";
import { main } from "../../../src/entrypoints/cli/main.ts";
import { cliIo, outputTo } from "./cli-io.ts";

/** A process of its own that runs the command line with the arguments of a JSON file, to be killed. */
const [, , file = ""] = process.argv;
const { args, cwd } = JSON.parse(readFileSync(file, "utf8")) as { args: string[]; cwd: string };

process.stdout.write("up\n");
process.exitCode = await main(
  args,
  cliIo(cwd, {
    env: { XDG_STATE_HOME: join(cwd, "state") },
    stderr: outputTo((text) => void process.stderr.write(text)),
    clock: systemClock,
  }),
);
