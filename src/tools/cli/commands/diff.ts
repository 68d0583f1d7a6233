import { resolve } from "node:path";
import { diff as compare } from "../../../app/diff.ts";
import { writeFileWhole } from "../../../app/write-file.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { printable } from "../../../harness/output/escape.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { safeJson } from "../../../harness/output/safe-text.ts";
import { diffText } from "../../usage/verdict/diff-text.ts";
import { matrixOfDiff } from "../../usage/verdict/document-diff.ts";
import { matrixPage } from "../../usage/verdict/matrix-page.ts";
import { usesColor } from "../color.ts";
import type { DiffOptions } from "../definitions/diff.ts";
import { assertApart, type FileUse, useOfOperand } from "../file-uses.ts";
import type { CliIo } from "../io.ts";
import { listOf } from "../option-values.ts";
import { usesOfUsageFiles } from "../usage-files.ts";

const useOfMatrix = ({ matrix, usage }: DiffOptions, io: CliIo): readonly FileUse[] => {
  if (matrix === undefined) return [];
  if (usage === undefined)
    throw new UsageError("needs the usage files of the consumers", {
      location: "--matrix",
      hint: "add --usage FILE",
    });
  const path = resolve(io.cwd, matrix);
  return [{ path, name: `the matrix ${printable(matrix)}`, location: `--matrix ${printable(matrix)}` }];
};

/**
 * `tripact diff OLD NEW`: what changed between two versions of a document or of a folder of them. Exit code 1 when a change
 * breaks the audience; with usage files, when a change concerns one of their consumers.
 * @throws UsageError for a document or a usage file that cannot be read.
 */
export const diff = async (options: DiffOptions, io: CliIo, old = "", now = ""): Promise<number> => {
  const outputs = useOfMatrix(options, io);
  const inputs = [useOfOperand(old, io), useOfOperand(now, io), ...usesOfUsageFiles(options, io)];
  assertApart({ outputs, inputs }, io);
  const { for: audience, onlyUsed = false, json, color, quiet } = options;
  const usages = listOf(options.usage) ?? [];
  const found = await compare({ ...io, old, new: now, for: audience, usages, onlyUsed });
  for (const { path } of outputs) await writeFileWhole(path, matrixPage(matrixOfDiff(found)));
  const palette = createPalette(usesColor(color, io.env, io.stdout));
  io.stdout.write(json === true ? safeJson(found, 2) : diffText(found, palette, quiet));
  return (found.safe ?? found.summary.breaking === 0) ? 0 : 1;
};
