import { gzipSync } from "node:zlib";
import { mainBearer, sampleCall } from "../../src/checks/support/sample-calls.ts";
import { contract } from "../../src/inputs/contract.ts";
import { operations } from "../../src/builtin/generated/operations.ts";
import { type BuiltinInterface, isInterfaceName } from "../../src/builtin/interface-name.ts";
import { documentation } from "../../src/builtin/documents.ts";
import { interfaces as described } from "../../src/builtin/interfaces.ts";
import { loadConfig } from "../../src/core/config/load-config.ts";
import type { ValidConfig } from "../../src/core/config/config.ts";
import { openHistory } from "../../src/monitoring/history/sqlite.ts";
import { isFailing } from "../../src/core/model/verdict.ts";
import type { DriftReport } from "../../src/core/model/drift.ts";
import type { RecordingForm } from "../../src/traffic/recordings/detect.ts";
import { judgeRecordings as observeRun } from "../../src/core/run/observe.ts";
import { run } from "../../src/core/run/run.ts";
import type { Target } from "../../src/core/run/target.ts";
import { openStore } from "../../src/core/store/store.ts";
import { createManualClock, startInstant } from "../../src/sandbox/clock.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { askOpened } from "../../src/onboarding/doctor/ask-target.ts";
import { textWith } from "../../src/onboarding/init/write-config.ts";
import { runDrift } from "../../src/monitoring/run/drift-run.ts";
import { createForecasts, forecastRun, sharedSeed } from "../../src/onboarding/doctor/forecast-run.ts";
import { loadJudgingParts } from "../../src/inputs/judging-parts.ts";
import { observeRecordings } from "../../src/traffic/judging/observe-recordings.ts";
import { triedBy } from "../../src/core/store/tried-steps.ts";
import { contextOf } from "../../src/onboarding/doctor/probe.ts";
import { variableFor } from "../../src/onboarding/doctor/config-keys.ts";
import { firstEntries } from "../../src/onboarding/init/entries.ts";
import { extendConfig } from "../../src/onboarding/init/extend-config.ts";
import {
  alarmsIn,
  interfacesOf,
  judge,
  open,
  type Opened,
  type Outcome,
  outcomeOf,
  partsOf,
  type Trial,
  untiring,
} from "./trial.ts";
import { variantOf } from "./variants/variant.ts";

/** Addresses such as people have. */
const outside = variantOf("crm", "donation", "volunteer")("addresses-of-its-own", "addresses", {
  open: "Document head: each interface has its own base address, of no stated form (U-09).",
  baseUrls: {
    crm: "https://crm.example.org",
    donation: "https://donations.example.org/donation",
    volunteer: "https://volunteer.example.org/v1",
  },
});

const addressed = (trial: Trial): Trial =>
  trial.variants.some(({ baseUrls }) => baseUrls !== undefined)
    ? trial
    : { ...trial, variants: [outside, ...trial.variants] };

/** A target that a file configures in place of the trial's own settings, as `check` and `init` open it. */
const configuredBy = ({ target }: Opened, config: ValidConfig): Target => {
  const { sandboxOrigin: _, ...live } = target;
  const { interfaces, baseUrls, safety } = config;
  return {
    ...live,
    kind: "live",
    interfaces,
    baseUrls,
    allowWrites: safety.writes,
    concurrency: 4,
    budget: Math.min(safety.maxRequests, safety.perHour),
    setting: (path) => config.setting(path),
    has: (path) => config.has(path),
    secret: (path) => config.secret(path),
    secretName: (path) => config.secretName(path),
  };
};

const file = {
  name: "tripact.config.yaml",
  path: "/srv/tripact.config.yaml",
  text: undefined,
  at: () => undefined,
};

/** What `init --yes` makes of a target, from its addresses and main credentials alone. */
interface Initial {
  /** The configuration that it writes; undefined where it writes none. */
  readonly config: ValidConfig | undefined;
  /** Why interfaces are not in it. */
  readonly problems: readonly string[];
}

const initialOf = async (opened: Opened): Promise<Initial> => {
  const baseUrls = new Map(
    opened.target.interfaces.map((name) => [
      name as keyof typeof described,
      String(opened.settings[name as keyof typeof described]?.["baseUrl"]),
    ]),
  );
  const env = Object.fromEntries(
    [...baseUrls.keys()].map((name) => {
      const { mainCredential } = described[name];
      return [variableFor(mainCredential), opened.target.secret(mainCredential) ?? ""];
    }),
  );
  const first = extendConfig(
    "",
    [...baseUrls].flatMap(([name, address]) => firstEntries(name, address, true)),
    file.name,
  );
  const config = loadConfig(first, { contract, file: file.name, env });
  const safety = { ...config.safety, writes: false, maxRequests: 40 };
  const target = configuredBy(opened, { ...config, safety });
  const { signal } = new AbortController();
  const asked = await askOpened(target, { ...config, safety }, false, () => file.name, signal);
  const problems = asked.interfaces.flatMap(({ health }) => health.problem ?? []);
  if (problems.length === asked.interfaces.length) return { config: undefined, problems };
  const written = textWith(file, asked, baseUrls);
  return { config: loadConfig(written, { contract, file: file.name, env }), problems };
};

const forecasts = createForecasts(forecastRun, sharedSeed);

const nothing: Outcome = {
  findings: [],
  crashes: [],
  stopped: undefined,
  passed: new Set(),
  bugs: [],
  seen: new Set(),
};

/** `init --yes`, and `check` with the file that it has written, untouched. */
const firstContact = async (drawn: Trial): Promise<Outcome> => {
  const trial = addressed(drawn);
  const opened = open(trial);
  try {
    const { config, problems } = await initialOf(opened);
    // A target may serve no read that init knows how to ask.
    const others = problems
      .filter((problem) => !problem.startsWith("no read succeeds"))
      .map((problem) => `init: ${problem}`);
    if (config === undefined) return { ...nothing, others };
    const parts = await partsOf(trial, opened.sandbox);
    const target = configuredBy(opened, config);
    // What init has asked counts in no run.
    const before = opened.target.requests();
    const events = run({
      ...parts,
      target: { ...target, requests: () => target.requests() - before },
      effort: "budget",
      forecast: () => forecasts({ config, run: parts, interfaces: config.interfaces }),
    });
    return { ...(await outcomeOf(events, opened)), others };
  } finally {
    await opened.target.close();
  }
};

const dayMs = 86_400_000;

/** Whether a target serves no read that its configuration gives a record for: such an interface cannot be judged. */
const isUnreadable = (name: BuiltinInterface, target: Target): boolean => {
  const served = target.setting(`${name}.operations`);
  return Object.values(operations)
    .filter(({ interface: of, effect }) => of === name && effect === "read")
    .filter(({ id }) => !["issueToken", "getContactByReference"].includes(id))
    .filter(({ id }) => !Array.isArray(served) || served.includes(id))
    .every(
      ({ id }) =>
        sampleCall(id, contextOf({ ...target, interfaces: [name] }), mainBearer(name)) === undefined,
    );
};

/** What a run of drift says that should not be said of a target that stayed as it is. */
const disturbance = (
  { results, findings, exitCode, run: { stopped } }: DriftReport,
  target: Target,
  night: number,
): readonly string[] => {
  const found = findings
    .filter((finding) => isFailing(finding))
    .map(
      ({ fact, check, operation, pointer, message, expected, actual }) =>
        `${fact} by ${check}: ${operation} ${pointer}: ${message} (${expected}; ${actual})`,
    );
  const failing = results.flatMap(({ groups }) =>
    groups.filter(({ severity, state }) => severity === "error" && (state === "new" || state === "back")),
  );
  const changes = failing.map(({ kind, title, confidence }) => `${kind} (${confidence}): ${title}`);
  const said = [...found, ...changes];
  if (said.length > 0) return said.map((text) => `run ${night}: ${text}`);
  const failed = results.filter((one) => one.night.status === "failed").map((one) => one.target.interface);
  const mute = failed.length > 0 ? failed : target.interfaces;
  const isRight = exitCode === 3 && mute.every((name) => isInterfaceName(name) && isUnreadable(name, target));
  return [0, 4].includes(exitCode) || isRight ? [] : [`run ${night} ends with ${exitCode}: ${stopped ?? ""}`];
};

/** `drift` for some runs in a row, while donors and users are added. */
const drift = async (drawn: Trial): Promise<Outcome> => {
  const trial = addressed({
    ...drawn,
    isLive: true,
    isReadOnly: true,
    budget: Math.min(drawn.budget ?? 300, 300),
  });
  const { seed = 1, scale = 25, runs: quietRuns = 10 } = trial;
  const store = openStore(":memory:");
  const runs = await openHistory(store, documentation);
  const judging = await loadJudgingParts(contract);
  const others: string[] = [];
  const bugs: unknown[] = [];
  for (let night = 1; night <= quietRuns && others.length === 0; night += 1) {
    // A clock of its own: to move the sandbox's by a day would free its exhausted key.
    const clock = createManualClock(startInstant(seed) + (night - 1) * dayMs);
    const opened = open(
      { ...trial, scale: Math.ceil(scale * (1 + 0.03 * Math.floor(night / 3))) },
      { clock },
    );
    const { target } = opened;
    const { contract: chosen } = await partsOf(trial, opened.sandbox);
    const { report } = await runDrift({
      target,
      clock: untiring(clock),
      runs,
      storePath: ":memory:",
      organization: "default",
      seed: 1000 * seed + night,
      version: "0.0.0",
      baseline: new Set(),
      parts: judging,
      checks: chosen.checks.filter(({ effect }) => effect === "passive" || effect === "read"),
      triedBy: triedBy(target.baseUrls),
    });
    others.push(...disturbance(report, target, night));
    bugs.push(...opened.bugs);
    await target.close();
  }
  store.close();
  return { ...nothing, bugs, others };
};

/** How recorders keep a body that came compressed: its bytes, or its text under the header that it came with. */
const packings: readonly ((text: string) => { readonly body: unknown; readonly encoding?: "gzip" })[] = [
  (body) => ({ body }),
  (body) => ({ body, encoding: "gzip" }),
  (text) => ({ body: { base64_string: gzipSync(text).toString("base64") }, encoding: "gzip" }),
];

/** A recorded exchange in the form of the recorder, line by line. */
const recordedLine = async (
  request: Request,
  sent: string,
  response: Response,
  packing: number,
): Promise<string> => {
  const text = await response.clone().text();
  const { body, encoding } = packings[packing % packings.length]?.(text) ?? { body: text };
  return JSON.stringify({
    request: {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(sent === "" ? {} : { body: sent }),
    },
    response: {
      status: response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        ...(text === "" || encoding === undefined ? {} : { "content-encoding": encoding }),
      },
      ...(text === "" ? {} : { body }),
    },
  });
};

/** A run, and `observe` of its own traffic. */
const observed = async (drawn: Trial): Promise<Outcome> => {
  const trial = addressed(drawn);
  const lines: string[] = [];
  const recording =
    (fetch: Sandbox["fetch"]): Sandbox["fetch"] =>
    async (request) => {
      const body = await request.clone().text();
      const response = await fetch(request);
      lines.push(await recordedLine(request, body, response, trial.seed ?? 0));
      return response;
    };
  const opened = open(trial, { around: recording });
  const parts = await partsOf(trial, opened.sandbox);
  const judged = await outcomeOf(run({ ...parts, target: opened.target }), opened);
  await opened.target.close();
  // A run that may ask nothing leaves nothing to observe, which observe says.
  if (lines.length === 0) return judged;
  const { checks } = parts.contract;
  const form: RecordingForm = "lines";
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(`${lines.join("\n")}\n`);
  };
  const events = observeRun({
    contract,
    chosen: checks,
    files: ["traffic.ndjson"],
    version: "0.0.0",
    clock: opened.sandbox.clock,
    baseline: new Set(),
    observe: () =>
      observeRecordings({
        contract,
        recordings: [{ file: "traffic.ndjson", form, format: "NDJSON", chunks }],
        setting: {
          baseUrls: opened.target.baseUrls,
          interfaces: [...interfacesOf(trial)],
          checks: checks.map(({ id }) => id),
          baseline: [],
          shapes: false,
        },
        signal: new AbortController().signal,
        watchedBytes: Number.MAX_SAFE_INTEGER,
        help: false,
      }),
  });
  const watched = await outcomeOf(events, opened);
  return { ...judged, others: alarmsIn({ ...watched, bugs: [] }, true).map((alarm) => `observed: ${alarm}`) };
};

/** How a target is judged. */
export const modes = {
  full: judge,
  "first-contact": firstContact,
  drift,
  observe: observed,
} as const satisfies Readonly<Record<string, (trial: Trial) => Promise<Outcome>>>;

export type Mode = keyof typeof modes;

/** What should not have been said of a target that is judged in a mode. */
export const alarmsOf = async (mode: Mode, trial: Trial): Promise<readonly string[]> =>
  alarmsIn(
    await modes[mode](trial),
    mode !== "full" ||
      trial.budget !== undefined ||
      (trial.without ?? []).length > 0 ||
      trial.variants.some(({ id }) => id.startsWith("serves-only")),
  );
