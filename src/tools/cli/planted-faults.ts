import type { Fault } from "../../sandbox/faults/fault.ts";
import { knownIds } from "./option-values.ts";

/**
 * The planted faults that `--fault` names; none without it.
 * @throws UsageError for an id that no fault has, with the nearest one, and for an empty list.
 */
export const plantedFaults = async (values: readonly string[] | undefined): Promise<readonly Fault[]> => {
  if (values === undefined) return [];
  const { faults } = await import("../../contract/generated/faults.ts");
  const ids = knownIds(
    "--fault",
    values,
    faults.map(({ id }) => id),
    "tripact faults lists them",
  );
  const named = [...(ids ?? [])];
  return faults
    .filter(({ id }) => ids?.has(id) === true)
    .toSorted((one, other) => named.indexOf(one.id) - named.indexOf(other.id));
};
