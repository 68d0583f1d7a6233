import type { OperationId } from "../contract/generated/operations.ts";
import type { Fault } from "../sandbox/faults/fault.ts";
import { UsageError } from "../harness/model/usage-error.ts";
import { knownIds } from "../harness/output/values.ts";

export { plantedFaults } from "../sandbox/faults/planted-faults.ts";

/** Only the embedded sandbox can be broken on purpose; `other` is the option that asks for something else. */
export const onlyEmbedded = (other: string): UsageError =>
  new UsageError("faults can be planted in the embedded sandbox only", {
    option: "faults",
    hint: `omit \`${other}\``,
  });

/** Which faults to list; all of them without any of these. */
export interface FaultFilter {
  /** Faults that break these facts. */
  readonly facts?: readonly string[];
  /** Faults that break facts which the OpenAPI documents state at these operations. */
  readonly operations?: readonly string[];
  /** Faults whose id or title holds this text, in any letter case. */
  readonly grep?: string;
}

/**
 * The faults that can be planted, by fact.
 * @throws UsageError for a fact or an operation that there is not, with the nearest one.
 */
export const listFaults = async (
  filter: FaultFilter = {},
): Promise<readonly Pick<Fault, "id" | "fact" | "grade" | "title">[]> => {
  const [{ operations }, { facts }, { faults }] = await Promise.all([
    import("../contract/generated/operations.ts"),
    import("../contract/generated/registry.ts"),
    import("../contract/generated/faults.ts"),
  ]);
  const operationIds = Object.keys(operations) as OperationId[]; // the keys of a record by these ids
  const asked = knownIds(
    "facts",
    filter.facts,
    facts.map(({ id }) => id),
  );
  const named = knownIds("operations", filter.operations, operationIds);
  const stated = new Set<string>(
    operationIds.filter((id) => named?.has(id)).flatMap((id) => operations[id].facts),
  );
  const text = filter.grep?.toLowerCase() ?? "";
  return faults
    .filter(
      ({ id, fact, title }) =>
        asked?.has(fact) !== false &&
        (named === undefined || stated.has(fact)) &&
        `${id} ${title}`.toLowerCase().includes(text),
    )
    .map(({ id, fact, grade, title }) => ({ id, fact, grade, title }));
};
