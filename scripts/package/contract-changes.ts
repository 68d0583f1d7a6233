import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { interfaceNames } from "../../src/builtin/interface-name.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import { compareDocuments } from "../../src/consumers/diff/compare-documents.ts";
import { type Bump, bumpFor, nextVersion } from "../../src/consumers/diff/next-version.ts";
import { root } from "./entries.ts";

/** The OpenAPI documents of the last release of tripact-contract. */
const releasedContract = join(root, "api/contract/released");

const documentAt = (folder: string, name: string) =>
  readDocumentText(`${basename(folder)}/${name}.yaml`, readFileSync(join(folder, `${name}.yaml`), "utf8"));

const isReleased = (name: string): boolean => existsSync(join(releasedContract, `${name}.yaml`));

/** The step that the changes since the last release of tripact-contract require. */
export const contractChange = (): Bump => {
  const change = bumpFor(
    interfaceNames.filter(isReleased).flatMap((name) =>
      compareDocuments(
        { old: documentAt(releasedContract, name), new: documentAt(join(root, "specs"), name) },
        // Types are exported under the names of models.
        { names: true },
      ),
    ),
  );
  // A new interface is an addition to the contract.
  return change === "major" || interfaceNames.every(isReleased) ? change : "minor";
};

/** The version of the current documents, or the one that they get with the next release. */
export const contractVersion = (): string => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(releasedContract, "version.json"), "utf8"),
  );
  return nextVersion(version, contractChange());
};

/** Records the current documents as released. */
export const recordContract = (): void => {
  const version = contractVersion();
  for (const name of interfaceNames)
    cpSync(join(root, "specs", `${name}.yaml`), join(releasedContract, `${name}.yaml`));
  writeFileSync(join(releasedContract, "version.json"), `${JSON.stringify({ version })}\n`);
};
