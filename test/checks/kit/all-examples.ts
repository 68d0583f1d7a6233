import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ActiveExamples, Family, PassiveExamples } from "./example.ts";

interface Found {
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly examples: PassiveExamples | ActiveExamples;
}

interface Examples {
  /** Of the check that the file is named after. */
  readonly examples?: PassiveExamples | ActiveExamples;
  readonly passive?: Family<PassiveExamples>;
  readonly active?: Family<ActiveExamples>;
}

const root = new URL("../../../", import.meta.url);

const examplesIn = async (file: string): Promise<readonly Found[]> => {
  const { examples, passive, active } = (await import(new URL(file, root).href)) as Examples; // held by the compiler in each file
  const alone = examples === undefined ? {} : { [file.slice(file.lastIndexOf("/") + 1, -3)]: examples };
  const all = { ...alone, ...passive, ...active };
  return Object.entries(all).map(([id, one]) => ({ id, file, examples: one }));
};

/** The examples of all checks: of one check in a file of its name, of a family as rows of one file. */
export const allExamples = async (): Promise<readonly Found[]> => {
  const files = globSync("test/checks/examples/**/*.ts", { cwd: fileURLToPath(root) });
  return (await Promise.all(files.map(examplesIn))).flat();
};
