import { contract } from "../../contract/contract.ts";
import type { DriftStore } from "../../harness/drift/drift-store.ts";
import { callsOf, isCalled } from "../../harness/drift/field-history.ts";
import { historyOf, historySince } from "../../harness/drift/narrow-history.ts";
import type { AskedHistory, DriftHistory, DriftTarget } from "../../harness/model/drift.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { printable } from "../../harness/output/escape.ts";
import { suggestionHint } from "../../harness/output/suggest.ts";
import type { DriftOptions } from "./definitions/drift.ts";
import { anyDayOf } from "./option-values.ts";

type Options = Pick<DriftOptions, "organization" | "operation" | "field" | "since">;

/** What is asked of the histories in a store. */
export interface HistoryQuestion {
  readonly targets: readonly DriftTarget[];
  /** Of the runs from a day on. */
  readonly since: string | undefined;
}

/** @throws UsageError for an organization that the store does not know, and for what is no day */
export const questionOf = (options: Options, drift: DriftStore): HistoryQuestion => {
  const { organization, since } = options;
  const all = drift.targets();
  const targets = all.filter((one) => organization === undefined || one.organization === organization);
  if (organization !== undefined && targets.length === 0)
    throw new UsageError(`the store has no run of ${printable(organization)}`, {
      location: "--organization",
      hint: suggestionHint(organization, [...new Set(all.map((one) => one.organization))]),
    });
  return { targets, since: since === undefined ? undefined : anyDayOf("--since", since) };
};

/** Histories of all operations, read one at a time. */
export const histories = function* (
  { targets, since }: HistoryQuestion,
  drift: DriftStore,
): Generator<DriftHistory> {
  for (const history of drift.histories(targets))
    yield since === undefined ? history : historySince(history, since);
};

/** The operation of this id. @throws UsageError for one that neither the OpenAPI documents nor the runs know */
const operationOf = (id: string, known: readonly DriftHistory[]): string => {
  const ids = new Set([
    ...Object.keys(contract.operations),
    ...known.flatMap(({ operations }) => operations.map(({ operation }) => operation)),
  ]);
  if (ids.has(id)) return id;
  throw new UsageError(`there is no operation ${printable(id)}`, {
    location: "--operation",
    hint: suggestionHint(id, [...ids]),
  });
};

/**
 * The histories of one operation, for those targets that were asked it.
 * @throws UsageError for an operation that there is not, and for a field that no run has seen
 */
export const operationHistories = (
  { operation: id, field }: Options & { readonly operation: string },
  question: HistoryQuestion,
  drift: DriftStore,
): readonly AskedHistory[] => {
  const all = [...histories(question, drift)];
  const operation = operationOf(id, all);
  const asked = all.filter(({ operations }) => operations.some((one) => one.operation === operation));
  const wanted = { operations: new Set([operation]), isWanted: () => true };
  const found = asked.map((history) => ({
    history,
    fields: drift.fields(history.target, wanted, question.since),
  }));
  if (field === undefined)
    return found.map(({ history, fields }) => historyOf(history, operation, fields, false));
  const seen = found.flatMap(({ fields }) => fields);
  if (!seen.some((one) => isCalled(one, field)))
    throw new UsageError(`no run has seen a field ${printable(field)} in ${operation}`, {
      location: "--field",
      hint: suggestionHint(field, [...new Set(seen.flatMap(callsOf))]),
    });
  return found.map(({ history, fields }) =>
    historyOf(
      history,
      operation,
      fields.filter((one) => isCalled(one, field)),
      true,
    ),
  );
};
