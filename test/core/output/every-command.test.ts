import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import { extensionOf, reportFormats } from "../../../src/report/report-formats.ts";
import { isNightly, someOf } from "../../nightly.ts";
import { commandsBelow, type KnownCommand } from "../../entrypoints/cli/every-command.ts";
import { fakeTarget } from "../../stand-in.ts";
import { type CliResult, type CliSetting, runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { realWorld, toHar, toNdjson, toYamlCassette } from "../../traffic/recordings/traffic.ts";
import type { Mode } from "../../privacy/modes.ts";
import { pactOf } from "../../consumers/pact/kit.ts";
import { finding } from "../../report/events.ts";
import { createPlanter } from "../../privacy/planter.ts";
import { servePlanted } from "../../privacy/served.ts";
import { dangersIn, hostileNames } from "./hostile-text.ts";

/** By this the names are found again in what is written. */
const marker = "zq7";

const names = Object.values(hostileNames).map((name) => `${name}${marker}`);

/** The names one after the other, over and over. */
const nameAt = (index: number): string => names[index % names.length] ?? "";

/** Annotations are what `--github` and the report of that name are for; their texts hold no further command. */
const withoutAnnotations = (text: string): string =>
  text.replace(/^::(?:error|warning|notice) title=[^:,]*::(?!.*::)/gm, "");

interface Written {
  readonly where: string;
  readonly text: string;
}

/** What a run wrote: its two streams, and every file that was not there before. */
const writtenBy = (
  { out, err }: CliResult,
  folder: string,
  given: ReadonlySet<string>,
): readonly Written[] => [
  { where: "standard output", text: out },
  { where: "standard error", text: err },
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    // What runs leave for later runs is read by no person: stores, journals and their keys.
    .filter((entry) => entry.isFile() && !given.has(entry.name))
    .filter((entry) => !entry.parentPath.startsWith(join(folder, "state")))
    .map((entry) => ({
      where: JSON.stringify(entry.name),
      text: readFileSync(join(entry.parentPath, entry.name), "utf8"),
    }))
    .filter(({ text }) => !text.startsWith("SQLite format 3")),
];

/** How often a hostile name came to be shown at all, so that silence is no proof. */
const shown = { runs: 0, times: 0 };

interface Run extends CliSetting {
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs the command line in a folder of its own and holds everything that it writes to be harmless. */
const expectHarmless = async (args: readonly string[], { files = {}, env = {}, ...setting }: Run = {}) => {
  const cwd = setting.cwd ?? temporaryFolder(files);
  const given = new Set(readdirSync(cwd, { recursive: true, encoding: "utf8" }));
  const result = await runCli(args, {
    cwd,
    signal: AbortSignal.abort(),
    ...setting,
    env: { XDG_STATE_HOME: join(cwd, "state"), ...env },
  });
  const written = writtenBy(result, cwd, given);
  shown.runs += 1;
  if (written.some(({ text }) => text.includes(marker))) shown.times += 1;
  const dangers = written.flatMap(({ where, text }) =>
    dangersIn(withoutAnnotations(text)).map((line) => `${where}: ${line}`),
  );
  expect(dangers, JSON.stringify(args)).toEqual([]);
  expect(result.err, JSON.stringify(args)).not.toContain("this is a bug");
  return result;
};

/** Not aborted: the run is to come to its end. */
const running = (): AbortSignal => new AbortController().signal;

const allReports = (but: readonly string[] = []): readonly string[] =>
  reportFormats.flatMap((format) =>
    but.includes(format) ? [] : ["--report", `${format}=report.${extensionOf(format)}`],
  );

/** Those that do something, `drift` among them, and one that help lists to nobody. */
const commands: readonly KnownCommand[] = [
  ...(await commandsBelow()).filter(
    ({ words: [word], isGroup }) => word !== undefined && (!isGroup || word === "drift"),
  ),
  { words: ["complete"], isGroup: false, operands: 1, options: [] },
];

/** What keeps a run short where the value of an option does not end it. */
const brief: Readonly<Record<string, readonly string[]>> = {
  generate: ["--discover", "--budget", "1"],
  check: ["--check", "webhook-is-read-by-id"],
  discover: ["--budget", "1"],
};

const operands = (command: KnownCommand, value: (index: number) => string): readonly string[] =>
  Array.from({ length: command.operands }, (_, index) => value(index));

describe("hostile names harm nobody", () => {
  test.each(commands.map((command) => [command.words.join(" "), command] as const))(
    "in the options and operands of %s",
    async (name, command) => {
      const path = command.words;
      for (const [index, { long: flag, takesValue }] of command.options.entries()) {
        const value = takesValue ? [`${flag}=${nameAt(index)}`, `${flag}=a=${nameAt(index + 3)}`] : [flag];
        const others = operands(command, () => "a");
        for (const one of someOf(value, 2))
          await expectHarmless([
            ...path,
            ...others,
            ...(brief[name] ?? []).filter((__, at, all) => !all.includes(flag) || at < 0),
            one,
          ]);
      }
      if (command.operands > 0)
        for (const one of names.slice(0, 5)) await expectHarmless([...path, ...operands(command, () => one)]);
      await expectHarmless([...path, `--${nameAt(0)}`]);
    },
  );

  test("in the names of commands", async () => {
    for (const name of names) await expectHarmless([name]);
  });
});

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] =>
  typeof value === "object" && value !== null;

/** Where something stands, positions in lists left out, so that a list's entries are one place. */
const locationsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  isTree(value)
    ? Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...locationsIn(inner, [...path, key])])
    : [];

const changedAt = (
  value: unknown,
  [key = "", ...rest]: readonly string[],
  change: (key: string, value: unknown) => readonly [string, unknown],
): unknown => {
  if (!isTree(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): readonly [string, unknown] => {
    if (name !== key) return [name, inner];
    return rest.length === 0 ? change(name, inner) : [name, changedAt(inner, rest, change)];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
};

/** All of it takes a minute; a usual run has some of the names where all are alike. */
const someNames = someOf(names, 5);

/** The document with a hostile name at each of its places in turn: as a value, at the end of one, or as a key. */
const spoilt = (document: unknown): readonly unknown[] => {
  const locations = new Map(
    locationsIn(document).map((path) => [path.filter((key) => !/^\d+$/.test(key)).join("."), path]),
  );
  return someOf([...locations.values()], 6).flatMap((path, index) => {
    const one = nameAt(index);
    const set = (value: (before: unknown) => unknown): unknown =>
      changedAt(document, path, (key, before) => [key, value(before)]);
    const isText = typeof path.reduce<unknown>((value, key) => Object(value)[key], document) === "string";
    const ways = [
      set(() => one),
      ...(isText ? [set((before) => `${String(before)} ${nameAt(index + 1)}`)] : []),
      changedAt(document, path, (_, value) => [nameAt(index + 2), value]),
    ];
    return isNightly ? ways : ways.slice(index % ways.length).slice(0, 1);
  });
};

/** Has a command read each of a document's spoilt forms, in a run of its own. */
const expectEachHarmless = async (
  document: unknown,
  run: (text: unknown) => readonly [args: readonly string[], files: Readonly<Record<string, string>>],
): Promise<void> => {
  for (const one of spoilt(document)) {
    const [args, files] = run(one);
    await expectHarmless(args, { files, signal: running() });
  }
};

/** Nobody listens there. */
const nobody = "http://127.0.0.1:1";

const configuration = {
  interfaces: {
    crm: { baseUrl: nobody, credentials: { apiKey: "${CRM_KEY}" }, records: { contactId: "1" } },
    donation: {
      baseUrl: nobody,
      credentials: { token: "x" },
      queries: {
        queryTypes: { donor: 0 },
        dialect: "d.yaml",
        sampleConditions: { donor: [{ parameter: "id" }] },
      },
    },
    volunteer: { baseUrl: nobody, scratch: { createUser: { name: "n" } }, created: { user: "/data/id" } },
  },
  safety: { writes: false, timeoutMs: 100 },
  baseline: "b.json",
};

const baseline = { findings: [{ fingerprint: "0123456789ab", note: "known" }] };

const dialect = {
  singleValueField: "value",
  conjunct: { and: 0, or: 1 },
  operators: { equals: 3 },
  queryTypes: { donor: { code: 0, parameters: { id: { type: "integer" } }, columns: ["id"] } },
};

const kept = { "b.json": JSON.stringify(baseline), "d.yaml": JSON.stringify(dialect) };

describe("hostile names harm nobody in the files that are read:", () => {
  test("a configuration", async () => {
    await expectEachHarmless(configuration, (one) => [
      ["check", "--config", "c.yaml", "--check", "webhook-is-read-by-id"],
      { ...kept, "c.yaml": stringify(one) },
    ]);
    await expectEachHarmless(configuration, (one) => [
      ["drift", "--config", "c.json"],
      { ...kept, "c.json": JSON.stringify(one) },
    ]);
  });

  test("a configuration that is no document at all", async () => {
    for (const name of names)
      for (const text of [`"${name}`, `${name}: [`, `a: *${name}`, `a: !${name} b`, `{${name}: &${name} x}`])
        await expectHarmless(["check", "--config", "c.yaml"], { files: { "c.yaml": text } });
  });

  test("a baseline", async () => {
    await expectEachHarmless(baseline, (one) => [
      ["check", "--config", "c.json", "--check", "webhook-is-read-by-id"],
      { ...kept, "c.json": JSON.stringify(configuration), "b.json": JSON.stringify(one) },
    ]);
  });

  test("a dialect, and a mapping of options", async () => {
    await expectEachHarmless(dialect, (one) => [
      ["check", "--config", "c.json", "--check", "webhook-is-read-by-id"],
      { ...kept, "c.json": JSON.stringify(configuration), "d.yaml": stringify(one) },
    ]);
    const mapping = { queryTypes: { list: "/types" }, operators: { equals: ["is"] } };
    await expectEachHarmless(mapping, (one) => [
      ["discover", "--budget", "1", "--options-mapping", "m.yaml"],
      { "m.yaml": stringify(one) },
    ]);
  });

  test("reports of runs", async () => {
    const cwd = temporaryFolder();
    await runCli(["check", "--check", "users-are-listed", "--shard", "1/1", "--report", "json=r.json"], {
      cwd,
    });
    const { facts, unknowns, ...report } = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8"));
    const [fact] = facts;
    const shown = { interface: "volunteer", operation: "listUsers", message: "a `b` c" };
    const whole = {
      ...report,
      run: { ...report.run, targets: { volunteer: "https://v.example.org" }, stopped: "a", complete: false },
      facts: [{ ...fact, status: "failed", reason: "crashed" }, ...facts.slice(1, 3)],
      findings: [finding({ fact: fact.id, check: "users-are-listed", ...shown })],
      unknowns: unknowns.slice(0, 2).map((one: object) => ({
        ...one,
        status: "observed",
        observed: "a",
        evidence: "b; c",
      })),
      resolved: ["0123456789ab"],
    };
    await expectEachHarmless(whole, (one) => [
      ["report", "merge", "r.json", ...allReports(["har"])],
      { "r.json": JSON.stringify(one) },
    ]);
    await expectEachHarmless({ unknowns: whole.unknowns.slice(0, 1) }, (one) => [
      ["unknowns", "--report", "r.json"],
      { "r.json": JSON.stringify(one) },
    ]);
  });

  test("documents to compare", async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/a/{id}": {
          get: {
            operationId: "getA",
            tags: ["t"],
            parameters: [
              { name: "id", in: "path", required: true, schema: { type: "string", enum: ["x", "y"] } },
            ],
            responses: {
              "200": {
                description: "d",
                headers: { "X-H": { schema: { type: "string" } } },
                content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          A: { type: "object", required: ["a"], properties: { a: { type: "string", format: "date" } } },
        },
      },
    };
    const old = JSON.stringify(document);
    for (const more of someOf([["--for", "both"], [], ["--json"]], 3))
      await expectEachHarmless(document, (one) => [
        ["diff", "old.yaml", "new.yaml", ...more],
        { "old.yaml": old, "new.yaml": stringify(one) },
      ]);
    for (const name of names)
      await expectHarmless(["diff", name, "new.yaml"], { files: { "new.yaml": `openapi: ${name}` } });
  });

  test("recordings", async () => {
    const traffic = realWorld.slice(0, 3);
    const har: unknown = JSON.parse(toHar(traffic));
    await expectEachHarmless(har, (one) => [
      ["observe", "r.har", ...allReports(["har"])],
      { "r.har": JSON.stringify(one) },
    ]);
    for (const [index, name] of someNames.entries()) {
      const url = `https://v.example.org/v1/users/${name}?${name}=${name}`;
      const strange = traffic.map((one) => ({ ...one, url, headers: { ...one.headers, "x-name": name } }));
      const files = {
        "r.ndjson": toNdjson(strange),
        "r.yaml": toYamlCassette(strange),
        [`${index}.har`]: name,
      };
      for (const file of Object.keys(files))
        await expectHarmless(["observe", file], { files, signal: running() });
      await expectHarmless(["observe", name, `*${name}`, "-"], { files });
    }
  });

  test("pacts", async () => {
    const interaction = {
      description: "d",
      providerStates: [{ name: "s", params: { id: 1 } }],
      request: { method: "GET", path: "/v1/users", headers: { Accept: "x" }, query: { page: ["1"] } },
      response: { status: 200, headers: { "X-H": "y" }, body: { data: [{ nothing: "known" }] } },
    };
    const pact: unknown = JSON.parse(pactOf([interaction], "volunteer"));
    const config = JSON.stringify({ interfaces: { volunteer: { baseUrl: nobody } } });
    // A target that is not there leaves the comparison with the documents, which takes no process of its own.
    await expectEachHarmless(pact, (one) => [
      ["pact", "verify", "p.json", "--config", "c.json"],
      { "c.json": config, "p.json": JSON.stringify(one) },
    ]);
  });
});

/** What a header may hold of a name: C1 controls among it. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "-");

/** Answers as the sandbox does, but calls everything by hostile names. */
const hostileMode = (only: RegExp = /./): Mode => {
  let turn = 0;
  const next = (): string => nameAt((turn += 1));
  const spoil = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 4).map(spoil);
    if (isTree(value))
      return Object.fromEntries([
        ...Object.entries(value).map(([key, inner]) => [key, spoil(inner)]),
        [next(), next()],
      ]);
    return typeof value === "string" && value.length > 3 && (turn += 1) % 3 === 0
      ? `${value} ${next()}`
      : value;
  };
  return (answer, { path }) =>
    only.test(path)
      ? {
          ...answer,
          statusText: headerText(next()),
          headers: { ...answer.headers, server: headerText(next()), location: headerText(next()) },
          body: path.endsWith("/Token") ? answer.body : spoil(answer.body),
        }
      : answer;
};

/** Enough for all that options list. */
const discoveryBudget = isNightly ? "60" : "30";

const hostileTarget = async (
  mode: Mode,
  { interfaces = interfaceNames, ...safety }: { interfaces?: readonly string[]; maxRequests?: number } = {},
) => {
  const target = await servePlanted(mode, createPlanter(), 30);
  const named = Object.entries(target.config.interfaces).filter(([name]) => interfaces.includes(name));
  return temporaryFolder({
    "c.json": JSON.stringify({
      interfaces: Object.fromEntries(named),
      safety: { ...safety, perSecond: 1000, perHour: 100_000 },
    }),
  });
};

describe("hostile names harm nobody in the answers of a target:", () => {
  test("check", async () => {
    const cwd = await hostileTarget(
      hostileMode(),
      isNightly ? { maxRequests: 150 } : { maxRequests: 15, interfaces: ["crm"] },
    );
    const { code } = await expectHarmless(["check", "--config", "c.json", ...allReports()], {
      cwd,
      signal: running(),
      env: { GITHUB_STEP_SUMMARY: "summary.md" },
    });
    expect([1, 3, 4]).toContain(code);
    const some = isNightly ? [] : ["--check", "contact-method-types-are-listed"];
    await expectHarmless(["check", "--config", "c.json", "--json", ...some], { cwd, signal: running() });
  });

  test("drift, its history and what is accepted", async () => {
    let quiet = true;
    const mode = hostileMode();
    const cwd = await hostileTarget(
      (answer, heard, plant) => (quiet ? answer : mode(answer, heard, plant)),
      isNightly ? { maxRequests: 120 } : { maxRequests: 15, interfaces: ["volunteer"] },
    );
    const env = { GITHUB_STEP_SUMMARY: "summary.md" };
    const drift = (...args: readonly string[]) =>
      expectHarmless(["drift", "--config", "c.json", "--store", "s.sqlite", ...args], {
        cwd,
        env,
        signal: running(),
      });
    await drift();
    quiet = false;
    const { out } = await drift("--json");
    await drift("--github", "--report", "html=report.html");
    const fingerprints = [...out.matchAll(/"fingerprint": "([0-9a-f]{12})"/g)].flatMap(
      ([, one]) => one ?? [],
    );
    expect(fingerprints.length).toBeGreaterThan(1);
    for (const more of [["--history"], ["--history", "--json"], ["accept", ...fingerprints.slice(0, 2)]])
      await expectHarmless(["drift", ...more, "--store", "s.sqlite"], { cwd, signal: running() });
  });

  test("discover, and the dialect and types that are written", async () => {
    const cwd = await hostileTarget(
      hostileMode(/\/(?:Query\/(?:options|list)|CustomField|ContactMethod\/Types)/i),
    );
    const whole = { cwd, signal: running() };
    await expectHarmless(
      ["discover", "--config", "c.json", "--budget", discoveryBudget, "--out", "d.yaml"],
      whole,
    );
    const args = `generate --discover --config c.json --budget ${discoveryBudget} --out types --field-options`;
    const { code } = await expectHarmless([...args.split(" "), "--note-type", names.join(" ")], whole);
    expect(code).not.toBe(2);
    expect(readFileSync(join(cwd, "types/organization.ts"), "utf8")).toContain(marker);
    expect(readFileSync(join(cwd, "types/dialect.ts"), "utf8")).toContain(marker);
  });

  test("redirects and errors of every interface", async () => {
    for (const name of someNames) {
      const location = headerText(`https://x.example/${name}`);
      const { origin } = await fakeTarget(() => ({
        status: 302,
        headers: { location, "content-type": headerText(name) },
        body: { error: { code: name, message: name } },
      }));
      const config = JSON.stringify({
        interfaces: { volunteer: { baseUrl: origin, credentials: { token: "t" } } },
        safety: { maxRequests: 5, perSecond: 1000 },
      });
      await expectHarmless(["check", "--config", "c.json"], {
        files: { "c.json": config },
        signal: running(),
      });
    }
  });

  test("a broker and the pacts that it has", async () => {
    // No argument of a process holds half a character.
    for (const name of names.map((one) => one.toWellFormed())) {
      const { origin, seen } = await fakeTarget(({ path }) => ({
        body: path.endsWith("for-verification")
          ? {
              _embedded: {
                pacts: [{ _links: { self: { href: `${origin}/pacts/1${encodeURI(name)}`, name } } }],
              },
            }
          : {
              consumer: { name },
              provider: { name },
              interactions: [{ description: name, request: { method: "GET", path: name } }],
            },
      }));
      await expectHarmless(["pact", "verify", "--broker", origin, "--provider", `${name}=volunteer`], {
        signal: running(),
      });
      expect(seen.length).toBeGreaterThan(0);
    }
  });
});

test("hostile names harm nobody in the environment", async () => {
  const live = JSON.stringify({ ...configuration, baseline: undefined });
  for (const name of someNames) {
    // No variable of a process holds half a character.
    const value = name.toWellFormed();
    for (const variable of [
      "CRM_KEY",
      "XDG_STATE_HOME",
      "HOME",
      "GITHUB_STEP_SUMMARY",
      "FORCE_COLOR",
      "TERM",
      value,
    ])
      await expectHarmless(["check", "--config", "c.json", "--check", "webhook-is-read-by-id"], {
        files: { ...kept, "c.json": live },
        env: { CRM_KEY: "x", [variable]: value },
        signal: running(),
      });
    await expectHarmless(["check", "--report", "github=-", "--check", "webhook-is-read-by-id"], {
      env: { GITHUB_STEP_SUMMARY: `${value}/no/summary.md` },
      signal: running(),
    });
    await expectHarmless(["drift", "--config", "c.json", "--issues", "a/b"], {
      files: { ...kept, "c.json": live },
      env: { CRM_KEY: "x", GITHUB_TOKEN: value, GITHUB_API_URL: value },
    });
    await expectHarmless(["pact", "verify", "--broker", nobody], {
      env: { PACT_BROKER_TOKEN: value, PACT_BROKER_USERNAME: value, PACT_BROKER_PASSWORD: value },
    });
  }
});

test("the names were shown, escaped, by many runs", () => {
  expect(shown.runs).toBeGreaterThan(isNightly ? 1000 : 250);
  expect(shown.times).toBeGreaterThan(isNightly ? 300 : 60);
});
