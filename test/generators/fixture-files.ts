import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path/posix";
import type { SourceFiles } from "../../src/documents/source-files.ts";

const folder = new URL("fixtures/", import.meta.url);

/** A schema of configurations that is compiled fast. */
const configSchema = `$schema: https://json-schema.org/draft/2020-12/schema
type: object
additionalProperties: false
properties: { interfaces: { type: object } }
`;

const fixture = (path: string): string =>
  path === "specs/config.schema.yaml"
    ? configSchema
    : readFileSync(new URL(path.slice("specs/".length), folder), "utf8");

type Change = (text: string) => string;

/** The little documents beside this file, changed as a test wants them. */
export const fixtureFiles = (
  changes: Readonly<Record<string, Change>> = {},
  checks: Readonly<Record<string, string>> = {},
): SourceFiles => ({
  read: (path) => {
    const check = checks[path.replace("src/checks/", "")];
    if (check !== undefined) return check;
    const text = fixture(path);
    return changes[path]?.(text) ?? text;
  },
  list: (path) =>
    path === "specs"
      ? readdirSync(folder).toSorted()
      : Object.keys(checks)
          .filter((file) => dirname(`src/checks/${file}`) === path)
          .map((file) => basename(file))
          .toSorted(),
});

/** A change of one passage of a text, which must be there. */
export const replacing =
  (passage: string, replacement: string): Change =>
  (text) => {
    if (!text.includes(passage)) throw new Error(`the fixture does not hold ${passage}`);
    return text.replace(passage, replacement);
  };
