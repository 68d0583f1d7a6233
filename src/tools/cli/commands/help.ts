import type { Command } from "commander";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { safeJson } from "../../../harness/output/safe-text.ts";
import { helpJson } from "../help-json.ts";
import { didYouMean } from "../../../harness/output/suggest.ts";
import type { CommonOptions } from "../definition.ts";
import type { CliIo } from "../io.ts";
import { version } from "../../../app/version.ts";

/** The command of this name. @throws UsageError when there is none */
const commandBelow = (parent: Command, name: string): Command => {
  const visible = parent.createHelp().visibleCommands(parent);
  const found = visible.find((one) => one.name() === name);
  if (found !== undefined) return found;
  const near = didYouMean(
    name,
    visible.map((one) => one.name()),
  );
  throw new UsageError(`unknown command '${printable(name)}'`, {
    location: "help",
    hint: near ?? "tripact --help lists what there is",
  });
};

/**
 * `tripact help COMMAND`: what `tripact COMMAND --help` prints.
 * @throws UsageError for what is no command.
 */
export const help = async ({ json }: CommonOptions, io: CliIo, ...names: string[]): Promise<number> => {
  const { createProgram } = await import("../program.ts");
  const program = createProgram(io, version, async () => undefined);
  const command = names.reduce(commandBelow, program);
  if (json === true) io.stdout.write(safeJson(helpJson(command)));
  else command.outputHelp();
  return 0;
};
