import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as library from "../../src/index.ts";
import * as queries from "../../src/builtin/queries/index.ts";
import * as recorder from "../../src/entrypoints/recorder/index.ts";
import type { Random } from "../../src/serving/random.ts";
import { type Attempt, assertNoBug, Broken, type Surface, within } from "./surface.ts";
import { anyValue, isPlain, mutated, OwnError, shown } from "./values.ts";

type Arguments = readonly unknown[];

/** A function with arguments that are valid, or nearly so, and cheap. */
interface Called {
  readonly name: string;
  readonly call: (...given: Arguments) => unknown;
  readonly usual: Arguments;
}

const target = { interfaces: { volunteer: { baseUrl: "http://127.0.0.1:1", credentials: { token: "t" } } } };

const dialect = queries.defineDialect({ operators: { equals: 0 }, queryTypes: {} });

/** The arguments of each function of the library: `cwd` is a folder of its own. */
const argumentsOf: Readonly<Record<string, Arguments>> = {
  check: [{ facts: ["VOL-01"], seed: 3, failOn: "error", shard: { index: 1, count: 2 }, config: target }],
  estimate: [{ facts: ["VOL-01"], config: target }],
  observe: [{ recordings: ["a.har", "b.ndjson", { name: "c", text: "{}" }] }],
  drift: [{ store: "drift.sqlite", config: target, facts: ["VOL-01"] }],
  replay: [{ fingerprint: "0123456789ab", report: "report.json" }],
  restore: [{ config: target, stateFolder: "state" }],
  discover: [{ config: target, budget: 3 }],
  diff: [{ old: "old.json", new: "new.json", usages: ["usage.json"], onlyUsed: true }],
  usage: [{ project: ".", recordings: ["a.har"] }],
  doctor: [{ config: target }],
  init: [{ config: "made.yaml", volunteer: "http://127.0.0.1:1", env: {} }],
  verify: [{ files: ["pact.json"], config: target }],
  startProxy: [
    {
      sandbox: true,
      port: 0,
      faultRate: 0.1,
      statuses: [{ status: 500, rate: 0.1 }],
      latency: { minimum: 0, maximum: 1 },
    },
  ],
  generate: [{ check: true }],
  generateTypes: [{ out: "types", config: target }],
  acceptDrift: [{ fingerprints: ["0123456789ab"], store: "drift.sqlite", until: "2030-01-01", note: "n" }],
  driftHistory: [{ store: "drift.sqlite" }],
  operationHistory: [{ operation: "getContact", store: "drift.sqlite" }],
  exportShape: [{ file: "shape.json", store: "drift.sqlite" }],
  mergeReports: [["report.json"], { out: "merged.json" }],
  report: [{ verdict: "conformant", report: { results: [], run: {} } }, "junit"],
  createSandbox: [{ seed: 1, scale: 20, control: true, assumptions: { "U-14": "and-is-1" }, extend: [] }],
  startSandbox: [{ seed: 1, scale: 20, port: 0, latency: { minimum: 0, maximum: 1 }, faults: [] }],
  readLikeness: ["shape.json", { organization: "x" }],
  refuse: [404, { message: "x" }],
  sandboxRoute: [
    { method: "GET", path: "/x/{id}", interface: "crm", respond: () => ({ status: 200, body: {} }) },
  ],
  sql: [["SELECT ", ""], 1],
  verifyWebhook: [
    { headers: { "webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "v1,x" }, body: "{}" },
    "s",
  ],
  ...Object.fromEntries(
    Object.keys(library.fleet).map((name) => [
      `fleet.${name}`,
      [{ fleet: "fleet.yaml", ...fleetOptions(name) }],
    ]),
  ),
  recordFetch: [{ file: "recorded.ndjson", baseUrls: { crm: "http://127.0.0.1:1" } }],
  recordingInterceptor: [{ file: "recorded.ndjson" }],
  startRecorder: [{ file: "recorded.ndjson", baseUrls: { crm: "http://127.0.0.1:1" } }],
  recordedRun: [{ file: "recorded.ndjson" }],
  defineDialect: [
    { operators: { equals: 0 }, queryTypes: { donor: { code: 0, parameters: {}, columns: [] } } },
  ],
  printQuery: [{ kind: "donor", filter: queries.all(queries.field("city").equals("x")) }, { dialect }],
  printFilter: [queries.all(queries.field("city").equals("x")), {}],
  evaluate: [{ kind: "donor" }, [{ city: "x" }], { dialect, now: 0 }],
  bodyOf: [{ kind: "donor" }, dialect],
  dialectFromOptions: [[], {}, {}],
  dialectFromTables: [
    { singleValueField: "value", conjunctAnd: 0, operators: [], letterCase: "exact", kinds: [] },
  ],
};

function fleetOptions(name: string): object {
  const others: Readonly<Record<string, object>> = {
    import: { store: "drift.sqlite", as: "north" },
    plan: { date: "2025-01-31", now: true },
    run: { date: "2025-01-31", slots: 2, noWait: true },
    drift: { organization: "north", operation: "getContact" },
    accept: { fingerprints: ["0123456789ab"], note: "n", by: "b", until: "2030-01-01" },
    pause: { organization: "north", reason: "r" },
    resume: { organization: "north" },
    serve: { port: 0, host: "127.0.0.1", token: "t" },
  };
  return others[name] ?? {};
}

const files: Readonly<Record<string, string>> = {
  "a.har": JSON.stringify({ log: { version: "1.2", creator: {}, entries: [{ request: {}, response: {} }] } }),
  "b.ndjson": '{"method":"GET"}\nnull\n',
  "old.json": '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}}',
  "new.json":
    '{"openapi":"3.1.0","info":{"title":"a","version":"2"},"paths":{"/a":{"get":{"responses":{}}}}}',
  "usage.json": "{}",
  "report.json": '{"results":[]}',
  "pact.json": '{"consumer":{"name":"c"},"provider":{"name":"crm"},"interactions":[]}',
  "organization.yaml":
    "interfaces: { crm: { baseUrl: 'http://127.0.0.1:1', credentials: { apiKey: '${KEY}' } } }\n",
  "fleet.yaml": "defaults: { config: organization.yaml }\norganizations: [{ name: north }]\n",
};

/** What keeps on is stopped after this. */
const longestMs = 3000;

const isThing = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** A property of what a function has returned, which is none of the caller's own objects. */
const get = (value: unknown, name: string): unknown =>
  isThing(value) ? Reflect.get(value, name) : undefined;

/** Uses what a call has returned, and closes it. */
const used = async (returned: unknown): Promise<void> => {
  const result = get(returned, "result");
  if (result instanceof Promise) {
    const whole = await result;
    assertNoBug(JSON.stringify(whole) ?? "");
    return;
  }
  if (isThing(returned) && Symbol.asyncIterator in returned)
    for await (const one of returned as AsyncIterable<unknown>) assertNoBug(JSON.stringify(one) ?? "");
  for (const name of ["close", "stop"]) {
    const end = get(returned, name);
    if (typeof end !== "function") continue;
    await Reflect.apply(end, returned, []);
    // What is closed twice is closed once.
    await Reflect.apply(end, returned, []);
  }
};

const isOwn = (error: unknown): boolean =>
  error instanceof library.UsageError ||
  error instanceof OwnError ||
  // The reason of a signal that the caller has aborted.
  (error instanceof DOMException && ["AbortError", "TimeoutError"].includes(error.name));

const functionsOf = (of: Readonly<Record<string, unknown>>, prefix = ""): readonly Called[] =>
  Object.entries(of).flatMap(([name, call]) => {
    const usual = argumentsOf[prefix + name];
    return typeof call === "function" && usual !== undefined
      ? [{ name: prefix + name, call: (...given: Arguments) => Reflect.apply(call, of, given), usual }]
      : [];
  });

/** Functions that work in a folder, which is always the one of this run. */
const hasFolder = (name: string): boolean =>
  !/^(?:create|start(?!Proxy)|read|refuse|sandboxRoute|sql|verifyWebhook|record|define|print|evaluate|bodyOf|dialect|report$)/.test(
    name,
  );

/** Calls of every function of the library, with options of every kind. */
export const openLibrary = async (): Promise<Surface> => {
  const cwd = mkdtempSync(join(tmpdir(), "tripact-fuzz-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const before = process.cwd();
  process.chdir(cwd);
  const [first, ...rest] = [
    ...functionsOf(library),
    ...functionsOf(library.fleet as unknown as Readonly<Record<string, unknown>>, "fleet."),
    ...functionsOf(recorder),
    ...functionsOf(queries),
  ];
  if (first === undefined) throw new Error("the library has functions");

  const argumentsFor = (random: Random, { name, usual }: Called): Arguments => {
    const other = (of: Random): unknown => anyValue(of);
    const given = random.chance(0.1)
      ? Array.from({ length: random.integer(0, 3) }, () => anyValue(random))
      : usual.map((one) => (random.chance(0.8) ? mutated(random, one, other) : one));
    if (!hasFolder(name)) return given;
    // Ends what would go on, and writes nowhere else.
    const around = { cwd, signal: AbortSignal.timeout(longestMs), env: { HOME: cwd, XDG_STATE_HOME: cwd } };
    const at = name === "mergeReports" ? 1 : 0;
    return given.map((one, index) =>
      index === at && isPlain(one)
        ? Object.defineProperties({ ...around }, Object.getOwnPropertyDescriptors(one))
        : one,
    );
  };

  return {
    spare: 0,
    attempt(random): Attempt {
      const called = random.pick([first, ...rest]);
      const given = argumentsFor(random, called);
      return {
        what: `${called.name}(${given.map(shown).join(", ")})`,
        async run() {
          try {
            const returned = called.call(...given);
            // Some functions return the caller's own value, which may be a promise that never settles.
            if (!given.includes(returned)) await within(120, Promise.resolve(returned).then(used));
          } catch (error) {
            if (!isOwn(error)) throw error instanceof Error ? error : new Broken(`it threw ${shown(error)}`);
            if (error instanceof library.UsageError) assertNoBug(error.line);
          }
        },
      };
    },
    async close() {
      process.chdir(before);
      rmSync(cwd, { recursive: true });
    },
  };
};
