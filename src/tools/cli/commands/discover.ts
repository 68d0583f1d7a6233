import { resolve } from "node:path";
import { printDialectFile, printDiscovery } from "../../discovery/print-discovery.ts";
import { printable } from "../../../harness/output/escape.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { usesColor } from "../color.ts";
import type { DiscoverOptions as Options } from "../definitions/discover.ts";
import type { CliIo } from "../io.ts";
import { type Discovered, runDiscovery } from "../run-discovery.ts";
import { version } from "../../../app/version.ts";
import { assertWritable, ownerOnly, writeFileWhole } from "../../../app/write-file.ts";

const reportOf = (discovered: Discovered, options: Options): object => ({
  tool: { name: "tripact", version: version() },
  target: discovered.target,
  requests: discovered.requests,
  budget: discovered.budget,
  ...discovered.discovery,
  ...(options.out === undefined ? {} : { file: options.out }),
});

const lastLine = ({ requests, budget, discovery }: Discovered, { out }: Options): SafeText => {
  const undecided = discovery.operators.filter(({ meaning }) => meaning === null).length;
  const written = out === undefined ? "--out FILE writes the dialect" : `the dialect is in ${out}`;
  return safe`${requests} of ${budget} requests; ${undecided === 0 ? "every operator is decided" : `${undecided} operators are undecided`}; ${written}\n`;
};

/**
 * `tripact discover`: finds out what the integers and names of a target's queries mean. Exit code 0 when it completed
 * end, decided or not; 3 when the target could not be asked, 4 when the budget or a safety rule ended it.
 * @throws UsageError before anything is sent.
 */
export const discover = async (options: Options, io: CliIo): Promise<number> => {
  const file = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  const location = `--out ${printable(options.out ?? "")}`;
  const outputs = file === undefined ? [] : [{ path: file, name: "the dialect to write", location }];
  if (file !== undefined) await assertWritable(file);
  const discovered = await runDiscovery(options, io, outputs);
  const { discovery, exitCode, trouble } = discovered;
  // What was found is of use even where the budget was spent too early; nothing at all is not.
  if (file !== undefined && discovery.answers.some(({ status }) => status !== "undecided"))
    await writeFileWhole(file, printDialectFile(discovery), ownerOnly);
  if (options.json === true) io.stdout.write(safeJson(reportOf(discovered, options), 2));
  else if (options.quiet !== true) {
    const palette = createPalette(usesColor(options.color, io.env, io.stdout));
    io.stdout.write(safe`${printDiscovery(discovery, palette)}${lastLine(discovered, options)}`);
  }
  if (trouble !== undefined) io.stderr.write(safe`tripact: ${trouble}\n`);
  return exitCode;
};
