import { interfaceNames } from "../builtin/interface-name.ts";
import type { WordChoice } from "../core/output/options.ts";
import type { Suite } from "./suite.ts";

const ofSuite = async <Item>(
  pick: (suite: Suite) => readonly Item[],
  row: (item: Item) => WordChoice,
): Promise<readonly WordChoice[]> => pick((await import("./suite.ts")).suite).map(row);

export const interfaceChoices = async (): Promise<readonly WordChoice[]> =>
  interfaceNames.map((name) => [name, ""]);

export const factChoices = (): Promise<readonly WordChoice[]> =>
  ofSuite(
    ({ facts }) => facts,
    ({ id, statement }) => [id, statement],
  );

export const operationChoices = async (): Promise<readonly WordChoice[]> => {
  const { operations } = await import("../builtin/generated/operations.ts");
  return Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
};

export const checkChoices = (): Promise<readonly WordChoice[]> =>
  ofSuite(
    ({ checks }) => checks,
    ({ id, title }) => [id, title],
  );

export const unknownChoices = (): Promise<readonly WordChoice[]> =>
  ofSuite(
    ({ unknowns }) => unknowns,
    ({ id, question }) => [id, question],
  );

export const faultChoices = async (): Promise<readonly WordChoice[]> =>
  (await import("../builtin/faults/generated/faults.ts")).faults.map(({ id, fact }) => [id, fact]);
