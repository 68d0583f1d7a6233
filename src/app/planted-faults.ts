import type { Fault } from "../sandbox/faults/fault.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import { knownIds } from "./values.ts";

/** Only the embedded sandbox can be broken on purpose; `other` is the option that asks for something else. */
export const onlyEmbedded = (other: string): UsageError =>
  new UsageError("faults can be planted in the embedded sandbox only", {
    option: "faults",
    hint: `omit \`${other}\``,
  });

/**
 * The planted faults of these ids, in their order; none without any.
 * @throws UsageError for an id that no fault has, with the nearest one, and for an empty list.
 */
export const plantedFaults = async (ids: readonly string[] | undefined): Promise<readonly Fault[]> => {
  if (ids === undefined) return [];
  const { faults } = await import("../contract/generated/faults.ts");
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
