import { resolve } from "node:path";
import { UsageError } from "../../harness/model/usage-error.ts";
import { printable } from "../../harness/output/escape.ts";
import { parseUsage, type Usage } from "../usage/usage-file.ts";
import { type FileUse, useOfOperand } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { listOf } from "./option-values.ts";
import { readTextFile } from "../../app/read-file.ts";

/** Options of the commands that judge changes by what consumers use. */
export interface UsageFileOptions {
  readonly usage?: readonly string[];
  readonly onlyUsed?: boolean;
}

const filesOf = ({ usage }: UsageFileOptions): readonly string[] => listOf(usage) ?? [];

export const usesOfUsageFiles = (options: UsageFileOptions, io: CliIo): readonly FileUse[] =>
  filesOf(options).map((file) => useOfOperand(file, io, "the usage file"));

/**
 * The files of `--usage`; none without the option.
 * @throws UsageError for a file that is none, for two of one consumer, and for `--only-used` alone.
 */
export const readUsages = async (options: UsageFileOptions, io: CliIo): Promise<readonly Usage[]> => {
  const files = filesOf(options);
  if (options.onlyUsed === true && files.length === 0)
    throw new UsageError("needs the usage file of a consumer", {
      location: "--only-used",
      hint: "add --usage FILE",
    });
  const names = new Map<string, string>();
  const usages: Usage[] = [];
  for (const file of files) {
    const location = `--usage ${printable(file)}`;
    const usage = parseUsage(
      await readTextFile(resolve(io.cwd, file), { location, signal: io.signal }),
      location,
    );
    const other = names.get(usage.consumer);
    if (other !== undefined)
      throw new UsageError(`is of the same consumer as ${other}: ${printable(usage.consumer)}`, {
        location,
        hint: "write one of them anew with tripact usage --name",
      });
    names.set(usage.consumer, location);
    usages.push(usage);
  }
  return usages;
};
