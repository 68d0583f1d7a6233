import type { SourceFiles } from "../../documents/source-files.ts";
import { source } from "./text.ts";

const folder = "src/builtin/faults";

/** Files named after a fact hold its faults; the others are helpers. */
const factFile = /^([a-z]{3})-(\d\d)\.ts$/;

/** `faults.ts`, beside what it lists: the index of the sandbox's faults, by fact. */
export const generateFaults = (files: SourceFiles): ReadonlyMap<string, string> => {
  const found = files
    .list(folder)
    .toSorted()
    .flatMap((file) => {
      const [, group, number] = factFile.exec(file) ?? [];
      return group === undefined || number === undefined ? [] : [{ file, name: `${group}${number}` }];
    });
  const imports = found.map(({ file, name }) => `import { faults as ${name} } from "../${file}";`);
  const list = found.map(({ name }) => `\n  ...${name},`).join("");
  const text = source(
    [...imports, `import type { Fault } from "../fault.ts";`].join("\n"),
    `/** Every planted fault of the sandbox, in the order of the facts they break. */\nexport const faults: readonly Fault[] = [${list}\n];`,
  );
  return new Map([["faults.ts", text]]);
};
