import type { Trial } from "./trial.ts";

/** The same list without each of its entries in turn, the longest cuts first. */
const shorter = <Entry>(list: readonly Entry[]): readonly (readonly Entry[])[] =>
  list.length === 0
    ? []
    : [
        [],
        list.slice(0, list.length / 2),
        list.slice(list.length / 2),
        ...list.map((_, at) => list.toSpliced(at, 1)),
      ];

const lesser = (trial: Trial): readonly Trial[] => {
  const { budget, slowness, isLive, isReadOnly, ...plain } = trial;
  const { variants, without = [], assumptions = {}, interfaces = [] } = trial;
  return [
    ...shorter(variants).map((fewer) => ({ ...trial, variants: fewer })),
    ...shorter(Object.entries(assumptions)).map((fewer) => ({
      ...trial,
      assumptions: Object.fromEntries(fewer),
    })),
    ...shorter(without).map((fewer) => ({ ...trial, without: fewer })),
    ...shorter(interfaces)
      .filter(({ length }) => length > 0)
      .map((fewer) => ({ ...trial, interfaces: fewer })),
    ...(budget === undefined && slowness === undefined && isLive === undefined && isReadOnly === undefined
      ? []
      : [plain]),
    ...(slowness === undefined ? [] : [{ ...trial, slowness: 0 }]),
  ].filter((one) => JSON.stringify(one) !== JSON.stringify(trial));
};

/** Leaves out of a target what it shows the same without. */
export const smallest = async (trial: Trial, isShown: (trial: Trial) => Promise<boolean>): Promise<Trial> => {
  for (const one of lesser(trial)) if (await isShown(one)) return smallest(one, isShown);
  return trial;
};
