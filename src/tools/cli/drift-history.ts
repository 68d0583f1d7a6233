import { contract } from "../../contract/contract.ts";
import type { DriftStore } from "../../harness/drift/drift-store.ts";
import { callsOf, isCalled } from "../../harness/drift/field-history.ts";
import { historyOf, historySince } from "../../harness/drift/narrow-history.ts";
import type { AskedHistory, Drift, DriftHistory, DriftTarget } from "../../harness/model/drift.ts";
import type { ReportHistory } from "../../harness/model/report-input.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { printable } from "../../harness/output/escape.ts";
import { safeJsonList, safeReport, type SafeText } from "../../harness/output/safe-text.ts";
import { suggestionHint } from "../../harness/output/suggest.ts";
import type { DriftTextOptions } from "../../harness/reporters/drift-console.ts";
import { askedHistoryTexts, historyTexts } from "../../harness/reporters/drift-history.ts";
import type { DriftOptions } from "./definitions/drift.ts";
import { assertApart } from "./file-uses.ts";
import type { CliIo } from "./io.ts";
import { anyDayOf } from "./option-values.ts";
import { type ReportFile, reportFilesOf, usesOfReports } from "./report-files.ts";
import { useOfStore } from "./run-store.ts";
import { version } from "../../app/version.ts";
import { writeFileWhole } from "../../app/write-file.ts";

type Options = Pick<DriftOptions, "organization" | "operation" | "field" | "since">;

/** What is asked of the histories in a store. */
interface HistoryQuestion {
  readonly targets: readonly DriftTarget[];
  /** Of the runs from a day on. */
  readonly since: string | undefined;
}

/** @throws UsageError for an organization that the store does not know, and for what is no day */
const questionOf = (options: Options, drift: DriftStore): HistoryQuestion => {
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
const histories = function* (
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
const operationHistories = (
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

/** More fields than these no page shows beside a run. */
const mostFields = 40;

/** A history with the fields that have drifted, the last ones first. */
export const withDriftedFields = (history: DriftHistory, drift: DriftStore): ReportHistory => {
  const locations = history.drift
    .filter(({ state, pointer }) => state !== "inconclusive" && pointer !== "")
    .toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1))
    .slice(0, mostFields);
  if (locations.length === 0) return history;
  const wanted = new Set(locations.map(locationOf));
  const fields = drift.fields(history.target, {
    operations: new Set(locations.map(({ operation }) => operation)),
    isWanted: (field) => wanted.has(locationOf(field)),
  });
  return { ...history, fields };
};

const locationOf = ({
  operation,
  status,
  pointer,
}: Pick<Drift, "operation" | "status" | "pointer">): string => `${operation} ${status} ${pointer}`;

/** Where `--history` writes its page, if anywhere. @throws UsageError for another report than one page */
const pageFileOf = (options: DriftOptions, io: CliIo): ReportFile | undefined => {
  const files = reportFilesOf(options.report ?? [], io.cwd);
  const [file] = files;
  if (files.length > 1 || (file !== undefined && file.name !== "html"))
    throw new UsageError("--history writes one page", {
      location: "--report",
      hint: "for example --report html=history.html",
    });
  if (file?.path === "-" && options.json === true)
    throw new UsageError("two reports go to standard output", { location: "--report", hint: "omit --json" });
  assertApart({ outputs: usesOfReports(files, io), inputs: [], store: useOfStore(options.store, io) }, io);
  return file;
};

const writePage = async (
  { path }: ReportFile,
  heading: string,
  found: readonly ReportHistory[],
  io: CliIo,
): Promise<void> => {
  const { htmlHistory } = await import("../../harness/reporters/html/history-page.ts");
  const { loadPageAssets } = await import("../../harness/reporters/html/assets.ts");
  const page = htmlHistory(heading, found, { name: "tripact", version: version() }, loadPageAssets());
  if (path === "-") io.stdout.write(safeReport(page));
  else await writeFileWhole(path, page);
};

/** `tripact drift --history`: prints what the store holds; with a report also as a page. */
export const printHistory = async (
  options: DriftOptions,
  text: DriftTextOptions,
  drift: DriftStore,
  io: CliIo,
): Promise<void> => {
  const { operation, field, json } = options;
  const file = pageFileOf(options, io);
  const question = questionOf(options, drift);
  // One at a time: a store may hold many organizations.
  const asked =
    operation === undefined ? undefined : operationHistories({ ...options, operation }, question, drift);
  if (file !== undefined) {
    const found = asked ?? [...histories(question, drift)].map((one) => withDriftedFields(one, drift));
    await writePage(file, operation ?? "All runs", found, io);
    if (file.path === "-") return;
  }
  const parts = (): Iterable<SafeText> => {
    if (json === true) return safeJsonList("histories", asked ?? histories(question, drift));
    return asked === undefined
      ? historyTexts(histories(question, drift), text)
      : askedHistoryTexts(asked, field !== undefined, text);
  };
  for (const part of parts()) io.stdout.write(part);
};
