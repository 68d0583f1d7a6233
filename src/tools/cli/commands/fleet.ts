import { once } from "node:events";
import { existsSync } from "node:fs";
import { fleet, type FleetEvent } from "../../../app/fleet.ts";
import { defaultStore } from "../../../app/state-folder.ts";
import { isLoopback } from "../../../harness/model/https-address.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson, type SafeText } from "../../../harness/output/safe-text.ts";
import { historyTexts } from "../../../harness/reporters/drift-history.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import type { JobReport } from "../../fleet/jobs/run-jobs.ts";
import { brokenText, changesText, failedShare, statusText } from "../../fleet/report/fleet-text.ts";
import { createRunProblems } from "../../fleet/report/run-problems.ts";
import type { FleetHistory } from "../../fleet/repository/run-repository.ts";
import { usesColor } from "../color.ts";
import type { CommonOptions } from "../definition.ts";
import type {
  FleetAcceptOptions,
  FleetCheckOptions,
  FleetDriftOptions,
  FleetHistoryOptions,
  FleetImportOptions,
  FleetOptions,
  FleetPauseOptions,
  FleetPlanOptions,
  FleetRunOptions,
  FleetServeOptions,
  FleetStatusOptions,
  FleetWorkOptions,
} from "../definitions/fleet.ts";
import { given } from "../given.ts";
import { type CliIo, lineWidth } from "../io.ts";
import { integerOf } from "../option-values.ts";
import { verdictCodes } from "../verdict-codes.ts";

const colorOf = ({ color }: CommonOptions, io: CliIo): boolean => usesColor(color, io.env, io.stdout);

/** Prints a result: JSON for programs, a text for people, nothing with `--quiet`. */
const print = (
  { json, quiet }: CommonOptions,
  io: CliIo,
  value: unknown,
  text: () => SafeText,
  indent?: number,
): void => {
  if (json === true) io.stdout.write(safeJson(value, indent));
  else if (quiet !== true) io.stdout.write(text());
};

/** `tripact fleet check`: whether the fleet file, the list of organizations and their configurations can be used. */
export const checkFleet = async (options: FleetCheckOptions, io: CliIo): Promise<number> => {
  const { resolve = false } = options;
  const { organizations, failed } = await fleet.check({ ...io, fleet: options.fleet, resolve });
  for (const { organization, problem } of failed)
    for (const one of [problem, ...problem.others])
      io.stderr.write(safe`tripact: ${organization}: ${one.line}\n`);
  const reasons = failed.map(({ organization, problem }) => ({ organization, reason: problem.line }));
  const unresolved = resolve ? "" : "; secrets were not resolved (--resolve)";
  print(
    options,
    io,
    { organizations, failed: reasons },
    () => safe`${plural(organizations, "organization")}, ${failed.length} with problems${unresolved}\n`,
  );
  return failed.length === 0 ? exitCodes.conformant : exitCodes.usage;
};

/** `tripact fleet migrate`: creates the tables or brings them up to date. */
export const migrateFleet = async (options: FleetOptions, io: CliIo): Promise<number> => {
  const migrated = await fleet.migrate({ ...io, fleet: options.fleet });
  print(options, io, migrated, () => safe`${migrated.database} is up to date\n`);
  return exitCodes.conformant;
};

/** `tripact fleet import`: takes over a store of `tripact drift`. */
export const importFleet = async (options: FleetImportOptions, io: CliIo): Promise<number> => {
  const { as, store } = options;
  const path = store ?? defaultStore(io.env);
  const named = { ...io, fleet: options.fleet, ...given({ as }) };
  // The user's own store is empty before the first run.
  const isThere = store !== undefined || existsSync(path);
  const imported = isThere ? await fleet.import({ ...named, store: path }) : [];
  const lines = imported.map(
    ({ target, runs }) =>
      safe`${target.organization} ${target.interface}: ${runs === 0 ? "known already" : plural(runs, "run")}\n`,
  );
  print(options, io, { imported }, () => safe`${lines}`, 2);
  return exitCodes.conformant;
};

/** `tripact fleet plan`: puts in the runs of a day, once however often it is called. */
export const planFleet = async (options: FleetPlanOptions, io: CliIo): Promise<number> => {
  const plan = await fleet.plan({
    ...io,
    fleet: options.fleet,
    ...given({ date: options.date }),
    now: options.now === true,
  });
  const { day, added, organizations } = plan;
  print(
    options,
    io,
    plan,
    () => safe`${day}: ${plural(added, "run")} planned, of ${plural(organizations, "organization")}\n`,
  );
  return exitCodes.conformant;
};

/** `tripact fleet status`: how far a day's runs are; 3 where more failed than the fleet file tolerates. */
export const fleetStatus = async (options: FleetStatusOptions, io: CliIo): Promise<number> => {
  const { tolerated, ...status } = await fleet.status({
    ...io,
    fleet: options.fleet,
    ...given({ date: options.date }),
  });
  const color = colorOf(options, io);
  const text = (): SafeText => safe`${statusText(status, tolerated, color)}${brokenText(status, color)}`;
  print({ ...options, quiet: options.quiet === true && tolerated }, io, status, text, 2);
  return tolerated ? exitCodes.conformant : exitCodes.notJudged;
};

/** `tripact fleet drift`: every open change once, with the organizations that show it. */
export const fleetDrift = async (options: FleetDriftOptions, io: CliIo): Promise<number> => {
  const { organization, operation, fingerprint } = options;
  const { verdict, status, changes } = await fleet.drift({
    ...io,
    fleet: options.fleet,
    ...given({ date: options.date, organization, operation, fingerprint }),
  });
  const breaking = changes.filter(({ group }) => group.severity === "error");
  const shown = options.quiet === true ? breaking : changes;
  const { day, broken } = status;
  const color = colorOf(options, io);
  print(
    { ...options, quiet: shown.length + broken.length === 0 && options.quiet === true },
    io,
    { day, broken, changes },
    () => safe`${brokenText(status, color)}${changesText(shown, color)}`,
    2,
  );
  if (!status.tolerated)
    io.stderr.write(safe`tripact: ${failedShare(status)} (tripact fleet status --date ${day} lists them)\n`);
  return verdictCodes[verdict];
};

/** `tripact fleet history`: all runs of each organization, in the form of `tripact drift --history`. */
export const fleetHistory = async (options: FleetHistoryOptions, io: CliIo): Promise<number> => {
  const { organization, json, quiet = false } = options;
  const text = { color: colorOf(options, io), quiet, lineWidth: lineWidth(io.stdout) };
  const all: FleetHistory[] = [];
  for await (const history of fleet.history({ ...io, fleet: options.fleet, ...given({ organization }) }))
    if (json === true) all.push(history);
    else for (const part of historyTexts([history], text)) io.stdout.write(part);
  if (json === true) io.stdout.write(safeJson({ histories: all }, 2));
  return exitCodes.conformant;
};

/** `tripact fleet accept`: accepts changes, all that are named or none. */
export const acceptFleetDrift = async (
  options: FleetAcceptOptions,
  io: CliIo,
  ...fingerprints: string[]
): Promise<number> => {
  const { everywhere = false, organization, until, note, by } = options;
  const acceptance = await fleet.accept({
    ...io,
    fleet: options.fleet,
    fingerprints,
    everywhere,
    ...given({ organization, until, note, by }),
  });
  const time = until === undefined ? "" : ` until ${until}`;
  const later = everywhere ? ", and wherever it appears" : "";
  const lines = acceptance.accepted.map(({ fingerprint, targets }) => {
    const organizations = new Set(targets.map((one) => one.organization)).size;
    return safe`accepted ${fingerprint}${time} in ${plural(organizations, "organization")}${later}\n`;
  });
  print(options, io, acceptance, () => safe`${lines}`, 2);
  return exitCodes.conformant;
};

/** `tripact fleet pause`. */
export const pauseOrganization = async (
  options: FleetPauseOptions,
  io: CliIo,
  organization = "",
): Promise<number> => {
  await fleet.pause({ ...io, fleet: options.fleet, organization, reason: options.reason });
  print(options, io, { organization, state: "paused" }, () => safe`${organization} is paused\n`);
  return exitCodes.conformant;
};

/** `tripact fleet resume`. */
export const resumeOrganization = async (
  options: FleetOptions,
  io: CliIo,
  organization = "",
): Promise<number> => {
  await fleet.resume({ ...io, fleet: options.fleet, organization });
  print(options, io, { organization, state: "resumed" }, () => safe`${organization} is resumed\n`);
  return exitCodes.conformant;
};

const tokenOf = ({ tokenFrom }: FleetServeOptions, { env }: CliIo): string | undefined => {
  if (tokenFrom === undefined) return undefined;
  const token = env[tokenFrom];
  if (token !== undefined && token !== "") return token;
  throw new UsageError(`the environment variable ${tokenFrom} is not set`, { location: "--token-from" });
};

/** `tripact fleet serve`: the pages of a fleet, until it is stopped. Reads and never writes. */
export const serveFleet = async (options: FleetServeOptions, io: CliIo): Promise<number> => {
  const { host, publicHost } = options;
  const port = integerOf("--port", options.port, 0, 65_535);
  const token = tokenOf(options, io);
  const served = await fleet.serve({
    ...io,
    fleet: options.fleet,
    port,
    host,
    ...given({ publicHost, token }),
  });
  const { origin } = served;
  try {
    if (token === undefined && !isLoopback(host))
      io.stderr.write(
        safe`tripact: everybody who reaches ${origin} can read the fleet's pages. Set a token with --token-from.\n`,
      );
    print(options, io, { origin }, () => safe`${origin}\nServing. Press Ctrl+C to stop.\n`);
    if (!io.signal.aborted) await once(io.signal, "abort");
  } finally {
    await served.close();
  }
  return exitCodes.conformant;
};

/** A line for people, or one of JSON for programs; nothing of it is anybody's data. */
const jobText = (report: JobReport, json: boolean): SafeText => {
  const { job } = report;
  const { organization, day } = job;
  if (report.kind === "put-off") {
    const seconds = Math.ceil(report.ms / 1000);
    if (json) return safeJson({ organization, day, state: "put-off", seconds, reason: report.reason });
    return safe`${organization} ${day} is put off for ${seconds} s: ${report.reason}\n`;
  }
  if (report.kind === "failed") {
    if (json) return safeJson({ organization, day, state: "not-ended", reason: report.reason });
    return safe`${organization} ${day} did not end: ${report.reason}\n`;
  }
  const { result } = report;
  const failure = result.kind === "kept" ? result.failure : undefined;
  const state = result.kind === "kept" ? (failure === undefined ? "done" : "failed") : result.kind;
  const paused = result.kind === "kept" && result.verdicts.paused !== undefined;
  if (json) return safeJson({ organization, day, state, ...failure, ...(paused ? { paused } : {}) });
  const why = failure === undefined ? safe`` : safe`: ${failure.cause}: ${failure.reason}`;
  return safe`${organization} ${day} ${state === "done" ? "is done" : state}${why}${paused ? "; it is paused" : ""}\n`;
};

const slotsOf = ({ slots }: FleetRunOptions): number => integerOf("--slots", slots, 1, 256);

/** `tripact fleet work`: makes the planned runs beside other workers. */
export const workFleet = async (options: FleetWorkOptions, io: CliIo): Promise<number> => {
  const { drain = false, json = false, quiet } = options;
  const run = fleet.work({ ...io, fleet: options.fleet, slots: slotsOf(options), drain });
  for await (const event of run)
    if (event.type === "problem") io.stderr.write(safe`tripact: ${event.message}\n`);
    else if (event.type === "job" && quiet !== true) io.stdout.write(jobText(event.report, json));
  return verdictCodes[(await run.result).verdict];
};

/** `tripact fleet run`: checks every organization that has no run of the day yet, in this process. */
export const runFleet = async (options: FleetRunOptions, io: CliIo): Promise<number> => {
  const run = fleet.run({
    ...io,
    fleet: options.fleet,
    slots: slotsOf(options),
    ...given({ date: options.date }),
  });
  const problems = createRunProblems((text) => io.stderr.write(text));
  const see = (event: FleetEvent): void => {
    if (event.type === "report") problems.onReport(event);
    if (event.type === "wait" && options.quiet !== true) problems.onWait(event);
    if (event.type === "problem") io.stderr.write(safe`tripact: ${event.message}\n`);
  };
  for await (const event of run) see(event);
  problems.end();
  const { verdict, drift } = await run.result;
  if (verdict === "interrupted") io.stderr.write(safe`tripact: interrupted\n`);
  if (drift === undefined) return verdictCodes[verdict];
  const { status, changes } = drift;
  const { tolerated, ...shown } = status;
  const color = colorOf(options, io);
  const text = (): SafeText =>
    safe`${statusText(shown, tolerated, color)}${brokenText(shown, color)}${changesText(changes, color)}`;
  print(options, io, { status: shown, changes }, text, 2);
  return verdictCodes[verdict];
};
