import { UsageError } from "../../model/usage-error.ts";
import type { SourceFiles } from "../source-files.ts";
import { source } from "./text.ts";

const folder = "src/checks";

const isCheck = (file: string): boolean =>
  file.endsWith(".ts") && !file.startsWith("_") && !file.endsWith(".d.ts");

const camelCase = (id: string): string =>
  id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * `checks.ts`: the index of src/checks in the order of ids. Each file there holds one check, exported under its
 * file name in camelCase; folders and files beginning with `_` are helpers.
 * @throws UsageError for a file that does not export its check.
 */
export const generateChecks = (files: SourceFiles): ReadonlyMap<string, string> => {
  const ids = files
    .list(folder)
    .filter(isCheck)
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
  for (const id of ids) requireExport(files, id);
  const imports = ids.map((id) => `import { ${camelCase(id)} } from "../checks/${id}.ts";`);
  const text = source(
    [`import type { Check } from "../model/check.ts";`, ...imports].join("\n"),
    `/** Every check, in the order of ids. */\nexport const checks: readonly Check[] = [${ids.map((id) => `\n  ${camelCase(id)},`).join("")}\n];`,
  );
  return new Map([["checks.ts", text]]);
};

const requireExport = (files: SourceFiles, id: string): void => {
  const path = `${folder}/${id}.ts`;
  const exported = [...files.read(path).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  if (exported.length === 1 && exported[0] === camelCase(id)) return;
  throw new UsageError(`exports ${exported.length === 0 ? "nothing" : exported.join(", ")}`, {
    place: `${path}:1:1`,
    hint: `a check's file exports its check alone, here as ${camelCase(id)}`,
  });
};
