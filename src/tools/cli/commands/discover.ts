import { resolve } from "node:path";
import { discover as ask, type DiscoverOptions, type DiscoverResult } from "../../../app/discover.ts";
import { orSandbox } from "../../../app/config-reading.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import { version } from "../../../app/version.ts";
import { assertWritable, ownerOnly, writeFileWhole } from "../../../app/write-file.ts";
import { printable } from "../../../harness/output/escape.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { parseAssumptions } from "../../../sandbox/assumptions/assumptions.ts";
import { printDialectFile, printDiscovery } from "../../discovery/print-discovery.ts";
import { usesColor } from "../color.ts";
import type { DiscoverOptions as Options } from "../definitions/discover.ts";
import { assertApart, type FileUse, useOfOperand } from "../file-uses.ts";
import { findTarget, usesOfConfig } from "../find-config.ts";
import { given } from "../given.ts";
import type { CliIo } from "../io.ts";
import { integerOf } from "../option-values.ts";
import { verdictCodes } from "../verdict-codes.ts";

/** What every command that discovers takes. */
export type DiscoveryChoices = Pick<Options, "config" | "optionsMapping" | "set" | "scale"> &
  Partial<Pick<Options, "budget" | "seed">>;

/** Discovers as the options say. @throws UsageError before anything is sent */
export const discoverBy = async (
  choices: DiscoveryChoices,
  outputs: readonly FileUse[],
  io: CliIo,
  organization?: DiscoverOptions["organization"],
): Promise<DiscoverResult> => {
  const { optionsMapping, set, scale, budget = "300", seed = "1" } = choices;
  const numbers = {
    budget: integerOf("--budget", budget, 1, 100_000),
    seed: integerOf("--seed", seed, 0, 0xffff_ffff),
    ...given({ scale: scale === undefined ? scale : integerOf("--scale", scale, 1, 1_000_000) }),
  };
  const config = await findTarget(choices.config, io, { ...orSandbox, isPlain: true });
  const mapping = optionsMapping === undefined ? [] : [useOfOperand(optionsMapping, io, "the mapping")];
  // The dialect that the configuration names is not read: it may be the one to be written.
  const read = config && { ...config.config, file: () => undefined };
  assertApart({ outputs, inputs: [...usesOfConfig(choices.config, read, io), ...mapping] }, io);
  return ask({
    ...io,
    ...numbers,
    stateFolder: liveFolder(io.env),
    ...given({ config, optionsMapping, organization, assumptions: set && parseAssumptions(set) }),
  });
};

/**
 * `tripact discover`: finds out what the integers and names of a target's queries mean. Exit code 0 when it was complete,
 * decided or not; 3 when the target could not be asked, 4 when the budget or a safety rule ended it.
 * @throws UsageError before anything is sent.
 */
export const discover = async (options: Options, io: CliIo): Promise<number> => {
  const { out, json, quiet, color } = options;
  const file = out === undefined ? undefined : resolve(io.cwd, out);
  const location = `--out ${printable(out ?? "")}`;
  const outputs = file === undefined ? [] : [{ path: file, name: "the dialect to write", location }];
  if (file !== undefined) await assertWritable(file);
  const { verdict, trouble, target, requests, budget, ...discovery } = await discoverBy(options, outputs, io);
  // What was found is of use even where the budget was spent too early; nothing at all is not.
  if (file !== undefined && discovery.answers.some(({ status }) => status !== "undecided"))
    await writeFileWhole(file, printDialectFile(discovery), ownerOnly);
  if (json === true) {
    const tool = { name: "tripact", version: version() };
    const written = out === undefined ? {} : { file: out };
    io.stdout.write(safeJson({ tool, target, requests, budget, ...discovery, ...written }, 2));
  } else if (quiet !== true) {
    const undecided = discovery.operators.filter(({ meaning }) => meaning === null).length;
    const decided = undecided === 0 ? "every operator is decided" : `${undecided} operators are undecided`;
    const dialect = out === undefined ? "--out FILE writes the dialect" : `the dialect is in ${out}`;
    io.stdout.write(
      safe`${printDiscovery(discovery, createPalette(usesColor(color, io.env, io.stdout)))}${requests} of ${budget} requests; ${decided}; ${dialect}\n`,
    );
  }
  if (trouble !== undefined) io.stderr.write(safe`tripact: ${trouble}\n`);
  return verdictCodes[verdict];
};
