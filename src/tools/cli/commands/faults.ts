import { faults } from "../../../contract/generated/faults.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { usesColor } from "../color.ts";
import { type CliIo, lineWidth } from "../io.ts";
import type { CommonOptions } from "../definition.ts";

/** `tripact faults`: the planted faults of the sandbox, by the fact each breaks. */
export const listFaults = async (options: CommonOptions, io: CliIo): Promise<number> => {
  const rows = faults.map(({ id, fact, grade, title }) => ({ id, fact, grade, title }));
  if (options.json === true) {
    io.stdout.write(safeJson(rows, 2));
    return 0;
  }
  const { strong } = createPalette(usesColor(options.color, io.env, io.stdout));
  const width = Math.max(0, ...rows.map(({ id }) => id.length));
  for (const { id, fact, grade, title } of rows)
    io.stdout.write(
      hang(safe`${strong(fact)}  ${id.padEnd(width)}  ${grade.padEnd(11)}  `, title, lineWidth(io.stdout)),
    );
  return 0;
};
