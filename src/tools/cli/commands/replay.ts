import { randomUUID } from "node:crypto";
import { interfaceNames, isInterfaceName, type InterfaceName } from "../../../contract/interface-name.ts";
import { emptyBaseline } from "../../../harness/config/baseline.ts";
import type { Config } from "../../../harness/config/config.ts";
import type { Check } from "../../../harness/model/check.ts";
import type { Finding } from "../../../harness/model/finding.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { isLeftChanged } from "../../../harness/model/write-summary.ts";
import { printable } from "../../../harness/output/escape.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { joinSafe, safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { suggestionHint } from "../../../harness/output/suggest.ts";
import { hang } from "../../../harness/output/wrap.ts";
import { createMask } from "../../../harness/privacy/mask.ts";
import { type AnsweredAgain, askAgain, exitCodeOfAnswer } from "../../../harness/runner/ask-again.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import type { Target } from "../../../harness/runner/target.ts";
import { againText } from "../again-text.ts";
import { usesColor } from "../color.ts";
import type { ReplayOptions as Options } from "../definitions/replay.ts";
import { orSandbox } from "../../../app/config-reading.ts";
import { assertNamesTarget, findConfig } from "../find-config.ts";
import { type CliIo, lineWidth } from "../io.ts";
import { loadJudgingParts } from "../../../app/judging-parts.ts";
import { listOf } from "../option-values.ts";
import { narrowTarget } from "../../../app/narrow-target.ts";
import { isLive, openTarget } from "../../../app/open-target.ts";
import { plantedFaults } from "../../../app/planted-faults.ts";
import { type FindingsReport, readFindings, type ReportedChange } from "../../../app/read-report.ts";
import { type ChangeOrder, replayChange } from "../replay-change.ts";
import { reportNotRestored, reportOpenWrites, whileAsked } from "../report-writes.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import { suite } from "../../../app/suite.ts";
import { changedIn } from "../../../app/target-run.ts";
import { version } from "../../../app/version.ts";
import { watchProgress } from "../watch-progress.ts";

/** A finding of a report, the check that made it, and the interfaces that its requests go to. */
interface Order {
  readonly finding: Finding;
  readonly check: Check;
  readonly interfaces: readonly InterfaceName[];
  readonly run: FindingsReport["run"];
}

const checkOf = (id: string, location: string): Check => {
  const check = suite.checks.find((one) => one.id === id);
  if (check === undefined)
    throw new UsageError(`this version has no check ${printable(id)}`, {
      location,
      hint: "run the check again, and replay a finding of its report",
    });
  return check;
};

/** A check that names no interface asks several. */
const interfacesOf = (finding: Finding, checks: readonly Check[]): readonly InterfaceName[] => {
  const named = new Set(checks.flatMap(({ interfaces }) => interfaces));
  const isAll = checks.some(({ interfaces }) => interfaces.length === 0);
  return interfaceNames.filter((name) => isAll || named.has(name) || name === finding.interface);
};

/** The change of a fingerprint; of a group of them the one that weighs most. */
const changeOf = (
  fingerprint: string,
  results: NonNullable<FindingsReport["results"]>,
): ReportedChange | undefined => {
  const group = results.flatMap(({ groups = [] }) => groups).find((one) => one.fingerprint === fingerprint);
  const [wanted = fingerprint] = group?.changes ?? [];
  return results.flatMap(({ drift }) => drift).find((one) => one.fingerprint === wanted);
};

/** @throws UsageError when there is no such report, or neither a finding nor a change of that fingerprint in it. */
const takeOrder = async (
  fingerprint: string,
  { report: file }: Options,
  io: CliIo,
): Promise<Order | ChangeOrder> => {
  if (file === undefined)
    throw new UsageError("names no report", {
      location: "--report",
      hint: "give the JSON report that has the finding; tripact check --report json=FILE writes one",
    });
  const { findings, run, results = [] } = await readFindings(file, io);
  const finding = findings.find((one) => one.fingerprint === fingerprint);
  if (finding === undefined) {
    const known = findings.map((one) => one.fingerprint);
    const change = changeOf(fingerprint, results);
    if (change !== undefined) return { change, seed: run.seed };
    throw new UsageError(`no finding has the fingerprint ${printable(fingerprint)}`, {
      location: file,
      hint: suggestionHint(fingerprint, known) ?? `the report has ${plural(known.length, "finding")}`,
    });
  }
  const check = checkOf(finding.check, file);
  const asking = (finding.steps ?? []).map((step) => checkOf(step.check, file));
  // What only feeds a passive check does not count by its own interfaces.
  const interfaces = interfacesOf(finding, check.effect === "passive" ? asking : [check, ...asking]);
  return { finding, check, interfaces, run };
};

/** @throws UsageError when the report is of another target than the embedded sandbox, and no configuration names one. */
const assertSameKind = async ({ run }: Order, config: Config | undefined): Promise<void> => {
  if (isLive(config)) return;
  const { inProcessOrigin } = await import("../../../sandbox/sandbox.ts");
  const addresses = Object.values(run.targets ?? {});
  const isEmbedded = addresses.length > 0 && addresses.every((one) => one.startsWith(`${inProcessOrigin}/`));
  if (isEmbedded) return;
  throw new UsageError("the finding is of a target that no configuration names", {
    location: "--config",
    hint: "name the configuration of the run",
  });
};

/** So many other findings are named. */
const fewOthers = 3;

/** Other findings of the same check that the requests have shown. */
const othersIn = ({ footer }: AnsweredAgain, { fingerprint, check }: Finding): readonly Finding[] =>
  footer?.report.findings.filter((one) => one.check === check && one.fingerprint !== fingerprint) ?? [];

const answerText = (
  answered: AnsweredAgain,
  { finding }: Order,
  target: Target,
  options: Options,
  io: CliIo,
): SafeText => {
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const width = lineWidth(io.stdout);
  const { state, footer } = answered;
  const address = target.kind === "embedded" ? "the embedded sandbox" : target.baseUrls[finding.interface];
  const location = `${finding.interface} ${finding.request ?? finding.operation} ${finding.pointer}`.trim();
  const back = footer?.report.run.writes?.records.filter((one) => !isLeftChanged(one)) ?? [];
  const parts = [
    plural(target.requests(), "request"),
    ...(back.length === 0 ? [] : [`put back ${back.map(({ record }) => record).join(", ")}`]),
  ];
  const others = state === "gone" ? othersIn(answered, finding).slice(0, fewOthers) : [];
  const now = footer?.report.findings.find((one) => one.fingerprint === finding.fingerprint) ?? finding;
  return joinSafe(
    [
      hang(safe`${palette.strong(finding.fact)} `, now.message, width),
      hang(safe`  `, `at ${location} → ${address ?? ""}`, width),
      ...others.map((one) => hang(safe`  `, `found instead: ${one.message} (${one.fingerprint})`, width)),
      againText(answered, parts, palette, width),
    ],
    "",
  );
};

const answerJson = (answered: AnsweredAgain, { finding }: Order, target: Target) => ({
  fingerprint: finding.fingerprint,
  fact: finding.fact,
  check: finding.check,
  state: answered.state,
  ...(answered.reason === undefined ? {} : { reason: answered.reason }),
  others: othersIn(answered, finding).map(({ fingerprint }) => fingerprint),
  requests: target.requests(),
  ...(answered.footer?.report.run.writes === undefined ? {} : { writes: answered.footer.report.run.writes }),
});

/**
 * `tripact replay`: asks a target for one finding of a report again.
 * @throws UsageError before anything is sent, if the report, the fingerprint or the configuration is invalid.
 */
export const replay = async (options: Options, io: CliIo, fingerprint = ""): Promise<number> => {
  const order = await takeOrder(fingerprint, options, io);
  if ("change" in order) return replayChange(order, options, io);
  const faults = await plantedFaults(listOf(options.fault));
  if (faults.length > 0 && options.config !== undefined)
    throw new UsageError("faults can be planted in the embedded sandbox only", {
      location: "--fault",
      hint: "omit --config",
    });
  const config = faults.length === 0 ? await findConfig(options.config, io, orSandbox) : undefined;
  assertNamesTarget(options.config, config);
  await assertSameKind(order, config);
  const { seed, sampled = false, turn, turns, portions } = order.run;
  const opened = await openTarget(config, seed, io.clock, liveFolder(io.env), faults);
  const { live, clock } = opened;
  try {
    if (live !== undefined && reportOpenWrites(live, options, io)) return exitCodes.stopped;
    const narrow = narrowTarget(opened.target, order.interfaces.filter(isInterfaceName));
    const watched = watchProgress(narrow, [order.check], options, io);
    const parts = await loadJudgingParts();
    const ask = (): Promise<AnsweredAgain> =>
      askAgain(
        {
          finding: order.finding,
          check: order.check,
          sampled,
          ...(turn === undefined ? {} : { turn }),
          ...(turns === undefined ? {} : { turns }),
          ...(portions === undefined ? {} : { portions }),
        },
        {
          ...parts,
          target: watched.target,
          seed,
          version: version(),
          clock,
          nonce: randomUUID,
          baseline: emptyBaseline(),
          mask: createMask(),
          signal: io.signal,
        },
        watched.see,
      );
    const answered = await (live === undefined ? ask() : whileAsked(changedIn(live), options, io, ask));
    if (answered.footer !== undefined) reportNotRestored(answered.footer.report, options, io);
    if (options.json === true) io.stdout.write(safeJson(answerJson(answered, order, narrow), 2));
    else io.stdout.write(answerText(answered, order, narrow, options, io));
    return exitCodeOfAnswer(answered);
  } finally {
    await opened.target.close();
  }
};
