import { diffOptions } from "../../../app/options.ts";
import { declared, inputOperand, outputFile, usageFiles } from "../options.ts";
import { paletteFor } from "../io.ts";
import { writeFileWhole } from "../../../core/output/write-file.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { safeJson } from "../../../core/output/safe-text.ts";
import { resolve } from "node:path";
import { asked, command } from "../command.ts";

/**
 * `tripact diff OLD NEW`: what changed between two versions of a document or of a folder of them. Exit code 1 if a
 * change breaks the audience or, with usage files, concerns one of their consumers.
 */
export const diffCommand = command({
  name: "diff",
  summary: "list changes to a document, and whom they break",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them, and says for each change whether it " +
    "breaks consumers, providers or nobody. Exits with 1 if a change breaks the audience of --for. With --usage it says " +
    "which consumers break and where, and exits with 0 if it is safe to release: none uses anything that changes.",
  operands: [
    inputOperand("<old>", "the older document, or a folder of documents"),
    { name: "<new>", text: "the newer one" },
  ],
  options: {
    for: declared(diffOptions.for),
    ...usageFiles(),
    matrix: outputFile("with --usage: write changes × consumers to this file, as an HTML page", "the matrix"),
  },
  async run(options, io, old = "", now = "") {
    const { matrix, usages, json, color, quiet } = options;
    if (matrix !== undefined && usages === undefined)
      throw new UsageError("needs the usage files of the consumers", {
        option: "matrix",
        hint: "add `usages` FILE",
      });
    const [{ diff }, { diffText }] = await Promise.all([
      import("../../../app/diff.ts"),
      import("../../../consumers/usage/verdict/diff-text.ts"),
    ]);
    const found = await diff({ ...asked(options, io, "matrix"), old, new: now });
    if (matrix !== undefined) {
      const { matrixOfDiff } = await import("../../../consumers/usage/verdict/document-diff.ts");
      const { matrixPage } = await import("../../../consumers/usage/verdict/matrix-page.ts");
      await writeFileWhole(resolve(io.cwd, matrix), matrixPage(matrixOfDiff(found)));
    }
    const palette = paletteFor({ color }, io);
    io.stdout.write(json === true ? safeJson(found, 2) : diffText(found, palette, quiet));
    return (found.safe ?? found.summary.breaking === 0) ? 0 : 1;
  },
});
