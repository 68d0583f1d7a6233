import { knownIds } from "../../core/output/values.ts";
import type { Fault } from "./fault.ts";

/**
 * The planted faults with these ids, in order; none if undefined. `own` are those of served documents.
 * @throws UsageError for an id that no fault has, with the nearest one, and for an empty list.
 */
export const plantedFaults = async (
  ids: readonly string[] | undefined,
  own: readonly Fault[] = [],
): Promise<readonly Fault[]> => {
  if (ids === undefined) return [];
  const { faults: builtin } = await import("./generated/faults.ts");
  const faults = [...builtin, ...own];
  const known = knownIds(
    "faults",
    ids,
    faults.map(({ id }) => id),
    "tripact faults lists them",
  );
  const named = [...(known ?? [])];
  return faults
    .filter(({ id }) => known?.has(id) === true)
    .toSorted((one, other) => named.indexOf(one.id) - named.indexOf(other.id));
};
