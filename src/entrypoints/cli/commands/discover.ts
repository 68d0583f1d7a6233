import { discoverOptions } from "../../../app/options.ts";
import { assumptions, configFile, declared, inputFile, outputFile } from "../options.ts";
import { paletteFor } from "../io.ts";
import { resolve } from "node:path";
import { orSandbox } from "../../../inputs/config-reading.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import { version } from "../../../core/model/version.ts";
import { ownerOnly, writeFileWhole } from "../../../core/output/write-file.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { asked, command, verdictCodes } from "../command.ts";

/**
 * `tripact discover`: determines what the integers and names of a target's queries mean. Exit code 0 if complete,
 * decided or not; 3 if the target could not be asked; 4 if the budget or a safety rule ended it.
 */
export const discoverCommand = command({
  name: "discover",
  summary: "find out what query integers mean, write a dialect",
  description:
    "Finds out by experiment what the integers and names of a target's queries mean (U-12 to U-15, U-30), and " +
    "writes a dialect for the query builder. Only reads, and never guesses: what it cannot prove is undecided. " +
    "Without a configuration it asks the embedded sandbox.",
  options: {
    config: configFile({ onlyTarget: true, reading: { ...orSandbox, isPlain: true } }),
    budget: declared(discoverOptions.budget),
    out: outputFile("write the dialect to this file, as YAML", "the dialect"),
    seed: declared(discoverOptions.seed),
    optionsMapping: inputFile("maps a Query/options response of another shape", "the mapping"),
    assumptions: assumptions(
      "choose the embedded sandbox's answer to an open question, as in tripact sandbox",
    ),
    scale: declared(discoverOptions.scale),
  },
  async run(options, io) {
    const { out, json, quiet, color } = options;
    const [{ discover }, { printDialectFile, printDiscovery }] = await Promise.all([
      import("../../../app/discover.ts"),
      import("../../../onboarding/discovery/print-discovery.ts"),
    ]);
    const found = await discover({ ...asked(options, io, "out"), stateFolder: liveFolder(io.env) });
    const { verdict, trouble, target, requests, budget, ...discovery } = found;
    // Partial results are useful even if the budget ran out; no results are not.
    const written = discovery.answers.some(({ status }) => status !== "undecided") ? out : undefined;
    if (written !== undefined)
      await writeFileWhole(resolve(io.cwd, written), printDialectFile(discovery), ownerOnly);
    if (json === true) {
      const tool = { name: "tripact", version: version() };
      const file = written === undefined ? {} : { file: written };
      io.stdout.write(safeJson({ tool, target, requests, budget, ...discovery, ...file }, 2));
    } else if (quiet !== true) {
      const undecided = discovery.operators.filter(({ meaning }) => meaning === null).length;
      const decided = undecided === 0 ? "every operator is decided" : `${undecided} operators are undecided`;
      const nothing = out === undefined ? "--out FILE writes the dialect" : `${out} was not written`;
      const dialect = written === undefined ? nothing : `the dialect is in ${written}`;
      io.stdout.write(
        safe`${printDiscovery(discovery, paletteFor({ color }, io))}${requests} of ${budget} requests; ${decided}; ${dialect}\n`,
      );
    }
    if (trouble !== undefined) io.stderr.write(safe`tripact: ${trouble}\n`);
    return verdictCodes[verdict];
  },
});
