import { choiceOptions } from "../../../inputs/common-options.ts";
import { option } from "../../../core/output/options.ts";
import { kinds } from "../../../core/output/values.ts";
import { operationChoices } from "../../../inputs/choices.ts";
import { declared, textOption } from "../options.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { hang } from "../../../core/output/wrap.ts";
import { command } from "../command.ts";
import { type CliIo, lineWidth, paletteFor, environment } from "../io.ts";

/** The faults of a document, in the form of the built-in ones: each breaks what its operation states. */
const faultsOfDocument = async (
  file: string,
  name: string | undefined,
  grep: string | undefined,
  io: CliIo,
) => {
  const { readServedDocument } = await import("../../../app/read-served-document.ts");
  const document = await readServedDocument(file, {
    ...environment(io),
    ...(name === undefined ? {} : { name }),
  });
  const part = grep?.toLowerCase() ?? "";
  return document
    .faults()
    .map(({ id, operation, verb, title }) => ({
      id: `${document.name}/${id}`,
      fact: operation,
      grade: verb,
      title,
    }))
    .filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(part));
};

/** `tripact faults`: the sandbox's faults, by the fact that each breaks. */
export const faultsCommand = command({
  name: "faults",
  summary: "list the faults that you can plant in the sandbox",
  description:
    "Lists the faults that you can plant in the sandbox. Each breaks one fact, and the checks find it.",
  options: {
    facts: declared({
      ...choiceOptions.facts,
      help: "only faults that break these facts, for example CRM-11",
    }),
    operations: declared(
      option.optional(kinds.texts, {
        help: "only faults of the facts that these operations state, for example getContact",
        flag: "operation",
        commas: true,
        complete: operationChoices,
      }),
    ),
    openapi: textOption(
      "list the faults of a document that the sandbox serves: a file or an address",
      "document",
    ),
    name: textOption("name of the document's interface (default: from its title)", "interface"),
    grep: textOption("only faults whose id or title holds this text", "text"),
  },
  async run({ json, color, quiet: _quiet, openapi, name, ...filter }, io) {
    const { env, stdout, stderr } = io;
    const { listFaults } = await import("../../../inputs/planted-faults.ts");
    const rows =
      openapi === undefined
        ? await listFaults(filter)
        : await faultsOfDocument(openapi, name, filter.grep, io);
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
