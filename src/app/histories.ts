import {
  historyOptions,
  operationHistoryOptions,
  type HistoryOptions,
  type OperationHistoryOptions,
} from "./options.ts";
import type { OptionTable } from "../core/output/options.ts";
import { environmentOf } from "../inputs/app-options.ts";
import type { Contract } from "../core/model/contract.ts";
import { contractOf } from "../inputs/named-target.ts";
import { meaningOf } from "../inputs/meaning.ts";
import { callsOf, fieldHistories, isCalled } from "../monitoring/drift/field-history.ts";
import { openHistory } from "../monitoring/history/sqlite.ts";
import { ownHistories, type RunRepository } from "../monitoring/history/create-repository.ts";
import { historyOf, historySince } from "../monitoring/drift/narrow-history.ts";
import { isDay } from "../core/model/day.ts";
import { type AskedHistory, type DriftHistory, type FieldHistory, fieldName } from "../core/model/drift.ts";
import type { ReportHistory } from "../core/model/report-input.ts";
import { UsageError } from "../core/model/usage-error.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import { openKeptStore } from "../core/store/kept-store.ts";

/** The validated options. */
type Question = Awaited<ReturnType<typeof questionOf>>;

/** @throws UsageError for an organization that is not in the store, and for an invalid day */
const questionOf = async ({ organization, since }: HistoryOptions, runs: RunRepository) => {
  const all = await runs.targets();
  const targets = all.filter((one) => organization === undefined || one.organization === organization);
  if (organization !== undefined && targets.length === 0)
    throw new UsageError(`the store has no run of ${printable(organization)}`, {
      option: "organization",
      hint: suggestionHint(organization, [...new Set(all.map((one) => one.organization))]),
    });
  if (since !== undefined && !isDay(since))
    throw new UsageError(`${printable(since) || "nothing"} is not a day`, {
      option: "since",
      hint: "for example `since` 2027-01-31",
    });
  return { targets, since };
};

/** No page shows more fields than this beside a run. */
const mostFields = 40;

/** A history with its drifted fields, the most recent first. */
export const withDriftedFields = async (
  history: DriftHistory,
  runs: RunRepository,
): Promise<ReportHistory> => {
  const locations = history.drift
    .filter(({ state, pointer }) => state !== "inconclusive" && pointer !== "")
    .toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1))
    .slice(0, mostFields);
  if (locations.length === 0) return history;
  const wanted = new Set(locations.map(fieldName));
  const fields = fieldHistories(await runs.seen(history.target), {
    operations: new Set(locations.map(({ operation }) => operation)),
    isWanted: (field) => wanted.has(fieldName(field)),
  });
  return { ...history, fields };
};

/** Opens the store of an option, and closes it after use. @throws UsageError */
const withRuns = async <Result>(
  options: HistoryOptions,
  table: OptionTable,
  work: (runs: RunRepository, contract: Contract) => Promise<Result>,
): Promise<Result> => {
  const around = environmentOf(options, table);
  const contract = await contractOf(options, around);
  const store = openKeptStore(options, around);
  try {
    return await work(await openHistory(store, meaningOf(contract).documentation), contract);
  } finally {
    store.close();
  }
};

/** Implements `driftHistory`. @throws UsageError */
export async function* listHistories(options: HistoryOptions): AsyncGenerator<ReportHistory> {
  const around = environmentOf(options, historyOptions);
  const { documentation } = meaningOf(await contractOf(options, around));
  const store = openKeptStore(options, around);
  try {
    const runs = await openHistory(store, documentation);
    const { targets, since } = await questionOf(options, runs);
    for await (const whole of ownHistories(runs, targets)) {
      const history = since === undefined ? whole : historySince(whole, since);
      yield options.driftedFields === true ? await withDriftedFields(history, runs) : history;
    }
  } finally {
    store.close();
  }
}

/** Validates the options before histories are listed. @throws UsageError */
export const assertHistories = (options: HistoryOptions): Promise<Question> =>
  withRuns(options, historyOptions, (runs) => questionOf(options, runs));

/** The operation with this id. @throws UsageError if neither the OpenAPI documents nor the runs know it */
const operationOf = (id: string, known: readonly DriftHistory[], contract: Contract): string => {
  const ids = new Set([
    ...Object.keys(contract.operations),
    ...known.flatMap(({ operations }) => operations.map(({ operation }) => operation)),
  ]);
  if (ids.has(id)) return id;
  throw new UsageError(`there is no operation ${printable(id)}`, {
    option: "operation",
    hint: suggestionHint(id, [...ids]),
  });
};

const ofOperation = async (
  { operation: id, field }: OperationHistoryOptions,
  { targets, since }: Question,
  runs: RunRepository,
  contract: Contract,
): Promise<readonly AskedHistory[]> => {
  const whole = await Array.fromAsync(ownHistories(runs, targets));
  const all = whole.map((one) => (since === undefined ? one : historySince(one, since)));
  const operation = operationOf(id, all, contract);
  const asked = all.filter(({ operations }) => operations.some((one) => one.operation === operation));
  const wanted = { operations: new Set([operation]), isWanted: () => true };
  const found: { readonly history: DriftHistory; readonly fields: readonly FieldHistory[] }[] = [];
  for (const history of asked)
    found.push({ history, fields: fieldHistories(await runs.seen(history.target, since), wanted) });
  if (field === undefined)
    return found.map(({ history, fields }) => historyOf(history, operation, fields, false));
  const seen = found.flatMap(({ fields }) => fields);
  if (!seen.some((one) => isCalled(one, field)))
    throw new UsageError(`no run has seen a field ${printable(field)} in ${operation}`, {
      option: "field",
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

/** Implements `operationHistory`. @throws UsageError */
export const listOperation = (options: OperationHistoryOptions): Promise<readonly AskedHistory[]> =>
  withRuns(options, operationHistoryOptions, async (runs, contract) =>
    ofOperation(options, await questionOf(options, runs), runs, contract),
  );
