import type { Command } from "commander";
import { UsageError } from "../../../core/model/usage-error.ts";
import { printable } from "../../../core/output/escape.ts";
import { safeJson } from "../../../core/output/safe-text.ts";
import { didYouMean } from "../../../core/output/suggest.ts";
import { command } from "../command.ts";
import type { WordChoice } from "../../../core/output/options.ts";
import { version } from "../../../core/model/version.ts";

/** The subcommand of this name. @throws UsageError if there is none */
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

/** `tripact help COMMAND`: prints the same as `tripact COMMAND --help`. */
export const helpCommand = command({
  name: "help",
  summary: "print help for a command",
  description: "Prints the same as tripact COMMAND --help; without a command, lists all commands.",
  operands: [
    {
      name: "[command...]",
      text: "for example check, or drift accept",
      complete: async () =>
        (await (await import("../program.ts")).allDefinitions()).flatMap((one): readonly WordChoice[] =>
          "hidden" in one && one.hidden === true ? [] : [[one.name, one.summary]],
        ),
    },
  ],
  async run({ json }, io, ...names) {
    const { createProgram, helpJson } = await import("../program.ts");
    const program = await createProgram(io, version, async () => undefined);
    const found = names.reduce(commandBelow, program);
    if (json === true) io.stdout.write(safeJson(helpJson(found)));
    else found.outputHelp();
    return 0;
  },
});
