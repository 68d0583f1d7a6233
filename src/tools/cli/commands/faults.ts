import { createPalette } from "../../../harness/output/palette.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { usesColor } from "../color.ts";
import { command } from "../command.ts";
import { lineWidth } from "../io.ts";

/** `tripact faults`: the planted faults of the sandbox, by the fact each breaks. */
export const faultsCommand = command({
  name: "faults",
  summary: "list the faults that you can plant in the sandbox",
  description:
    "Lists the faults that you can plant in the sandbox. Each breaks one fact, and the checks find it.",
  async run({ json, color }, { env, stdout }) {
    const { faults } = await import("../../../contract/generated/faults.ts");
    const rows = faults.map(({ id, fact, grade, title }) => ({ id, fact, grade, title }));
    if (json === true) {
      stdout.write(safeJson(rows, 2));
      return 0;
    }
    const { strong } = createPalette(usesColor(color, env, stdout));
    const width = Math.max(0, ...rows.map(({ id }) => id.length));
    for (const { id, fact, grade, title } of rows)
      stdout.write(
        hang(safe`${strong(fact)}  ${id.padEnd(width)}  ${grade.padEnd(11)}  `, title, lineWidth(stdout)),
      );
    return 0;
  },
});
