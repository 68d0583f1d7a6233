import { describe, expect, test } from "vitest";
import {
  acceptDrift,
  check,
  createSandbox,
  diff,
  discover,
  doctor,
  drift,
  driftHistory,
  estimate,
  exportShape,
  fleet,
  generate,
  generateTypes,
  init,
  mergeReports,
  observe,
  operationHistory,
  readLikeness,
  replay,
  report,
  restore,
  startProxy,
  sql,
  startSandbox,
  usage,
  UsageError,
  verify,
  verifyWebhook,
} from "../../src/index.ts";
import {
  all,
  bodyOf,
  defineDialect,
  dialectFromOptions,
  dialectFromTables,
  evaluate,
  field,
  printFilter,
  printQuery,
} from "../../src/builtin/queries/index.ts";
import {
  recordedRun,
  recordFetch,
  recordingInterceptor,
  startRecorder,
} from "../../src/entrypoints/recorder/index.ts";
import { conformance } from "../../src/entrypoints/vitest/conformance.ts";
import { sandboxSetup } from "../../src/entrypoints/vitest/sandbox.ts";

test.each<[string, () => unknown, string]>([
  ["a clock without functions", () => createSandbox(untyped({ clock: {} })), "clock: must be an object with"],
  ["a clock of a run", () => check(untyped({ clock: {} })).result, "clock: must be an object with"],
  ["a file that is no path", () => readLikeness(untyped(7)), "file: must be a path or a URL of a file"],
  [
    "a URL of no file",
    () => readLikeness(new URL("https://a.example/")),
    "file: must be a path or a URL of a file",
  ],
  ["a configuration to write", () => init(untyped({ config: {} })), "config: must be text"],
  ["faults that are none", () => startSandbox(untyped({ faults: [7] })), "faults[0]: must be an object with"],
  ["faults to plant", () => createSandbox({ scale: 20 }).plant(untyped(7)), "faults: must be a list"],
])("values of another kind are wrong use: %s", async (_, call, says) => {
  const error: unknown = await new Promise((resolve) => resolve(call())).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(`${String(Object(error).option)}: ${String(Object(error).message)}`).toContain(says);
});

type Options = Readonly<Record<string, unknown>>;

/** As JavaScript passes them, where no type forbids it. */
const untyped = (options: unknown): never => options as never;

const dialect = defineDialect({ operators: { equals: 0 }, queryTypes: {} });
const tables: Parameters<typeof dialectFromTables>[0] = {
  singleValueField: "value",
  conjunctAnd: 0,
  operators: [],
  letterCase: "exact",
  kinds: [],
};

const nested = (levels: number): unknown => {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};

const filter = all(field("city").equals("x"));

/** Every function that takes options, with those that it needs. */
const functions: Readonly<Record<string, readonly [call: (options: Options) => unknown, needed?: Options]>> =
  {
    check: [(options) => check(untyped(options)).result],
    estimate: [(options) => estimate(untyped(options))],
    observe: [(options) => observe(untyped(options)).result, { recordings: ["none.har"] }],
    drift: [(options) => drift(untyped(options)).result, { store: "none.sqlite" }],
    replay: [(options) => replay(untyped(options)).result, { fingerprint: "0", report: "none.json" }],
    restore: [(options) => restore(untyped(options)).result, { config: "none.yaml", stateFolder: "none" }],
    discover: [(options) => discover(untyped(options))],
    diff: [(options) => diff(untyped(options)), { old: "none.json", new: "none.json" }],
    usage: [(options) => usage(untyped(options))],
    doctor: [(options) => doctor(untyped(options))],
    init: [(options) => init(untyped(options)), { config: "none.yaml" }],
    verify: [(options) => verify(untyped(options)).result],
    startProxy: [(options) => startProxy(untyped(options))],
    generate: [(options) => generate(untyped(options))],
    generateTypes: [(options) => generateTypes(untyped(options)), { out: "none" }],
    acceptDrift: [(options) => acceptDrift(untyped(options)), { fingerprints: ["0"] }],
    driftHistory: [(options) => driftHistory(untyped(options))],
    operationHistory: [(options) => operationHistory(untyped(options)), { operation: "getContact" }],
    exportShape: [(options) => exportShape(untyped(options)), { file: "none.json" }],
    mergeReports: [(options) => mergeReports(["none.json"], untyped(options))],
    createSandbox: [(options) => createSandbox(untyped(options))],
    startSandbox: [(options) => startSandbox(untyped(options))],
    sandboxSetup: [(options) => sandboxSetup(untyped(options))({ provide: () => undefined })],
    readLikeness: [(options) => readLikeness("none.json", untyped(options))],
    conformance: [(options) => conformance(untyped(options))],
    recordFetch: [(options) => recordFetch(untyped(options)), { file: "none.ndjson" }],
    recordingInterceptor: [(options) => recordingInterceptor(untyped(options)), { file: "none.ndjson" }],
    startRecorder: [(options) => startRecorder(untyped(options)), { file: "none.ndjson" }],
    recordedRun: [(options) => recordedRun(untyped(options)), { file: "none.ndjson" }],
    printQuery: [(options) => printQuery({ kind: "donor" }, untyped(options))],
    printFilter: [(options) => printFilter(filter, untyped(options))],
    evaluate: [(options) => evaluate({ kind: "donor" }, [], untyped(options)), { dialect, now: 0 }],
    dialectFromOptions: [(options) => dialectFromOptions([], {}, untyped(options))],
    dialectFromTables: [
      (options) => dialectFromTables(untyped(options)),
      { singleValueField: "value", conjunctAnd: 0, operators: [], letterCase: "exact", kinds: [] },
    ],
    ...Object.fromEntries(
      Object.keys(fleet)
        .filter((name) => !["work", "run", "history"].includes(name))
        .map((name) => [
          `fleet.${name}`,
          [
            (options: Options) => Reflect.apply(Reflect.get(fleet, name), fleet, [options]),
            { fleet: "none.yaml", store: "none", organization: "none", fingerprints: ["0"] },
          ] as const,
        ]),
    ),
    "fleet.work": [(options) => fleet.work(untyped(options)).result, { fleet: "none.yaml" }],
    "fleet.run": [(options) => fleet.run(untyped(options)).result, { fleet: "none.yaml" }],
    "fleet.history": [(options) => Array.fromAsync(fleet.history(untyped(options))), { fleet: "none.yaml" }],
  };

/** The lines of the error with which a call ends. */
const refused = async (call: () => unknown): Promise<readonly string[]> => {
  const error: unknown = await new Promise((resolve) => resolve(call())).then(
    () => "no error",
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UsageError);
  return error instanceof UsageError ? [error, ...error.others].map(({ line }) => line) : [];
};

describe.each(Object.entries(functions))("%s", (_, [call, needed = {}]) => {
  test("refuses an option that it does not have", async () => {
    expect(await refused(() => call({ ...needed, confg: "x" }))).toContainEqual(
      expect.stringMatching(/^confg: there is no such option \((?:did you mean|known: )/),
    );
  });

  test.each([
    ["a text", "x"],
    ["a list", []],
    ["null", null],
  ])("refuses %s for its options", async (_kind, value) => {
    expect(await refused(() => call(untyped(value)))).toEqual(["options: must be an object"]);
  });
});

describe("an option", () => {
  test.each<readonly [string, () => unknown, string]>([
    [
      "is suggested",
      () => check(untyped({ confg: "x" })).result,
      "confg: there is no such option (did you mean config?)",
    ],
    [
      "is suggested beside others",
      () => discover(untyped({ buget: 1 })),
      "buget: there is no such option (did you mean budget?)",
    ],
    [
      "within another one is suggested",
      () => check(untyped({ shard: { index: 1, cuont: 2 } })).result,
      "shard.cuont: there is no such property (did you mean count?)",
    ],
    [
      "within an entry of a list is suggested",
      () => startProxy(untyped({ sandbox: true, statuses: [{ status: 500, rates: 1 }] })),
      "statuses[0].rates: there is no such property (did you mean rate?)",
    ],
    [
      "of the organization is suggested",
      () => discover(untyped({ organization: { noteType: ["Call"] } })),
      "organization.noteType: there is no such property (did you mean noteTypes?)",
    ],
    [
      "of a delay is suggested",
      () => startSandbox(untyped({ latency: { minimum: 1, maximun: 2 } })),
      "latency.maximun: there is no such property (did you mean maximum?)",
    ],
    [
      "of a route is suggested",
      () => createSandbox(untyped({ extend: [{ permision: "x" }] })),
      "extend[0].permision: there is no such property (did you mean permission?)",
    ],
    [
      "of a recorder is an interface",
      () => startRecorder(untyped({ file: "none.ndjson", baseUrls: { cmr: "https://crm.example.org" } })),
      "baseUrls.cmr: there is no such property (known: crm, donation, volunteer)",
    ],
    [
      "of a query is suggested",
      () =>
        bodyOf(
          untyped({ kind: "donor", filtr: filter }),
          defineDialect({ operators: {}, queryTypes: { donor: { code: 0, parameters: {}, columns: [] } } }),
        ),
      "filtr: a query has no such part (did you mean filter?)",
    ],
    [
      "of a verb is none of another's",
      () => doctor(untyped({ budget: 3 })),
      "budget: there is no such option",
    ],
  ])("%s", async (_, call, line) => {
    expect(await refused(call)).toContainEqual(expect.stringContaining(line));
  });
});

describe("an explicit undefined", () => {
  test.each<readonly [string, () => unknown]>([
    ["config", () => check(untyped({ config: undefined })).result],
    ["config", () => estimate(untyped({ config: undefined }))],
    ["config", () => discover(untyped({ config: undefined }))],
    ["config", () => replay(untyped({ fingerprint: "0", report: "r", config: undefined })).result],
    ["config", () => drift(untyped({ store: "s", config: undefined })).result],
    ["config", () => verify(untyped({ files: [], config: undefined })).result],
    ["files", () => verify(untyped({ files: undefined })).result],
    ["recordings", () => usage(untyped({ recordings: undefined }))],
    ["project", () => usage(untyped({ project: undefined }))],
    ["store", () => driftHistory(untyped({ store: undefined }))],
    ["crm", () => init(untyped({ config: "c.yaml", crm: undefined }))],
    ["like", () => createSandbox(untyped({ like: undefined }))],
    ["config", () => conformance(untyped({ config: undefined }))],
    [
      "organization",
      () => fleet.accept(untyped({ fleet: "f", fingerprints: ["0"], organization: undefined })),
    ],
    ["token", () => fleet.serve(untyped({ fleet: "f", token: undefined }))],
    ["baseUrls", () => startRecorder(untyped({ file: "f", baseUrls: undefined }))],
  ])("is no %s", async (name, call) => {
    expect(await refused(call)).toContain(`${name}: is undefined (give it a value, or omit it)`);
  });

  test("is what an option without a target is by default", async () => {
    const { verdict } = await check(untyped({ seed: undefined, facts: ["VOL-01"], deep: undefined })).result;
    expect(verdict).toBe("conformant");
  });

  test.each([
    ["recordings", () => observe(untyped({ recordings: undefined })).result],
    ["store", () => drift(untyped({ store: undefined })).result],
    ["fleet", () => fleet.status(untyped({ fleet: undefined }))],
  ])("is a missing %s", async (name, call) => {
    expect(await refused(call)).toContain(`${name}: is missing`);
  });
});

test("the request of a server is verified whatever else it has, and bodies must be raw", async () => {
  const incoming = Object.assign(Object.create({ method: "POST" }), { headers: {}, body: "", url: "/hook" });
  expect(await verifyWebhook(incoming, "secret")).toBe(false);
  const delivery = { id: 1, event: "contactUpdate", headers: {}, body: "" };
  expect(await verifyWebhook(delivery, "secret")).toBe(false);
  const parsed = () => verifyWebhook(untyped({ headers: {}, body: { id: 1 } }), "secret");
  expect(await refused(parsed)).toEqual([
    "body: must be the raw body, text or bytes (verify before you parse)",
  ]);
  const unset = () => verifyWebhook({ headers: {}, body: "" }, untyped(undefined));
  expect(await refused(unset)).toEqual(["secret: must be text"]);
});

test.each<readonly [string, () => unknown, string]>([
  ["no query", () => printQuery(untyped(undefined)), "query: it must be an object"],
  ["no filter", () => printFilter(untyped("x")), "filter: it must be an object"],
  [
    "an unknown operator",
    () => printFilter(untyped({ kind: "condition", field: "a", operator: "is", operands: [] })),
    "filter, operator: operator must be ",
  ],
  ["no query to send", () => bodyOf(untyped(undefined), dialect), "query: it must be an object"],
  ["no dialect", () => bodyOf({ kind: "donor" }, untyped({ a: 1 })), "dialect"],
  [
    "no query to evaluate",
    () => evaluate(untyped(7), [], { dialect, now: 0 }),
    "query: it must be an object",
  ],
  [
    "no records",
    () => evaluate({ kind: "donor" }, untyped([7]), { dialect, now: 0 }),
    "records, 0: 0 must be an object",
  ],
  ["no answers", () => dialectFromOptions(untyped(undefined)), "answers: it must be a list"],
  [
    "a map for pairs",
    () => dialectFromTables({ ...tables, operators: untyped({ "%": 1 }) }),
    "tables, operators: operators must be a list",
  ],
  ["no template", () => sql(untyped([Symbol("x")])), "sql is the tag of a template"],
  ["no format", () => report(untyped({}), untyped(Object.create(null))), "format: must be text"],
  [
    "a list with a hole",
    () => verify({ files: Array.from({ length: 1 }) as never }).result,
    "files: must be a list of texts",
  ],
  [
    "a recording of nothing",
    () => observe({ recordings: [untyped([null])] }).result,
    "recordings[0]: must be a path, or an object with a name and its bytes",
  ],
  [
    "a recording left out",
    () => observe({ recordings: Array.from({ length: 1 }) as never }).result,
    "recordings[0]: must be a path",
  ],
  [
    "an object for a fleet's organization",
    () => fleet.drift({ fleet: "f.yaml", organization: untyped({}) }),
    "organization: must be text",
  ],
  ["endless nesting", () => check({ config: untyped(nested(300)) }).result, "nests deeper than 100 levels"],
])("what functions take besides their options has its form, too: %s", async (_, call, line) => {
  expect((await refused(call)).join("\n")).toContain(line);
});
