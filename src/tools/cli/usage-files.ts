import { type FileUse, useOfOperand } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { listOf } from "./option-values.ts";

/** Options of the commands that judge changes by what consumers use. */
export interface UsageFileOptions {
  readonly usage?: readonly string[];
  readonly onlyUsed?: boolean;
}

const filesOf = ({ usage }: UsageFileOptions): readonly string[] => listOf(usage) ?? [];

export const usesOfUsageFiles = (options: UsageFileOptions, io: CliIo): readonly FileUse[] =>
  filesOf(options).map((file) => useOfOperand(file, io, "the usage file"));
