import { UsageError } from "../../core/model/usage-error.ts";
import type { SourceFiles } from "../../documents/source-files.ts";
import { source } from "./text.ts";

const isSource = (file: string): boolean =>
  file.endsWith(".ts") && !file.startsWith("_") && !file.endsWith(".d.ts");

const camelCase = (id: string): string =>
  id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const idsIn = (files: SourceFiles, folder: string): readonly string[] => {
  const ids = files
    .list(folder)
    .filter(isSource)
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
  for (const id of ids) requireExport(files, folder, id);
  return ids;
};

const importsOf = (ids: readonly string[], folder: string): readonly string[] =>
  ids.map((id) => `import { ${camelCase(id)} } from "../${folder}${id}.ts";`);

const entries = (ids: readonly string[]): string => ids.map((id) => `\n  ${camelCase(id)},`).join("");

/** Files with their lists of checks; a file of one has a list of one. */
const filed = (ids: readonly string[], folder: string, isList = false): string =>
  ids.map((id) => `\n  ["${folder}${id}.ts", ${isList ? camelCase(id) : `[${camelCase(id)}]`}],`).join("");

/**
 * `checks.ts`, beside what it lists: the indexes of src/checks and its observers, sorted by id. A file there exports, under its own name in
 * camelCase, one check or observer, in models/ an exploring check, in families/ a list of checks that differ in a row.
 * Other folders and files that begin with `_` are helpers.
 * @throws UsageError for a file without that export.
 */
export const generateChecks = (files: SourceFiles): ReadonlyMap<string, string> => {
  const checks = idsIn(files, "src/checks");
  const models = idsIn(files, "src/checks/models");
  const families = idsIn(files, "src/checks/families");
  const observers = idsIn(files, "src/checks/observers");
  const text = source(
    [
      `import type { Check } from "../../core/model/check.ts";`,
      `import type { Observer } from "../../core/model/observer.ts";`,
      ...importsOf(checks, ""),
      ...importsOf(models, "models/"),
      ...importsOf(families, "families/"),
      ...importsOf(observers, "observers/"),
    ].join("\n"),
    `/** Checks by the file that defines them, in src/checks. */\nexport const checkFiles: readonly (readonly [file: string, checks: readonly Check[]])[] = [${filed(checks, "")}${filed(models, "models/")}${filed(families, "families/", true)}\n];`,
    `/** Every check, in the order of ids. */\nexport const checks: readonly Check[] = checkFiles\n  .flatMap(([, all]) => all)\n  .toSorted((left, right) => (left.id < right.id ? -1 : 1));`,
    `/** Every observer, in the order of ids. */\nexport const observers: readonly Observer[] = [${entries(observers)}\n];`,
  );
  return new Map([["checks.ts", text]]);
};

const requireExport = (files: SourceFiles, folder: string, id: string): void => {
  const path = `${folder}/${id}.ts`;
  const exported = [...files.read(path).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  if (exported.length === 1 && exported[0] === camelCase(id)) return;
  throw new UsageError(`exports ${exported.length === 0 ? "nothing" : exported.join(", ")}`, {
    location: `${path}:1:1`,
    hint: `export only the check that the file is named after, as ${camelCase(id)}`,
  });
};
