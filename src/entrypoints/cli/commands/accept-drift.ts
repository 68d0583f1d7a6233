import { acceptOptions } from "../../../app/options.ts";
import { outputFolder, pickDeclared, storeFile } from "../options.ts";
import type { AcceptResult } from "../../../app/accept.ts";
import { interfaceNames } from "../../../builtin/interface-name.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { asked, command, type CommonOptions } from "../command.ts";
import { type CliIo, paletteFor } from "../io.ts";
import { contractOptions } from "../contract-options.ts";

/** What was accepted, and what was written into which document, in the form of `tripact diff`. */
const print = async (
  { accepted, until, documents }: AcceptResult,
  { color }: CommonOptions,
  { env, stdout }: CliIo,
): Promise<void> => {
  for (const { fingerprint, targets } of accepted) {
    const names = targets.map((one) => `${one.interface} ${one.address}`).join(", ");
    stdout.write(safe`accepted ${fingerprint}${until === undefined ? "" : ` until ${until}`}: ${names}\n`);
  }
  const { diffText } = await import("../../../consumers/usage/verdict/diff-text.ts");
  for (const { path, notes, unseen, diff } of documents) {
    stdout.write(safe`\n${path}, against the document that comes with tripact:\n`);
    for (const note of notes) stdout.write(safe`  not written: ${note.replaceAll("`", "")}\n`);
    for (const one of unseen) stdout.write(safe`  written for all: ${one.replaceAll("`", "")}\n`);
    stdout.write(diffText(diff, paletteFor({ color }, { env, stdout })));
  }
};

const jsonOf = ({ documents, ...rest }: AcceptResult, hasDocuments: boolean) => ({
  ...rest,
  ...(hasDocuments
    ? {
        documents: documents.map(({ diff, ...one }) => ({
          ...one,
          changes: diff.changes.map(({ document: _, ...change }) => change),
        })),
      }
    : {}),
});

/** `tripact drift accept`: accepts changes, groups and problems; either all that are named or none. */
export const acceptCommand = command({
  name: "accept",
  summary: "accept intended changes",
  description:
    "Accepts entries of drift, or single changes of them. From now on they are normal, and going back is drift. An " +
    "accepted entry that appears in another operation later is accepted, too.",
  operands: [{ name: "<fingerprint...>", text: "fingerprints that tripact drift has reported" }],
  options: {
    store: storeFile("store with the history", { onlyIfThere: true }),
    ...pickDeclared(acceptOptions, "until", "note", "by"),
    ...contractOptions(),
    intoDocuments: outputFolder(
      "also write the changes into copies of the OpenAPI documents there, and show what tripact diff says of them",
      "the document",
      interfaceNames.map((name) => `${name}.yaml`),
    ),
  },
  async run(options, io, ...fingerprints) {
    const { acceptDrift } = await import("../../../app/verbs.ts");
    const result = await acceptDrift({ ...asked(options, io), fingerprints });
    if (options.json === true)
      io.stdout.write(safeJson(jsonOf(result, options.intoDocuments !== undefined), 2));
    else if (options.quiet !== true) await print(result, options, io);
    return 0;
  },
});
