import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./entries.ts";
import { type Exported, publicExports } from "./exports.ts";

/** An example as a module, with the dialect of `defineDialect` if it uses one without defining it. */
const moduleOf = (code: string, dialect: string): string => {
  const lacksDialect = /\bdialect\b/.test(code) && !/const (?:dialect|\{ dialect)/.test(code);
  return lacksDialect ? `${dialect.replaceAll(/^console.*\n/gm, "")}\n${code}` : code;
};

/** All examples, by file name. */
export const exampleModules = (
  exported: readonly Exported[] = publicExports(),
): ReadonlyMap<string, string> => {
  const values = exported.filter(({ isValue }) => isValue);
  const dialect = values.find(({ name }) => name === "defineDialect")?.examples[0] ?? "";
  return new Map(
    values.flatMap(({ entry, name, examples }) =>
      examples.map((code, index) => [
        `${entry.replaceAll("/", "-")}-${name}-${index}.ts`,
        moduleOf(code, dialect),
      ]),
    ),
  );
};

/** Writes examples into a folder with the packages that they import; `install` adds this package. */
export const writeExamples = (
  folder: string,
  files: ReadonlyMap<string, string>,
  install: (modules: string) => void,
): void => {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  install(modules);
  for (const name of ["fast-check", "undici", "vitest", "@types"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
};
