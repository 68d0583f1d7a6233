import { driftOptions, operationHistoryOptions, type HistoryOptions } from "../../../app/options.ts";
import {
  configFile,
  documentReadOnly,
  documentToRead,
  flag,
  outputFile,
  parsed,
  pickDeclared,
  reports,
  storeFile,
  usageFiles,
} from "../options.ts";
import type { DriftEvent, JudgedDrift } from "../../../app/drift.ts";
import { defaultStore, liveFolder } from "../../../core/config/state-folder.ts";
import { version } from "../../../core/model/version.ts";
import { writeFileWhole } from "../../../core/output/write-file.ts";
import { typesPackage } from "../../../builtin/interfaces.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { plural } from "../../../core/output/plural.ts";
import { shellWord } from "../../../core/output/shell-word.ts";
import { safe, safeJson, safeJsonList, safeReport, type SafeText } from "../../../core/output/safe-text.ts";
import type { DriftTextOptions } from "../../../monitoring/report/drift-console.ts";
import {
  picked,
  asked,
  command,
  type CommonOptions,
  type OptionKind,
  type ValuesOf,
  verdictCodes,
} from "../command.ts";
import { type CliIo, isInteractive, lineWidth, type Output, usesColor, environment } from "../io.ts";
import { unset } from "../../../inputs/config-reading.ts";
import { daysOf } from "../option-values.ts";
import {
  appendSummary,
  deliverReports,
  type ReportFile,
  showsExchanges,
  summaryFileOf,
} from "../report-files.ts";
import { acceptCommand } from "./accept-drift.ts";

/** Appends to the step summary, as a report of this format does. */
const github: OptionKind<boolean, false> = {
  ...flag("write annotations for GitHub Actions, and append to the step summary"),
  files(_, { io, before }) {
    const summary = summaryFileOf(io);
    // The command's reports were read before.
    const files = before["report"] as readonly ReportFile[];
    const isKnown = summary === undefined || files.some(({ name }) => name === "github");
    return isKnown ? {} : { outputs: [summary] };
  },
};

const options = {
  config: configFile({
    noneWith: ["openapi"],
    onlyNamedWith: ["exportShape"],
    reading: ({ isGiven }) => ({
      ...documentReadOnly,
      // Nothing is sent, so no credential must be set.
      ...(isGiven("history") ? { standIn: unset, isPlain: true } : {}),
    }),
  }),
  ...documentToRead(),
  store: storeFile("store with the history", { onlyIfThere: ["history", "exportShape"] }),
  ...pickDeclared(driftOptions, "organization", "seed"),
  report: reports(
    "also write a report of the checks, as in tripact check; html adds the history. With --history: html alone",
    { json: false },
  ),
  metrics: outputFile(
    "write metrics for Prometheus, for example into the folder of the textfile collector",
    "the metrics",
  ),
  ...usageFiles(),
  github,
  ...pickDeclared(driftOptions, "issues", "reportUrl", "api"),
  keep: parsed(
    "remove runs older than this from the store, for example 90d; their totals stay",
    "days",
    daysOf,
  ),
  exportShape: outputFile(
    "write the observed shapes, without values, for tripact sandbox --like; send nothing",
    "the shape",
  ),
  history: flag("list all runs, and what each operation did in them; send nothing"),
  ...pickDeclared(operationHistoryOptions, "operation", "field", "since"),
};

type Options = ValuesOf<typeof options>;

/** @throws UsageError for an option that requires another one */
const assertTogether = ({ history, operation, field, since, report: files, json }: Options): void => {
  const alone = Object.entries({ operation, field, since }).find(([, value]) => value !== undefined);
  if (history !== true && alone !== undefined) throw new UsageError("needs --history", { option: alone[0] });
  if (field !== undefined && operation === undefined)
    throw new UsageError("needs --operation", {
      option: "field",
      hint: "for example --operation getContact --field lastGiftDate",
    });
  const [file] = files;
  if (history === true && (files.length > 1 || (file !== undefined && file.name !== "html")))
    throw new UsageError("--history writes one page", {
      option: "report",
      hint: "for example --report html=history.html",
    });
  if (json === true && files.some(({ path }) => path === "-"))
    throw new UsageError("two reports go to standard output", { option: "report", hint: "omit --json" });
};

const textOptions = ({ color, quiet }: CommonOptions, { env }: CliIo, stream: Output): DriftTextOptions => ({
  color: usesColor(color, env, stream) && isInteractive(env, stream),
  quiet: quiet === true,
  lineWidth: lineWidth(stream),
});

const printJudged = async ({ report, checks, reportUrl }: JudgedDrift, options: Options, io: CliIo) => {
  const [
    { driftText },
    { driftSummary, problemAnnotations },
    { driftConcerns, printConcerns },
    { personStream },
  ] = await Promise.all([
    import("../../../monitoring/report/drift-console.ts"),
    import("../../../report/github.ts"),
    import("../concerns.ts"),
    import("../run-console.ts"),
  ]);
  if (checks !== undefined) await deliverReports(options.report, checks, io);
  const stream = personStream(io, options.report);
  if (options.json === true) io.stdout.write(safeJson(report, 2));
  else {
    const { store = "" } = options;
    const acceptOptions = [
      ...(store === defaultStore(io.env) ? [] : [`--store ${shellWord(store)}`]),
      ...(["openapi", "name", "resources"] as const).flatMap((name) => {
        const text = options[name];
        return text === undefined ? [] : [`--${name} ${shellWord(text)}`];
      }),
    ]
      .map((one) => ` ${one}`)
      .join("");
    stream.write(driftText(report, { ...textOptions(options, io, stream), acceptOptions }));
  }
  printConcerns(report.usage, driftConcerns(report), options, stream, io);
  if (options.github !== true) return;
  (options.json === true ? io.stderr : io.stdout).write(safeReport(problemAnnotations(report.problems)));
  await appendSummary(driftSummary(report, { typesPackage, reportUrl }), io);
};

/** Options of the command alone, and of other functions. */
const notOfRun = ["report", "github", "exportShape", "history", "operation", "field", "since"] as const;

const runOnce = async (options: Options, io: CliIo): Promise<number> => {
  const { report: files, store = "" } = options;
  const [{ drift }, { followRun, printUnrestored }, { createProgressLine }] = await Promise.all([
    import("../../../app/verbs.ts"),
    import("../ask.ts"),
    import("../progress-line.ts"),
  ]);
  const line = createProgressLine(options, io);
  const see = (event: DriftEvent): void | Promise<void> => {
    switch (event.type) {
      case "drift-judged":
        return printJudged(event, options, io);
      case "issues-updated": {
        const { name, opened, updated, reopened, closed } = event;
        const counts = `${opened} opened, ${updated} updated, ${reopened} reopened, ${closed} closed`;
        return io.stderr.write(safe`tripact: ${name}: ${counts}\n`);
      }
      case "problem":
        return io.stderr.write(safe`tripact: ${event.message}\n`);
      default:
        return line.see(event);
    }
  };
  const run = drift({
    ...asked(options, io, ...notOfRun),
    store,
    stateFolder: liveFolder(io.env),
    withHistory: files.some(({ name }) => name === "html"),
    exchanges: showsExchanges(files),
  });
  const outcome = await followRun(run, see, options, io);
  printUnrestored(outcome, options, io);
  return verdictCodes[outcome.verdict];
};

const printHistory = async (options: Options, io: CliIo): Promise<number> => {
  const { operation, field, json, report: files } = options;
  const { driftHistory, operationHistory } = await import("../../../app/verbs.ts");
  const { historyTexts } = await import("../../../monitoring/report/drift-history.ts");
  const wanted = {
    ...environment(io),
    ...picked(options, "store", "organization", "since", "config", "openapi", "name", "resources"),
  };
  // One at a time, because a store may hold many organizations.
  const list = (more: HistoryOptions = {}) => driftHistory({ ...wanted, ...more });
  const asked =
    operation === undefined
      ? undefined
      : await operationHistory({ ...wanted, ...picked(options, "field"), operation });
  const [file] = files;
  if (file !== undefined) {
    const { htmlHistory } = await import("../../../report/html/history.ts");
    const { loadPageAssets } = await import("../../../report/html/assets.ts");
    const shown = asked ?? (await Array.fromAsync(await list({ driftedFields: true })));
    const tool = { name: "tripact", version: version() };
    const page = htmlHistory(operation ?? "All runs", shown, tool, loadPageAssets());
    if (file.path !== "-") await writeFileWhole(file.path, page);
    else {
      io.stdout.write(safeReport(page));
      return 0;
    }
  }
  const style = textOptions(options, io, io.stdout);
  const parts = async (): Promise<Iterable<SafeText> | AsyncIterable<SafeText>> => {
    if (json === true) return safeJsonList("histories", asked ?? (await list()));
    if (asked === undefined) return historyTexts(await list(), style);
    return historyTexts(asked, style, field === undefined ? "operation" : "fields");
  };
  for await (const part of await parts()) io.stdout.write(part);
  return 0;
};

const writeShape = async (file: string, options: Options, io: CliIo): Promise<number> => {
  const { exportShape } = await import("../../../app/verbs.ts");
  const from = picked(options, "store", "organization", "config");
  const { answers, settings } = await exportShape({ ...environment(io), ...from, file });
  if (options.quiet !== true)
    io.stdout.write(
      safe`wrote ${file}: ${plural(answers, "kind")} of answers, ${plural(settings, "setting")}\n`,
    );
  return 0;
};

/** `tripact drift`: a read-only run against live targets, compared with the OpenAPI documents and with earlier runs. */
export const driftCommand = command({
  name: "drift",
  summary: "report what changed on live targets since the last run",
  description:
    "Reads live targets within their budget, never writes, and compares the answers with the OpenAPI documents " +
    "and with earlier runs in the store. The first run records how the target answers.",
  options,
  commands: [acceptCommand],
  run(given: Options, io) {
    assertTogether(given);
    if (given.exportShape !== undefined) return writeShape(given.exportShape, given, io);
    return given.history === true ? printHistory(given, io) : runOnce(given, io);
  },
});
