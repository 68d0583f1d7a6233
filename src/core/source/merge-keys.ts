import { isMap, isScalar, isSeq, Scalar, type YAMLMap } from "yaml";
import { isObject } from "../model/json-object.ts";

/** Whether a key merges other mappings into its own: `<<` without quotes, as in YAML 1.1 and as its users expect. */
export const isMergeKey = (key: unknown): boolean =>
  isScalar(key) && key.value === "<<" && key.type === Scalar.PLAIN;

type Entries = ReadonlyMap<string, unknown>;

const isMapping = (value: unknown): boolean => isObject(value) && !(value instanceof Uint8Array);

/**
 * What a merge key adds: the entries of a mapping, or of a list of mappings, of which the first with a key wins.
 * Undefined for any other value.
 */
export const mergedEntries = (value: unknown): Entries | undefined => {
  const mappings: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!mappings.every(isMapping)) return undefined;
  // Of equal keys, the last one stays.
  return new Map(mappings.toReversed().flatMap((mapping) => Object.entries(Object(mapping))));
};

/** A mapping with what it merges; its own entries win. */
export const withMerged = (merged: Entries, own: Entries): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...merged, ...own]);

/** The mappings that a mapping merges, the strongest first. */
export const mergedMaps = (map: YAMLMap, unaliased: (node: unknown) => unknown): readonly YAMLMap[] =>
  map.items
    .filter(({ key }) => isMergeKey(key))
    .flatMap(({ value }) => {
      const target = unaliased(value);
      return isSeq(target) ? target.items.map(unaliased) : [target];
    })
    .filter(isMap);
