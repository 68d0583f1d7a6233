import { fleetOptions } from "../../../monitoring/fleet/options.ts";
import { declared, pickDeclared, storeFile, textOption } from "../options.ts";
import { once } from "node:events";
import type { FleetEvent } from "../../../monitoring/fleet/fleet.ts";
import { isLoopback } from "../../../core/model/https-address.ts";
import { defaultStore } from "../../../core/config/state-folder.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { plural } from "../../../core/output/plural.ts";
import { exitCodes } from "../../../core/run/exit-code.ts";
import { safe, safeJson, safeJsonList, type SafeText } from "../../../core/output/safe-text.ts";
import type { JobReport } from "../../../monitoring/fleet/jobs/run-jobs.ts";
import { asked, command, type CommandGroup, type CommonOptions, verdictCodes } from "../command.ts";
import { type CliIo, lineWidth, usesColor } from "../io.ts";

const load = async () => (await import("../../../app/fleet.ts")).fleet;
const loadTexts = () => import("../../../monitoring/fleet/report/fleet-text.ts");

const fleetFile = declared({ ...fleetOptions.check.fleet, usual: "fleet.yaml" });

const colorOf = ({ color }: CommonOptions, io: CliIo): boolean => usesColor(color, io.env, io.stdout);

/** Prints a result: JSON for programs, text for people, nothing with `--quiet`. */
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

/** `tripact fleet check`: whether the fleet file, the list of organizations and their configurations are valid. */
const checkCommand = command({
  name: "check",
  summary: "check the fleet file",
  description:
    "Reads the fleet file, the list of organizations and the configuration of each, and sends nothing. Secrets are not " +
    "resolved without --resolve.",
  options: {
    fleet: fleetFile,
    resolve: declared(fleetOptions.check.resolve),
  },
  async run(options, io) {
    const fleet = await load();
    const { resolve = false } = options;
    const { organizations, notes, failed } = await fleet.check(asked(options, io));
    for (const note of notes) io.stderr.write(safe`tripact: ${note}\n`);
    for (const { organization, problem } of failed)
      for (const one of [problem, ...problem.others])
        io.stderr.write(safe`tripact: ${organization}: ${one.line}\n`);
    const reasons = failed.map(({ organization, problem }) => ({ organization, reason: problem.line }));
    const unresolved = resolve ? "" : "; secrets were not resolved (--resolve)";
    print(
      options,
      io,
      { organizations, notes, failed: reasons },
      () => safe`${plural(organizations, "organization")}, ${failed.length} with problems${unresolved}\n`,
    );
    return failed.length === 0 ? exitCodes.conformant : exitCodes.usage;
  },
});

/** `tripact fleet migrate`: creates or updates the tables. */
const migrateCommand = command({
  name: "migrate",
  summary: "create or update the tables",
  description: "Creates the tables of the database, or updates them. Safe to run several times at once.",
  options: { fleet: fleetFile },
  async run(options, io) {
    const fleet = await load();
    const migrated = await fleet.migrate(asked(options, io));
    print(options, io, migrated, () => safe`${migrated.database} is up to date\n`);
    return 0;
  },
});

/** `tripact fleet import`: imports a store of `tripact drift`. */
const importCommand = command({
  name: "import",
  summary: "import the store of tripact drift",
  description:
    "Imports the history and the acceptances of every organization from a store of tripact drift. Keeps what the " +
    "fleet already has, so the same store may be imported again.",
  options: {
    fleet: fleetFile,
    store: storeFile("the store"),
    as: declared(fleetOptions.import.as),
  },
  async run(options, io) {
    const fleet = await load();
    const imported = await fleet.import({
      ...asked(options, io),
      store: options.store ?? defaultStore(io.env),
    });
    const lines = imported.map(
      ({ target, runs }) =>
        safe`${target.organization} ${target.interface}: ${runs === 0 ? "known already" : plural(runs, "run")}\n`,
    );
    print(options, io, { imported }, () => safe`${lines}`, 2);
    return 0;
  },
});

/** `tripact fleet plan`: plans the runs of a day, each once however often it is called. */
const planCommand = command({
  name: "plan",
  summary: "plan the runs of a day",
  description:
    "Plans the runs of a day that have not ended, for workers on PostgreSQL: each organization at its own minute of " +
    "the window. Plans no run twice.",
  options: {
    fleet: fleetFile,
    ...pickDeclared(fleetOptions.plan, "date", "now"),
  },
  async run(options, io) {
    const fleet = await load();
    const plan = await fleet.plan(asked(options, io));
    const { day, added, pending, organizations } = plan;
    if (pending === 0)
      io.stderr.write(safe`tripact: nothing was planned: every run of ${day} has ended, or is paused\n`);
    print(
      options,
      io,
      plan,
      () => safe`${day}: ${plural(added, "run")} planned, of ${plural(organizations, "organization")}\n`,
    );
    return 0;
  },
});

/** `tripact fleet status`: progress of a day's runs; exit code 3 unless enough of them succeeded. */
const statusCommand = command({
  name: "status",
  summary: "show the progress of a day's runs",
  description:
    "Shows how many runs of a day are done, failed and waiting, and why runs failed. Exits with 3 while the day is not " +
    "over, and if more of its runs failed, or did not end in the window, than the fleet file tolerates.",
  options: { fleet: fleetFile, date: declared(fleetOptions.status.date) },
  async run(options, io) {
    const [fleet, { statusText, withoutVerdict }] = await Promise.all([load(), loadTexts()]);
    const status = await fleet.status(asked(options, io));
    const { tolerated, ...shown } = status;
    const color = colorOf(options, io);
    const text = (): SafeText => statusText(status, color);
    print({ ...options, quiet: options.quiet === true && tolerated }, io, shown, text, 2);
    const why = withoutVerdict(status);
    if (why !== undefined) io.stderr.write(safe`tripact: ${why}\n`);
    return tolerated ? exitCodes.conformant : exitCodes.notJudged;
  },
});

/** `tripact fleet drift`: every open problem once, with the organizations that have it. */
const driftCommand = command({
  name: "drift",
  summary: "list what changed, and for how many organizations",
  description:
    "Lists every open problem once, with the organizations that show it. Exits with 1 if one is an error, and with 3 " +
    "while the day is not over, and if more of its runs failed, or did not end in the window, than the fleet file " +
    "tolerates.",
  options: {
    fleet: fleetFile,
    ...pickDeclared(fleetOptions.drift, "date", "organization", "operation", "fingerprint"),
  },
  async run(options, io) {
    const [fleet, { withoutVerdict, problemsText }] = await Promise.all([load(), loadTexts()]);
    const { verdict, status, problems, changes } = await fleet.drift(asked(options, io));
    const failing = problems.filter(({ problem }) => problem.severity === "error");
    const shown = options.quiet === true ? failing : problems;
    const { day } = status;
    print(
      { ...options, quiet: shown.length === 0 && options.quiet === true },
      io,
      { day, problems, changes },
      () => problemsText(shown, { day, color: colorOf(options, io), lineWidth: lineWidth(io.stdout) }),
      2,
    );
    const why = withoutVerdict(status);
    if (why !== undefined)
      io.stderr.write(safe`tripact: ${why} (tripact fleet status --date ${day} lists them)\n`);
    return verdictCodes[verdict];
  },
});

/** `tripact fleet history`: all runs of each organization, in the form of `tripact drift --history`. */
const historyCommand = command({
  name: "history",
  summary: "list the runs of organizations",
  description: "Lists all runs of each organization, and what each operation did in them.",
  options: { fleet: fleetFile, organization: declared(fleetOptions.history.organization) },
  async run(options, io) {
    const [fleet, { historyTexts }] = await Promise.all([
      load(),
      import("../../../monitoring/report/drift-history.ts"),
    ]);
    const { json, quiet = false } = options;
    const text = { color: colorOf(options, io), quiet, lineWidth: lineWidth(io.stdout) };
    const histories = fleet.history(asked(options, io));
    const parts = json === true ? safeJsonList("histories", histories) : historyTexts(histories, text);
    for await (const part of parts) io.stdout.write(part);
    return 0;
  },
});

/** `tripact fleet accept`: accepts changes; either all that are named or none. */
const acceptCommand = command({
  name: "accept",
  summary: "accept intended changes",
  description:
    "Accepts changes wherever they are open now. From then on they are normal there, and going back is drift.",
  operands: [{ name: "<fingerprint...>", text: "fingerprints that tripact fleet drift has listed" }],
  options: {
    fleet: fleetFile,
    ...pickDeclared(fleetOptions.accept, "organization", "everywhere", "until", "note", "by"),
  },
  async run(options, io, ...fingerprints) {
    const fleet = await load();
    const { everywhere = false, until } = options;
    const acceptance = await fleet.accept({ ...asked(options, io), fingerprints });
    const time = until === undefined ? "" : ` until ${until}`;
    const later = everywhere ? ", and wherever it appears" : "";
    const lines = acceptance.accepted.map(({ fingerprint, targets }) => {
      const organizations = new Set(targets.map((one) => one.organization)).size;
      return safe`accepted ${fingerprint}${time} in ${plural(organizations, "organization")}${later}\n`;
    });
    print(options, io, acceptance, () => safe`${lines}`, 2);
    return 0;
  },
});

const pauseCommand = command({
  name: "pause",
  summary: "stop checking an organization",
  description: "Stops checking an organization until you resume it.",
  operands: [{ name: "<organization>", text: "its name" }],
  options: {
    fleet: fleetFile,
    reason: declared(fleetOptions.pause.reason),
  },
  async run(options, io, organization = "") {
    const fleet = await load();
    await fleet.pause({ ...asked(options, io), organization });
    print(options, io, { organization, state: "paused" }, () => safe`${organization} is paused\n`);
    return 0;
  },
});

const resumeCommand = command({
  name: "resume",
  summary: "check a paused organization again",
  description: "Resumes an organization that was paused by hand or after failed runs.",
  operands: [{ name: "<organization>", text: "its name" }],
  options: { fleet: fleetFile },
  async run(options, io, organization = "") {
    const fleet = await load();
    await fleet.resume({ ...asked(options, io), organization });
    print(options, io, { organization, state: "resumed" }, () => safe`${organization} is resumed\n`);
    return 0;
  },
});

const tokenOf = ({ tokenFrom }: { readonly tokenFrom?: string }, { env }: CliIo): string | undefined => {
  if (tokenFrom === undefined) return undefined;
  const token = env[tokenFrom];
  if (token !== undefined && token !== "") return token;
  throw new UsageError(`the environment variable ${tokenFrom} is not set`, { location: "--token-from" });
};

/** `tripact fleet serve`: serves the pages of a fleet until it is stopped. Only reads. */
const serveCommand = command({
  name: "serve",
  summary: "serve the pages of the fleet",
  description:
    "Serves pages of the day's runs, changes, organizations, operations and work, with /metrics for Prometheus, " +
    "/healthz and /readyz. Never writes; shows no value of a record and no secret.",
  options: {
    fleet: fleetFile,
    port: declared({ ...fleetOptions.serve.port, usual: 4174 }),
    ...pickDeclared(fleetOptions.serve, "host", "publicHost"),
    tokenFrom: textOption("environment variable with the token that every reader sends", "variable"),
  },
  async run(options, io) {
    const fleet = await load();
    const { host } = options;
    const token = tokenOf(options, io);
    const served = await fleet.serve({
      ...asked(options, io, "tokenFrom"),
      ...(token === undefined ? {} : { token }),
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
    return 0;
  },
});

/** A line for people, or a line of JSON for programs, without personal data. */
const jobText = (report: JobReport, json: boolean): SafeText => {
  const { job } = report;
  const { organization, day } = job;
  if (report.kind === "put-off") {
    const seconds = Math.ceil(report.ms / 1000);
    if (json)
      return safeJson({ organization, day, state: "put-off", seconds, reason: report.failure.reason });
    return safe`${organization} ${day} is put off for ${seconds} s: ${report.failure.reason}\n`;
  }
  if (report.kind === "failed") {
    if (json) return safeJson({ organization, day, state: "not-ended", reason: report.reason });
    return safe`${organization} ${day} did not end: ${report.reason}\n`;
  }
  const { result } = report;
  const failure = result.kind === "kept" ? result.failure : undefined;
  const state = result.kind === "kept" ? (failure === undefined ? "done" : "failed") : result.kind;
  const paused = result.kind === "kept" && result.paused !== undefined;
  if (json) return safeJson({ organization, day, state, ...failure, ...(paused ? { paused } : {}) });
  const why = failure === undefined ? safe`` : safe`: ${failure.cause}: ${failure.reason}`;
  return safe`${organization} ${day} ${state === "done" ? "is done" : state}${why}${paused ? "; it is paused" : ""}\n`;
};

/** `tripact fleet work`: executes the planned runs together with other workers. */
const workCommand = command({
  name: "work",
  summary: "run planned jobs alongside other workers",
  description:
    "Carries out the planned runs, beside any number of other workers, and plans every day by the schedule of the fleet " +
    "file. With --drain it ends when no run is left, and exits with 0 even if runs failed; tripact fleet status exits " +
    "with 3 if too many failed.",
  options: { fleet: fleetFile, ...pickDeclared(fleetOptions.work, "slots", "drain") },
  async run(options, io) {
    const fleet = await load();
    const { json = false, quiet } = options;
    const run = fleet.work(asked(options, io));
    for await (const event of run)
      if (event.type === "problem") io.stderr.write(safe`tripact: ${event.message}\n`);
      else if (event.type === "job" && quiet !== true) io.stdout.write(jobText(event.report, json));
    return verdictCodes[(await run.result).verdict];
  },
});

const nothingLeft = ({ day, timezone }: { readonly day: string; readonly timezone: string }): SafeText =>
  safe`tripact: no organization was checked: every run of ${day} has ended, or is paused; the next day begins at midnight, ${timezone}\n`;

/** `tripact fleet run`: checks every organization that has no run of the day yet, in this process. */
const runCommand = command({
  name: "run",
  summary: "check every organization once, in this process",
  description:
    "Checks every organization that has no run of the day yet, several at once, and lists what changed. After an " +
    "interruption, the next run checks the rest, and again those whose run failed before it sent anything, such as for " +
    "an unset variable.",
  options: {
    fleet: fleetFile,
    ...pickDeclared(fleetOptions.run, "date", "slots", "noWait"),
  },
  async run(options, io) {
    const [fleet, { withoutVerdict, problemsText, statusText }, { createDayProblems: createRunProblems }] =
      await Promise.all([load(), loadTexts(), import("../../../monitoring/fleet/report/run-problems.ts")]);
    const run = fleet.run(asked(options, io));
    const problems = createRunProblems((text) => io.stderr.write(text));
    const seeJob = (report: JobReport): void => {
      if (report.kind !== "put-off") return;
      const { job, ms, failure } = report;
      problems.onWait({ organization: job.organization, ms, ...failure });
    };
    const see = (event: FleetEvent): void => {
      if (event.type === "report") problems.onReport(event);
      if (event.type === "wait" && options.quiet !== true) problems.onWait(event);
      if (event.type === "job" && options.quiet !== true) seeJob(event.report);
      if (event.type === "nothing-left") io.stderr.write(nothingLeft(event));
      if (event.type === "problem") io.stderr.write(safe`tripact: ${event.message}\n`);
    };
    for await (const event of run) see(event);
    problems.end();
    const { verdict, drift } = await run.result;
    if (verdict === "interrupted") io.stderr.write(safe`tripact: interrupted\n`);
    if (drift === undefined) return verdictCodes[verdict];
    const { status, problems: open, changes } = drift;
    const { tolerated: _, ...shown } = status;
    const color = colorOf(options, io);
    const text = (): SafeText =>
      safe`${statusText(status, color)}${problemsText(open, { day: shown.day, color, lineWidth: lineWidth(io.stdout) })}`;
    print(options, io, { status: shown, problems: open, changes }, text, 2);
    const why = withoutVerdict(status);
    if (why !== undefined) io.stderr.write(safe`tripact: ${why}\n`);
    return verdictCodes[verdict];
  },
});

export const fleetCommand: CommandGroup = {
  name: "fleet",
  summary: "check many organizations on one schedule",
  description:
    "Checks many organizations for drift, each within its own budget: on SQLite in one process, or on PostgreSQL with " +
    "workers on many machines. A fleet file lists them.",
  commands: [
    checkCommand,
    migrateCommand,
    importCommand,
    runCommand,
    planCommand,
    workCommand,
    statusCommand,
    serveCommand,
    driftCommand,
    historyCommand,
    acceptCommand,
    pauseCommand,
    resumeCommand,
  ],
};
