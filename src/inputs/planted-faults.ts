import type { OperationId } from "../builtin/generated/operations.ts";
import type { Fault } from "../builtin/faults/fault.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { knownIds } from "../core/output/values.ts";

export { plantedFaults } from "../builtin/faults/planted-faults.ts";

/** Faults work in the embedded sandbox only; `other` is the option that asks for another target. */
export const onlyEmbedded = (other: string): UsageError =>
  new UsageError("faults can be planted in the embedded sandbox only", {
    option: "faults",
    hint: `omit \`${other}\``,
  });

/** Which faults to list; all of them if empty. */
export interface FaultFilter {
  /** Faults that break these facts. */
  readonly facts?: readonly string[];
  /** Faults that break facts stated at these operations in the OpenAPI documents. */
  readonly operations?: readonly string[];
  /** Faults whose id or title contains this text, ignoring case. */
  readonly grep?: string;
}

/**
 * The available faults, by fact.
 * @throws UsageError for an unknown fact or operation, naming the nearest one.
 */
export const listFaults = async (
  filter: FaultFilter = {},
): Promise<readonly Pick<Fault, "id" | "fact" | "grade" | "title">[]> => {
  const [{ operations }, { facts }, { faults }] = await Promise.all([
    import("../builtin/generated/operations.ts"),
    import("../builtin/generated/registry.ts"),
    import("../builtin/faults/generated/faults.ts"),
  ]);
  const operationIds = Object.keys(operations) as OperationId[]; // The keys of `operations` are these ids.
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
