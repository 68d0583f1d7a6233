import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { hang } from "../../../core/output/wrap.ts";
import { command } from "../command.ts";
import { lineWidth, paletteFor } from "../io.ts";
import { called, factChoices, ids, operationChoices, text } from "../options.ts";

/** `tripact faults`: the sandbox's faults, by the fact that each breaks. */
export const faultsCommand = command({
  name: "faults",
  summary: "list the faults that you can plant in the sandbox",
  description:
    "Lists the faults that you can plant in the sandbox. Each breaks one fact, and the checks find it.",
  options: {
    facts: called("fact", ids("only faults that break these facts, for example CRM-11", factChoices)),
    operations: called(
      "operation",
      ids("only faults of the facts that these operations state, for example getContact", operationChoices),
    ),
    grep: text("only faults whose id or title holds this text", "text"),
  },
  async run({ json, color, quiet: _quiet, ...filter }, { env, stdout, stderr }) {
    const { listFaults } = await import("../../../inputs/planted-faults.ts");
    const rows = await listFaults(filter);
    if (rows.length === 0) stderr.write(safe`tripact: no fault matches\n`);
    if (json === true) {
      stdout.write(safeJson(rows, 2));
      return 0;
    }
    const { strong } = paletteFor({ color }, { env, stdout });
    const width = Math.max(0, ...rows.map(({ id }) => id.length));
    for (const { id, fact, grade, title } of rows)
      stdout.write(
        hang(safe`${strong(fact)}  ${id.padEnd(width)}  ${grade.padEnd(11)}  `, title, lineWidth(stdout)),
      );
    return 0;
  },
});
