import { checkOptions, type CheckOptions } from "../../../app/options.ts";
import {
  configFile,
  declared,
  documentReading,
  documentTarget,
  flag,
  outputFile,
  parsed,
  pickDeclared,
  reports,
  storeFile,
  usageFiles,
  writesOf,
} from "../options.ts";
import { orSandbox } from "../../../inputs/config-reading.ts";
import { interfaceNames } from "../../../builtin/interface-name.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import { reportFormats } from "../../../report/report-formats.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { plural } from "../../../core/output/plural.ts";
import { printable } from "../../../core/output/escape.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import type { Estimate, RequestCounts } from "../../../core/run/dry-run.ts";
import type { CheckResult } from "../../../app/check.ts";
import { asked, type CommonOptions, command, type ValuesOf } from "../command.ts";
import type { CliIo } from "../io.ts";
import { showsExchanges } from "../report-files.ts";
import { shardOf } from "../option-values.ts";

const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

const options = {
  config: configFile({
    reading: { ...orSandbox, ...documentReading },
    noneWithFaults: true,
    noneWith: ["openapi"],
  }),
  ...documentTarget(),
  ...pickDeclared(checkOptions, "interfaces", "facts", "checks", "seed"),
  shard: parsed("run only part i of n, for parallel jobs", "i/n", (_, value) => shardOf(value)),
  ...pickDeclared(checkOptions, "failOn", "minFacts", "require"),
  writeBaseline: outputFile(
    "write the findings of this run to a baseline; if the configuration names it, they fail no later run",
    "the new baseline",
    { role: "baseline" },
  ),
  all: flag("with documents of your own: print every problem, not only what fits on a screen"),
  deep: declared(checkOptions.deep),
  dryRun: flag("print what the run would request and cost; send nothing"),
  resume: declared(checkOptions.resume),
  store: storeFile("file that keeps a run that was cut short, and what was tried", { ifConfigured: true }),
  faults: declared(checkOptions.faults),
  ...usageFiles(),
  report: reports(`also write a report: ${oneOf(reportFormats)}=FILE; - is standard output`),
};

type Options = ValuesOf<typeof options>;

const kindsOf = ({ read, write, token }: RequestCounts): string =>
  [plural(read, "read"), plural(write, "write"), ...(token === 0 ? [] : [plural(token, "token call")])].join(
    ", ",
  );

const factsText = ({ facts: { reached, notReached } }: Estimate): SafeText => {
  const reasons = new Map<string, string[]>();
  for (const { id, reason } of notReached) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  const rest = [...reasons].map(([reason, ids]) => safe`           ${reason}: ${ids.join(" ")}\n`);
  return safe`facts      ${reached.length} of ${reached.length + notReached.length} would be reached\n${rest}`;
};

const budgetText = ({ budget, total }: Estimate): SafeText => {
  const { maxRequests, perHour, usedThisHour } = budget;
  const used = usedThisHour === 0 ? "" : ` (${usedThisHour} already used)`;
  const limits = [
    ...(maxRequests === undefined ? [] : [`${total} of ${maxRequests} a run`]),
    ...(perHour === undefined ? [] : [`${total + usedThisHour} of ${perHour} an hour${used}`]),
  ];
  if (limits.length === 0) return safe``;
  const end = budget.fits ? "fits" : "does not fit; the run would be cut short";
  return safe`budget     ${limits.join(", ")}: ${end}\n`;
};

/** Maximum number of checks listed; JSON has all of them. */
const mostListed = 10;

const listOf = (counts: readonly (readonly [name: string, count: number])[]): readonly SafeText[] => {
  const width = Math.max(0, ...counts.map(([name]) => name.length));
  return counts.map(([name, count]) => safe`  ${name.padEnd(width)}  ${count}\n`);
};

/** The plan and cost of a run, for people. */
const estimateText = (estimate: Estimate): SafeText => {
  const { checks, operations, puttingBack, seconds, total } = estimate;
  const interfaces = interfaceNames.flatMap((name) => {
    const requests = estimate.interfaces[name];
    return requests === undefined ? [] : [safe`${name.padEnd(10)} ${kindsOf(requests)}\n`];
  });
  const journal =
    puttingBack === 0 ? "" : safe`journal    ${plural(puttingBack, "request")} to restore records\n`;
  const most = Object.entries(checks).slice(0, mostListed);
  const pace = seconds === 0 ? "" : `, ${plural(seconds, "second")} at the allowed pace`;
  const others = Object.keys(checks).length - most.length;
  const title =
    others === 0 ? "checks" : `the ${mostListed} checks that ask most, of ${most.length + others}`;
  return safe`An estimate from a run against the embedded sandbox, with this configuration.
Your target's data may need more requests or fewer. Nothing was sent.

${interfaces}${journal}
${listOf(Object.entries(operations))}
${title}
${listOf(most)}
in all     ${plural(total, "request")}${pace}
${budgetText(estimate)}${factsText(estimate)}`;
};

/** Prints the requests and cost of the run. */
const printEstimate = async (asked: CheckOptions, { json }: CommonOptions, io: CliIo): Promise<number> => {
  const { estimate } = await import("../../../app/verbs.ts");
  const plan = await estimate(asked);
  io.stdout.write(json === true ? safeJson({ seed: asked.seed, ...plan }) : estimateText(plan));
  return 0;
};

/** What `--resume` and `--write-baseline` kept, or why they could not. */
const printKept = (
  { resumable, baselineWritten, report }: CheckResult,
  { json, quiet, writeBaseline = "" }: Omit<Options, "report">,
  { stderr }: CliIo,
): void => {
  if (resumable === true && json !== true && quiet !== true)
    stderr.write(safe`tripact: repeat the command with --resume to continue\n`);
  if (typeof resumable === "object")
    stderr.write(safe`tripact: the store cannot keep this run for --resume: ${resumable.reason}\n`);
  const name = `the new baseline ${printable(writeBaseline)}`;
  if (baselineWritten === false)
    stderr.write(safe`tripact: ${name} was not written: the run is incomplete\n`);
  if (baselineWritten === true)
    stderr.write(
      safe`tripact: ${plural(report.findings.length, "finding")} written to ${name}; name it under baseline in the configuration\n`,
    );
};

/** @throws UsageError for mutually exclusive options */
const assertTogether = ({ dryRun, resume }: Omit<Options, "report">, hasReport: boolean): void => {
  if (dryRun === true && hasReport)
    throw new UsageError("a dry run has no report", { option: "report", hint: "omit it, or use --json" });
  if (dryRun === true && resume === true)
    throw new UsageError("a dry run cannot be resumed", {
      option: "resume",
      hint: "omit `resume` or `dryRun`",
    });
};

/** `tripact check`: checks a target, or the embedded sandbox, against the facts. */
export const checkCommand = command({
  name: "check",
  summary: "check a target, or the embedded sandbox, against the facts",
  description:
    "Checks a target against every fact of the three interfaces, or of your own OpenAPI document, and reports " +
    "violations. Without a configuration it checks the embedded sandbox, in process.",
  options,
  async run({ report: files, ...given }: Options, io) {
    assertTogether(
      given,
      files.some(({ asked }) => asked !== "json=-"),
    );
    const order: CheckOptions = {
      ...asked(given, io, "all", "dryRun", "writes", "noWrites"),
      ...writesOf(given),
      exchanges: showsExchanges(files),
      ...(given.config === undefined && given.openapi === undefined
        ? {}
        : { stateFolder: liveFolder(io.env) }),
    };
    if (given.dryRun === true) return printEstimate(order, given, io);
    const [{ check }, { followCheck }] = await Promise.all([
      import("../../../app/verbs.ts"),
      import("../ask.ts"),
    ]);
    const { result, code } = await followCheck(check(order), files, given, io);
    printKept(result, given, io);
    return code;
  },
});
