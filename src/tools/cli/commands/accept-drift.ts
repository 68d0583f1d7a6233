import { basename } from "node:path";
import { groupsNamed } from "../../../harness/problems/problems-of.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import { acceptanceOf, assertOpen } from "../../../app/accepting.ts";
import type { AcceptOptions as Options } from "../definitions/drift.ts";
import { compareDocuments } from "../../diff/compare-documents.ts";
import { type AmendedFile, amendedFiles, writeAmended } from "../amend-documents.ts";
import { diffText } from "../../usage/verdict/diff-text.ts";
import { diffDocuments } from "../../usage/verdict/document-diff.ts";
import { usesColor } from "../color.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import type { CliIo } from "../io.ts";
import { withKeptStore } from "../with-drift-store.ts";

/** What was written into which document, as `tripact diff` shows it. */
const printDocuments = (files: readonly AmendedFile[], options: Options, io: CliIo): void => {
  for (const { name, notes, unseen, versions } of files) {
    io.stdout.write(safe`\n${name}, against the document that comes with tripact:\n`);
    for (const note of notes) io.stdout.write(safe`  not written: ${note.replaceAll("`", "")}\n`);
    for (const one of unseen) io.stdout.write(safe`  written for all: ${one.replaceAll("`", "")}\n`);
    const found = diffDocuments([{ document: basename(name), ...versions }]);
    io.stdout.write(diffText(found, createPalette(usesColor(options.color, io.env, io.stdout))));
  }
};

/**
 * `tripact drift accept`: accepts changes, groups of them and problems, all that are named or none.
 * @throws UsageError for a fingerprint that nothing open has, and for an option that is invalid.
 */
export const acceptDrift = async (options: Options, io: CliIo, ...named: string[]): Promise<number> => {
  const acceptance = acceptanceOf(options, io);
  return withKeptStore(options, io, async (store) => {
    const open = store.openFingerprints();
    const isOpen = named.every((one) => open.includes(one));
    const fingerprints = isOpen ? named : groupsNamed(named, store.histories());
    assertOpen(fingerprints, open, "tripact drift --history lists what drifted");
    const folder = options.intoDocuments;
    const files = folder === undefined ? [] : await amendedFiles(fingerprints, folder, store, io);
    await writeAmended(files, options.store, io);
    const accepted = fingerprints.map((fingerprint) => ({
      fingerprint,
      targets: store.accept(fingerprint, acceptance),
    }));
    const { until } = acceptance;
    const documents = files.map(({ name, notes, unseen, versions }) => ({
      path: name,
      notes,
      unseen,
      changes: compareDocuments(versions),
    }));
    if (options.json === true)
      io.stdout.write(
        safeJson({ accepted, ...acceptance, ...(folder === undefined ? {} : { documents }) }, 2),
      );
    else if (options.quiet !== true)
      for (const { fingerprint, targets } of accepted) {
        const names = targets.map((one) => `${one.interface} ${one.address}`).join(", ");
        io.stdout.write(
          safe`accepted ${fingerprint}${until === undefined ? "" : ` until ${until}`}: ${names}\n`,
        );
      }
    if (options.json !== true && options.quiet !== true) printDocuments(files, options, io);
    return exitCodes.conformant;
  });
};
