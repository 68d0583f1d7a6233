import { z } from "zod";
import { orSandbox, unset } from "../../inputs/config-reading.ts";
import { diff } from "../../app/diff.ts";
import { discover } from "../../app/discover.ts";
import { explain, listFacts, subjectOf } from "../../app/explain.ts";
import { report as formatted, type Reportable } from "../../app/report.ts";
import { suite } from "../../inputs/suite.ts";
import type { Verdict } from "../../core/run/exit-code.ts";
import { check, observe, replay } from "../../app/verbs.ts";
import { faults as allFaults } from "../../sandbox/builtin/generated/faults.ts";
import { interfaceNames } from "../../builtin/interface-name.ts";
import type { Report } from "../../core/model/report.ts";
import type { ShownEvent } from "../../core/model/run-event.ts";
import type { Surroundings } from "../../core/model/surroundings.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { failingSeverities } from "../../core/model/verdict.ts";
import { printable } from "../../core/output/escape.ts";
import { createPalette } from "../../core/output/palette.ts";
import { plural } from "../../core/output/plural.ts";
import { joinSafe, safe, safeJson, type SafeText } from "../../core/output/safe-text.ts";
import { createConsoleReporter } from "../../core/report/console.ts";
import { recordingText } from "../../core/report/recording.ts";
import { printDialectFile, printDiscovery } from "../../onboarding/discovery/print-discovery.ts";
import { diffText } from "../../consumers/usage/verdict/diff-text.ts";
import { isResource } from "./resources.ts";
import { type RunningSandbox, type Sandboxes } from "./sandboxes.ts";
import { type Answer, assertFiles, type Call, type Tool, tool } from "./tool.ts";

const asks = { readOnlyHint: false, openWorldHint: true } as const;
const asksReading = { readOnlyHint: true, openWorldHint: true } as const;
const looksUp = { readOnlyHint: true, openWorldHint: false } as const;

const text = (about: string) => z.string().max(4096).describe(about);
const texts = (about: string) =>
  z.array(z.string().max(4096)).min(1).max(200).describe(about).exactOptional();
const seed = z.int().min(0).max(0xffff_ffff).describe("same seed, same calls; default 1").exactOptional();
const config = text(
  "path of a configuration, or the URI of a sandbox that manage_sandbox has started; default: tripact.config.yaml of the working directory if there is one, else the embedded sandbox",
).exactOptional();
const faults = texts("ids of faults to plant in the embedded sandbox; list_facts lists them");
const assumptions = z
  .record(z.string().max(100), z.union([z.string().max(200), z.number()]))
  .describe('answers of the sandbox to open questions, as in {"U-14": "and-is-1"}')
  .exactOptional();

const choice = {
  interfaces: texts(`only these interfaces: ${interfaceNames.join(", ")}`),
  facts: texts("only the checks of these facts, for example DON-03"),
  checks: texts("only these checks, by id"),
};

/** The part of a call that functions of the library take. */
const surroundings = ({ env, cwd, signal, clock }: Call): Surroundings => ({ env, cwd, signal, clock });

const around = (call: Call) => ({ ...surroundings(call), stateFolder: call.stateFolder });

/** Faults are planted in their own sandbox, whatever the working directory configures. */
const targetOf = async (named: string | undefined, planted: readonly string[] | undefined, call: Call) =>
  planted !== undefined && named === undefined ? undefined : call.configOf(named, orSandbox);

/** Maximum number of problems listed for programs; the resource has all. */
const mostProblems = 20;

/** The result of a run: the text of the command line, the problems, and the complete report as a resource. */
const answerOf = async (
  result: Reportable & { readonly verdict: Verdict },
  printed: readonly SafeText[],
  { resources }: Call,
): Promise<Answer> => {
  const { report, verdict } = result;
  const resource = resources.keep("report", {
    name: `report of ${report.run.id}`,
    mimeType: "application/json",
    text: await formatted(result, "json"),
    report,
  });
  const problems = (report.problems ?? []).slice(0, mostProblems);
  return {
    text: `verdict: ${verdict}\n\n${String(joinSafe(printed, ""))}`,
    data: {
      verdict,
      summary: report.summary,
      problems: problems.map(
        ({ fingerprint, kind, severity, state, where, what, expected, actual, facts }) => ({
          fingerprint,
          kind,
          severity,
          state,
          where,
          what,
          expected,
          actual,
          facts,
        }),
      ),
    },
    resource,
  };
};

const consoleFor = (more: { readonly embedded: boolean; readonly recorded?: boolean }) =>
  createConsoleReporter({
    color: false,
    columns: 100,
    lineWidth: Infinity,
    quiet: false,
    facts: suite.facts,
    ...more,
  });

/** Number of requests per progress message. */
const requestsPerNotice = 20;

const runCheck = tool({
  name: "run_check",
  title: "Check a target",
  description:
    "Checks a target, or the embedded sandbox, against the numbered facts, and reports the verdict (conformant, findings, inconclusive, stopped, interrupted), every problem with its fingerprint and the fewest requests that show it. Writes to a target only if its configuration has safety.writes, and then only to the scratch records that it names.",
  annotations: asks,
  input: {
    config,
    ...choice,
    seed,
    deep: z.boolean().describe("also try sequences of requests while the budget lasts").exactOptional(),
    faults,
    minFacts: z.int().describe("inconclusive if fewer facts were judged").exactOptional(),
    require: texts("inconclusive unless these facts were judged"),
    failOn: z.enum(failingSeverities).describe("lowest severity that fails; default error").exactOptional(),
  },
  async run({ config: named, ...options }, call) {
    const target = await targetOf(named, options.faults, call);
    const run = check({
      ...around(call),
      ...options,
      ...(target === undefined ? {} : { config: target }),
    });
    const printed: SafeText[] = [];
    let print: ((event: ShownEvent) => SafeText) | undefined;
    for await (const event of run) {
      if (event.type === "target-opened") print = consoleFor({ embedded: event.embedded });
      else if (event.type !== "request-answered") printed.push(print?.(event) ?? safe``);
      else if (event.requests % requestsPerNotice === 0)
        await call.progress(plural(event.requests, "request"));
    }
    const result = await run.result;
    const { unrestored } = result;
    if (unrestored !== undefined)
      printed.push(
        safe`an earlier run did not restore the records it changed: ${unrestored.join(", ")}; nothing was sent (run tripact restore)\n`,
      );
    return answerOf(result, printed, call);
  },
});

const observeRecording = tool({
  name: "observe_recording",
  title: "Judge recorded traffic",
  description:
    "Judges recorded traffic (HAR, VCR cassettes, NDJSON of exchanges) by every fact that a single exchange shows. Asks no target, and shows no value of a record.",
  annotations: looksUp,
  input: {
    recordings: z.array(z.string().max(4096)).min(1).max(200).describe("paths or patterns of recordings"),
    config,
    crm: text("base address of the CRM interface in the recordings").exactOptional(),
    donation: text("base address of the donation interface in the recordings").exactOptional(),
    volunteer: text("base address of the volunteer interface in the recordings").exactOptional(),
    ...choice,
  },
  async run({ config: named, ...options }, call) {
    await assertFiles("recordings", options.recordings, call);
    const target = await call.configOf(named, { standIn: unset });
    const run = observe({
      ...surroundings(call),
      ...options,
      ...(target === undefined ? {} : { config: target }),
    });
    const print = consoleFor({ embedded: false, recorded: true });
    const printed: SafeText[] = [];
    for await (const event of run) {
      const recording = event.type === "run-ended" ? event.report.recording : undefined;
      if (recording !== undefined) printed.push(recordingText(recording, createPalette(false)));
      printed.push(print(event));
    }
    return answerOf(await run.result, printed, call);
  },
});

const reportOf = async (named: string, call: Call): Promise<string | Report> => {
  if (!isResource(named)) {
    await assertFiles("report", [named], call);
    return named;
  }
  const { report } = call.resources.read(named);
  if (report !== undefined) return report;
  throw new UsageError("is no report", { option: "report", location: named, hint: "run_check links one" });
};

const replayFinding = tool({
  name: "replay_finding",
  title: "Ask for a finding again",
  description:
    "Sends the requests of one finding of a report again, and reports whether it is still there, gone or could not be judged.",
  annotations: asks,
  input: {
    fingerprint: text("of the finding or problem, 12 hexadecimal digits"),
    report: text("URI of a report that run_check has linked, or path of one in JSON"),
    config,
    faults,
  },
  async run({ config: named, report, ...options }, call) {
    const target = await targetOf(named, options.faults, call);
    const run = replay({
      ...around(call),
      ...options,
      report: await reportOf(report, call),
      ...(target === undefined ? {} : { config: target }),
    });
    const { verdict, state, reason, fingerprint, fact, message, location, address, requests, unrestored } =
      await run.result;
    const why = reason === undefined ? "" : `: ${reason}`;
    const left = unrestored === undefined ? "" : ` (${unrestored.join(", ")}; run tripact restore)`;
    return {
      text: `${state}${why}${left}\n\n${fact ?? "drift"} ${message}\nat ${location} → ${address ?? "the embedded sandbox"}\n${plural(requests, "request")}`,
      data: { verdict, state, fingerprint, requests, ...(fact === undefined ? {} : { fact }) },
    };
  },
});

const explainFact = tool({
  name: "explain_fact",
  title: "Explain a fact",
  description:
    "Explains a fact, an open question of the specification or a check by its id: what it states, where, and what judges it.",
  annotations: looksUp,
  input: { id: text("for example DON-03, U-14 or page-total-is-stable") },
  run: async ({ id }) => {
    const explained = explain(subjectOf(id));
    return { text: String(safeJson(explained, 2)), data: { ...explained } };
  },
});

/** The lists of `list_facts`, one entry per line. */
const lists: Readonly<
  Record<"facts" | "questions" | "faults", () => readonly (readonly [string, string])[]>
> = {
  facts: () => listFacts().map(({ id, see, statement }) => [id, `${see}  ${statement}`]),
  questions: () => suite.unknowns.map(({ id, question }) => [id, question]),
  faults: () => allFaults.map(({ id, fact, title }) => [id, `${fact}  ${title}`]),
};

const listing = tool({
  name: "list_facts",
  title: "List facts",
  description:
    "Lists the facts that a target must satisfy, the questions that the specification leaves open, or the faults that a sandbox can be given.",
  annotations: looksUp,
  input: {
    kind: z.enum(["facts", "questions", "faults"]).default("facts").describe("what is listed"),
    containing: text("only lines that contain this text, for example DON-03").exactOptional(),
  },
  run: async ({ kind, containing = "" }, { resources }) => {
    const wanted = containing.toLowerCase();
    const lines = lists[kind]().filter((row) => row.join("  ").toLowerCase().includes(wanted));
    const whole = lines.map((row) => row.join("  ")).join("\n");
    const ids = lines.map(([id]) => id);
    return {
      text: whole === "" ? `none of the ${kind} contains ${printable(containing)}` : whole,
      data: { count: ids.length, ids: ids.slice(0, 200) },
      ...(whole.length > 16_000
        ? { resource: resources.keep("list", { name: kind, mimeType: "text/plain", text: whole }) }
        : {}),
    };
  },
});

const discoverDialect = tool({
  name: "discover_dialect",
  title: "Discover what query integers mean",
  description:
    "Finds out by experiment what the integers and names of a target's queries mean, and gives a dialect for the query builder as a resource. Only reads; what it cannot prove is undecided.",
  annotations: asksReading,
  input: {
    config,
    budget: z.int().describe("maximum number of requests, 1 to 100000; default 300").exactOptional(),
    seed,
    optionsMapping: text(
      "path of a file that maps a Query/options response of another shape",
    ).exactOptional(),
    assumptions,
    scale: z.int().max(10_000).describe("donors of the embedded sandbox").exactOptional(),
  },
  async run({ config: named, ...options }, call) {
    if (options.optionsMapping !== undefined)
      await assertFiles("optionsMapping", [options.optionsMapping], call);
    const target = await call.configOf(named, { ...orSandbox, isPlain: true });
    const found = await discover({
      ...around(call),
      ...options,
      ...(target === undefined ? {} : { config: target }),
    });
    const { verdict, trouble, requests, budget, answers } = found;
    const isOfUse = answers.some(({ status }) => status !== "undecided");
    const end = trouble === undefined ? "" : `\n${trouble}`;
    return {
      text: `verdict: ${verdict}\n\n${String(printDiscovery(found, createPalette(false)))}${requests} of ${budget} requests${end}`,
      data: {
        verdict,
        requests,
        answers: answers.map(({ unknown, status, answer }) => ({ unknown, status, answer })),
      },
      ...(isOfUse
        ? {
            resource: call.resources.keep("dialect", {
              name: "dialect",
              mimeType: "application/yaml",
              text: printDialectFile(found),
            }),
          }
        : {}),
    };
  },
});

const diffDocuments = tool({
  name: "diff_documents",
  title: "Compare OpenAPI documents",
  description:
    "Compares two versions of an OpenAPI document, or two folders of them: what changed, whom each change breaks, and with usage files which consumer and where.",
  annotations: looksUp,
  input: {
    old: text("path of the older document, or of a folder"),
    new: text("path of the newer one"),
    for: z
      .enum(["consumers", "providers", "both"])
      .describe("whom a change must not break; default consumers")
      .exactOptional(),
    usages: texts("usage files of consumers, as tripact usage writes them"),
    onlyUsed: z.boolean().describe("count nothing that no consumer uses").exactOptional(),
  },
  async run(options, call) {
    await assertFiles("old", [options.old], call);
    await assertFiles("new", [options.new], call);
    await assertFiles("usages", options.usages ?? [], call);
    const found = await diff({ ...surroundings(call), ...options });
    return {
      text: String(diffText(found, createPalette(false))),
      data: { breaks: !(found.safe ?? found.summary.breaking === 0), summary: found.summary },
      resource: call.resources.keep("diff", {
        name: "changes",
        mimeType: "application/json",
        text: String(safeJson(found, 2)),
      }),
    };
  },
});

const aboutSandbox = ({ uri, served, faults: on }: RunningSandbox) => ({
  sandbox: uri,
  baseUrls: served.baseUrls,
  faults: on,
});

const sandboxAnswer = (running: readonly RunningSandbox[]): Answer => {
  const lines = running.map(({ uri, served, faults: on }) =>
    [
      uri,
      ...interfaceNames.map((name) => `  ${name.padEnd(9)} ${served.baseUrls[name]}`),
      `  faults    ${on.join(", ") || "none"}`,
    ].join("\n"),
  );
  const hint = "Read the URI for credentials, or name it as config of run_check.";
  return {
    text: lines.length === 0 ? "no sandbox is running" : `${lines.join("\n")}\n${hint}`,
    data: { sandboxes: running.map(aboutSandbox) },
    ...(running.length === 1 && running[0] !== undefined ? { resource: running[0].uri } : {}),
  };
};

const needed = <Value>(option: string, value: Value | undefined): Value => {
  if (value !== undefined) return value;
  throw new UsageError("is missing", { option, hint: "this action needs it" });
};

const manageSandbox = (sandboxes: Sandboxes): Tool =>
  tool({
    name: "manage_sandbox",
    title: "Manage sandboxes",
    description:
      "Starts and stops sandboxes on this machine: stateful implementations of the three interfaces with credentials. set_faults turns the named faults on and all others off while a sandbox is serving; an empty list turns all off.",
    annotations: { readOnlyHint: false, openWorldHint: false },
    input: {
      action: z.enum(["start", "stop", "set_faults", "list"]),
      sandbox: text("URI of a sandbox, for stop and set_faults").exactOptional(),
      faults: z
        .array(z.string().max(200))
        .max(200)
        .describe("for start and set_faults: ids of faults; list_facts lists them")
        .exactOptional(),
      seed,
      port: z.int().min(0).max(65_535).describe("for start; default: a free one").exactOptional(),
      scale: z.int().min(1).max(10_000).describe("for start: number of donors").exactOptional(),
      assumptions,
    },
    async run({ action, sandbox, faults: wanted, ...options }) {
      switch (action) {
        case "start":
          return sandboxAnswer([await sandboxes.start(options, wanted)]);
        case "stop":
          await sandboxes.stop(needed("sandbox", sandbox));
          return sandboxAnswer(sandboxes.list());
        case "set_faults":
          return sandboxAnswer([await sandboxes.plant(needed("sandbox", sandbox), needed("faults", wanted))]);
        case "list":
          return sandboxAnswer(sandboxes.list());
      }
    },
  });

export const toolsOf = (sandboxes: Sandboxes): readonly Tool[] => [
  runCheck,
  explainFact,
  replayFinding,
  listing,
  observeRecording,
  discoverDialect,
  diffDocuments,
  manageSandbox(sandboxes),
];
