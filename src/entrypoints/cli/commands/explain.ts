import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { command } from "../command.ts";
import { lineWidth, paletteFor } from "../io.ts";
import { checkChoices, factChoices, unknownChoices } from "../options.ts";

/** `tripact explain ID`: describes a fact, an open question or a check. */
export const explainCommand = command({
  name: "explain",
  summary: "explain a fact, an open question or a check",
  description:
    "Explains a fact, an open question or a check, and shows where the OpenAPI documents state it.",
  operands: [
    {
      name: "<id>",
      text: "id of a fact, an open question or a check",
      complete: async () => (await Promise.all([factChoices(), unknownChoices(), checkChoices()])).flat(),
    },
  ],
  async run({ json, color }, { env, stdout }, id = "") {
    const { explain, subjectOf } = await import("../../../app/explain.ts");
    const subject = subjectOf(id);
    if (json === true) {
      stdout.write(safeJson(explain(subject), 2));
      return 0;
    }
    const { textOf } = await import("../explain-text.ts");
    const { strong } = paletteFor({ color }, { env, stdout });
    const [name, text] = textOf(subject, lineWidth(stdout));
    stdout.write(safe`${strong(name)}${text}`);
    return 0;
  },
});
