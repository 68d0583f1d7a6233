import { factChoices, checkChoices, unknownChoices } from "../../../inputs/choices.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { command, picked } from "../command.ts";
import { lineWidth, paletteFor } from "../io.ts";
import { contractOptions } from "../contract-options.ts";

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
  options: contractOptions(),
  async run({ json, color, ...options }, io, id = "") {
    const { env, stdout } = io;
    const [{ explain, subjectOf }, { contractOf }] = await Promise.all([
      import("../../../app/explain.ts"),
      import("../../../inputs/named-target.ts"),
    ]);
    const suite = await contractOf(picked(options, "config", "openapi", "name", "resources"), io);
    const subject = subjectOf(id, suite);
    if (json === true) {
      stdout.write(safeJson(explain(subject, suite), 2));
      return 0;
    }
    const { explanationOf: textOf } = await import("../explain-text.ts");
    const { strong } = paletteFor({ color }, { env, stdout });
    const [name, text] = textOf(subject, suite, lineWidth(stdout));
    stdout.write(safe`${strong(name)}${text}`);
    return 0;
  },
});
