import { execFile } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCli, whileServing } from "../entrypoints/cli/run-cli.ts";
import { fakeTarget } from "../stand-in.ts";
import { installExample } from "../examples/install-example.ts";
import { extensionOf, reportFormats } from "../../src/report/report-formats.ts";
import { recordFetch } from "../../src/entrypoints/recorder/index.ts";
import { hasPostgres } from "../monitoring/fleet/engines.ts";
import { fleetOnPostgres, fleetOnSqlite } from "./fleet.ts";
import type { Mode } from "./modes.ts";
import { modes } from "./modes.ts";
import { pacts } from "./pacts.ts";
import { wanted, type Wanted } from "./recording.ts";
import { listsNames, type PlantedTarget } from "./served.ts";
import { isNightly } from "../nightly.ts";
import type { Stage } from "./stage.ts";

/** What a user does with a target whose answers are full of planted values. */
export interface Command {
  readonly interfaces: string;
  /** Modes of a usual run; nightly it is held against all of them. */
  readonly daily: readonly string[];
  readonly budget?: number;
  readonly writes?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The mode as this command is to meet it. */
  readonly meet?: (mode: Mode) => Mode;
  /** Given the name of the mode, too: of some modes it is known what a run must have written. */
  perform(stage: Stage, mode: string): Promise<void>;
}

const root = resolve(import.meta.dirname, "../..");

const config = "--config c.json";

/** The options for a report of each format but some. */
export const reportsBut = (...left: readonly (typeof reportFormats)[number][]): string =>
  reportFormats
    .filter((format) => !left.includes(format))
    .map((format) => `--report ${format}=report.${extensionOf(format)}`)
    .join(" ");

const reports = reportsBut();

/** Runs command lines one after the other. */
const lines =
  (...all: readonly string[]): Command["perform"] =>
  async (stage) => {
    for (const line of all) await stage.run(line);
  };

/** The names that options list are the schema of queries; everything else about them is planted. */
const sparingNames =
  (mode: Mode): Mode =>
  (answer, heard, plant) => {
    const adds = modes["adds"];
    if (!listsNames.test(heard.path) || answer.status !== 200 || adds === undefined)
      return mode(answer, heard, plant);
    const { items } = Object(answer.body);
    const withOptions = Array.isArray(items)
      ? { items: items.map((item) => ({ ...item, options: [plant.text(), plant.text()] })) }
      : undefined;
    return adds({ ...answer, body: withOptions ?? answer.body }, heard, plant);
  };

/**
 * Tells of no options, so that the properties of records must serve; and every record has a key of its own that is
 * somebody's name, the same whenever it is asked for.
 */
const withoutOptions =
  (mode: Mode): Mode =>
  (answer, heard, plant) => {
    if (/\/Query\/options/i.test(heard.path)) return { ...answer, status: 404, body: {} };
    const { items } = Object(answer.body);
    if (!Array.isArray(items)) return mode(answer, heard, plant);
    const named = items.map((item) => ({
      ...item,
      [plant.nameOf(Number(item.id) % 3)]: Number(item.id) % 7,
    }));
    return { ...answer, body: { ...Object(answer.body), items: named } };
  };

/**
 * Every record has one column more, by somebody's name. Options list it alone, and it may be selected: the records come
 * with all of their fields.
 */
const withColumn = (mode: Mode): Mode => {
  const pages = new Map<string, object>();
  return (answer, heard, plant) => {
    const name = plant.nameOf("column");
    if (/\/Query\/options/i.test(heard.path)) return { ...answer, body: { listed: [name] } };
    if (!heard.path.endsWith("/query")) return mode(answer, heard, plant);
    const { items } = Object(answer.body);
    if (!Array.isArray(items)) {
      const page = heard.body.includes(name) ? pages.get(heard.path) : undefined;
      return page === undefined ? mode(answer, heard, plant) : { ...answer, status: 200, body: page };
    }
    const page = { ...Object(answer.body), items: items.map((item) => ({ [name]: plant.text(), ...item })) };
    pages.set(heard.path, page);
    return { ...answer, body: page };
  };
};

const propertiesIn = (body: string): number => Object.keys(Object(JSON.parse(body))).length;

/** Takes writes until one has left a property out, and refuses what would put the record back after it. */
const refusesToPutBack = (mode: Mode): Mode => {
  const most = new Map<string, number>();
  const cut = new Set<string>();
  return (answer, heard, plant) => {
    const { method, path, body } = heard;
    if (method !== "PUT") return mode(answer, heard, plant);
    const before = most.get(path) ?? 0;
    const now = propertiesIn(body);
    most.set(path, Math.max(before, now));
    if (now < before) cut.add(path);
    if (now < before || !cut.has(path)) return answer;
    const refusal = modes["errs"]?.(answer, { ...heard, before: 1 }, plant) ?? answer;
    return { ...refusal, status: 409 };
  };
};

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: string;
}

/** The address of an API of issues that remembers what it was sent. */
const openTracker = async (stage: Stage): Promise<string> => {
  const issues: Issue[] = [];
  const { origin } = await fakeTarget(({ method, path, body }) => {
    stage.record(`issues, ${method} ${path}`, body);
    if (method === "POST")
      issues.push({ ...(JSON.parse(body) as Issue), number: issues.length + 1, state: "open" }); // as sent
    return { body: method === "GET" ? issues : {} };
  });
  return origin;
};

/** There are some, or the commands that are given them would prove nothing. */
const fingerprintsIn = (text: string): readonly string[] => {
  const found = [...text.matchAll(/"fingerprint": ?"([0-9a-f]{12})"/g)].flatMap(([, one]) => one ?? []);
  if (found.length === 0) throw new Error(`no fingerprint in ${text}`);
  return [...new Set(found)];
};

/** Some report has it, or the run has not come to what could show a value. */
const expectWritten = (stage: Stage, part: string): void => {
  if (!stage.written().some(([, text]) => text.includes(part)))
    throw new Error(`"${part}" was written nowhere`);
};

/** What an application of a customer asks through a recorder. */
const use = async (
  fetch: typeof globalThis.fetch,
  target: PlantedTarget,
  asked: readonly Wanted[],
): Promise<void> => {
  for (const { method, path, body, mediaType } of asked) {
    const [, name = ""] = path.split("/");
    const headers: Record<string, string> = {
      authorization: `Bearer ${target.tokens[name] ?? "zqsecretofthecaller771"}`,
      ...(mediaType === undefined ? {} : { "content-type": mediaType }),
    };
    const response = await fetch(`${target.origin}${path}`, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    await response.text();
  }
};

export const commands: Readonly<Record<string, Command>> = {
  discover: {
    interfaces: "donation",
    daily: ["errs"],
    meet: sparingNames,
    perform: lines(`discover ${config} --out dialect.yaml --budget 120`),
  },
  "discover, where no options give the names": {
    interfaces: "donation",
    daily: [],
    meet: withoutOptions,
    perform: lines(`discover ${config} --out dialect.yaml --budget 70`),
  },
  "generate --discover": {
    interfaces: "donation,crm",
    daily: ["shows"],
    budget: isNightly ? 5_000 : 40,
    meet: sparingNames,
    perform: lines(`generate --discover ${config} --out types --budget 150`),
  },
  init: {
    interfaces: "crm,donation,volunteer",
    daily: ["echoes"],
    async perform(stage) {
      const { interfaces } = stage.target.config;
      const addresses = stage.interfaces.flatMap((name) => [
        `--${name}`,
        String(Object(Object(interfaces)[name])["baseUrl"]),
      ]);
      const token = (name: string, key: string): string =>
        String(Object(Object(Object(interfaces)[name])["credentials"])[key]);
      const env = {
        CRM_KEY: token("crm", "apiKey"),
        DONATION_TOKEN: token("donation", "token"),
        VOLUNTEER_TOKEN: token("volunteer", "token"),
      };
      await stage.run(["init", "--config", "new.yaml", ...addresses, "--yes"], { env });
      if (isNightly) await stage.run("init --config new.yaml --yes --json", { env });
    },
  },
  doctor: {
    interfaces: "crm,donation,volunteer",
    daily: ["types"],
    budget: isNightly ? 5_000 : 60,
    perform: lines(`doctor ${config}`, ...(isNightly ? [`doctor ${config} --json`] : [])),
  },
  "pact verify": {
    interfaces: "crm",
    daily: ["types"],
    async perform(stage) {
      const files = pacts(stage.interfaces);
      for (const [name, text] of Object.entries(files)) stage.give(name, text);
      await stage.run(`pact verify ${Object.keys(files).join(" ")} ${config}`);
      await stage.run("pact states");
    },
  },
  "a recorder, and observe what it kept": {
    interfaces: "crm,donation,volunteer",
    daily: ["maps"],
    async perform(stage) {
      const file = join(stage.folder, "traffic.ndjson");
      const { origin } = stage.target;
      const baseUrls = {
        crm: `${origin}/crm`,
        donation: `${origin}/donation`,
        volunteer: `${origin}/volunteer`,
      };
      const fetch = recordFetch({
        file,
        baseUrls,
        onTrouble: (message) => stage.record("warnings", message),
      });
      await use(fetch, stage.target, wanted(stage.plant));
      await use(fetch, stage.target, wanted(stage.plant));
      await fetch.flush();
      const lines = readFileSync(file, "utf8").split("\n").length - 1;
      if (lines < 25) throw new Error(`only ${lines} exchanges were recorded`);
      await stage.run(`observe traffic.ndjson ${config} --store s.sqlite ${reportsBut("har")}`);
      await stage.run("drift --history --store s.sqlite");
    },
  },
  "the proxy, and observe what it recorded": {
    interfaces: "crm,donation,volunteer",
    daily: ["errs"],
    async perform(stage) {
      const formats = "--report json=report.json --report har=report.har --report html=report.html";
      const line = `proxy --json --inject ${config} --record traffic.ndjson ${formats}`;
      const ask = async (printed: string): Promise<void> => {
        const { origin } = JSON.parse(printed) as { origin: string }; // what the command prints
        await use(fetch, { ...stage.target, origin }, wanted(stage.plant));
        for (const path of ["", "/status.json"])
          stage.record(`page${path}`, await (await fetch(`${origin}/__tripact${path}`)).text());
      };
      const { out, err } = await whileServing(line, ask, { cwd: stage.folder });
      stage.record("the proxy", `${out}\n${err}`);
      await stage.run(`observe traffic.ndjson ${config} --json`);
    },
  },
  "observe of broken recordings": {
    interfaces: "crm",
    daily: [],
    async perform(stage) {
      const { origin } = stage.target;
      const say = (): string => JSON.stringify(stage.plant.text()).slice(1, -1);
      const url = (): string => `${origin}/crm/api/Contact/${encodeURIComponent(stage.plant.text())}`;
      const entry = (): string =>
        `{"request": {"method": "${say()}", "url": "${url()}"}, "response": {"status": "${say()}", "content": {"text": "${say()}"}}}`;
      const broken: Readonly<Record<string, string>> = {
        "a.ndjson": [
          `{"method": "GET", "url": "${url()}", "status": 200, "body": "${say()}`,
          say(),
          `{"${say()}": {"${say()}": ${stage.plant.number()}}}`,
          `{"request": {"method": "GET", "url": "${say()}"}, "response": {"status": 200}}`,
        ].join("\n"),
        "b.har": `{"log": {"version": "${say()}", "entries": [${entry()}, ${entry()}, {"request": "${say()}`,
        "c.har": `{"log": {"entries": [${entry()}, {"${say()}": 1}, 7, "${say()}"]}}`,
        "d.yaml": `http_interactions:\n- request:\n    method: "${say()}"\n    uri: ${url()}\n\t  body: "${say()}\n- ${say()}: [`,
        "e.yaml": `http_interactions:\n- request: {method: get, uri: "${url()}", body: {encoding: "${say()}", base64_string: "${say()}"}}\n  response: {status: {code: "${say()}"}, headers: "${say()}"}\n`,
        "f.json": `{"http_interactions": [{"request": {"method": "get", "uri": "${url()}"}, "response": "${say()}"}, "${say()}"]}`,
        "g.txt": `${say()}\n${say()}`,
      };
      for (const [name, text] of Object.entries(broken)) {
        stage.give(name, text);
        for (const line of [`observe ${name} ${config}`, `observe ${name} --json`]) {
          const { code, out, err } = await runCli(line, { cwd: stage.folder });
          stage.record(`${line}, which ended with ${code}`, `${out}\n${err}`);
        }
      }
      await stage.run(`check ${config} --fact CRM-22`);
    },
  },
  "check of columns that may be selected": {
    interfaces: "donation",
    daily: ["shows"],
    budget: isNightly ? 5_000 : 60,
    meet: withColumn,
    async perform(stage, mode) {
      await stage.run(`check ${config} --fact DON-14 ${reports}`);
      if (mode === "shows") expectWritten(stage, "fields that were not selected");
    },
  },
  "check of writes, whose findings say step by step what was answered": {
    interfaces: "crm",
    daily: ["names"],
    budget: isNightly ? 5_000 : 60,
    async perform(stage, mode) {
      await stage.run(`check ${config} --fact CRM-26,CRM-27 ${reports}`);
      if (mode === "names") expectWritten(stage, "another property");
    },
  },
  "drift with all that it reports": {
    interfaces: "volunteer",
    daily: ["names"],
    env: { GITHUB_TOKEN: "zqtokenofthetracker771", GITHUB_STEP_SUMMARY: "summary.md" },
    budget: isNightly ? 150 : 24,
    async perform(stage, mode) {
      const api = await openTracker(stage);
      const drift = `drift ${config} --store s.sqlite --seed 1 --issues owner/name --api ${api}`;
      for (let night = 0; night < (isNightly ? 3 : 2); night += 1) {
        stage.target.beQuiet(night === 0);
        await stage.run(`${drift} --github ${reports}`);
      }
      await stage.run("drift --history --store s.sqlite");
      const { out } = await stage.run("drift --history --store s.sqlite --json");
      // That mode changes no shape.
      if (mode !== "shows")
        await stage.run(`drift accept ${fingerprintsIn(out).slice(0, 3).join(" ")} --store s.sqlite`);
      await stage.run(drift);
    },
  },
  "report merge, and the open questions of reports": {
    interfaces: "volunteer",
    daily: ["errs"],
    budget: isNightly ? 5_000 : 40,
    writes: false,
    perform: lines(
      `check ${config} --shard 1/2 --report json=1.json --report har=1.har`,
      `check ${config} --shard 2/2 --report json=2.json --report har=2.har`,
      `report merge 1.json 2.json ${reportsBut("har")}`,
      "unknowns --report 1.json --report 2.json",
    ),
  },
  "check that is cut short and resumed": {
    interfaces: "volunteer",
    daily: ["types"],
    budget: 24,
    perform: lines(`check ${config} ${reports}`, `check ${config} --resume ${reports}`),
  },
  "replay of what check has found": {
    interfaces: "crm",
    daily: ["types"],
    budget: isNightly ? 60 : 24,
    async perform(stage) {
      await stage.run(`check ${config} --report json=run.json`);
      const fingerprints = fingerprintsIn(readFileSync(join(stage.folder, "run.json"), "utf8"));
      for (const fingerprint of fingerprints.slice(0, isNightly ? 20 : 2))
        await stage.run(`replay ${fingerprint} --report run.json ${config}`);
    },
  },
  // What is written is the same on both; PostgreSQL has the jobs, too.
  fleet: { interfaces: "donation", daily: ["maps"], perform: fleetOnSqlite },
  ...(hasPostgres
    ? { "fleet on PostgreSQL": { interfaces: "crm", daily: [], perform: fleetOnPostgres } }
    : {}),
  "check and drift that are interrupted": {
    interfaces: "crm",
    daily: [],
    async perform(stage) {
      for (const line of [`check ${reports}`, `drift --store s.sqlite ${reports}`]) {
        const before = stage.target.requests();
        const stop = new AbortController();
        const watch = setInterval(() => {
          if (stage.target.requests() > before + 12) stop.abort();
        }, 2);
        await stage.run(`${line} ${config}`, { signal: stop.signal });
        clearInterval(watch);
      }
      await stage.run(`restore ${config}`);
    },
  },
  "tests of a consumer's own": {
    interfaces: "crm,volunteer",
    daily: [],
    writes: false,
    async perform(stage) {
      const { folder, remove } = installExample("vitest-conformance");
      try {
        rmSync(join(folder, "donors.test.ts"));
        rmSync(join(folder, "sandbox.setup.ts"));
        copyFileSync(join(stage.folder, "c.json"), join(folder, "c.json"));
        writeFileSync(
          join(folder, "vitest.config.ts"),
          'export default { test: { include: ["*.test.ts"] } };',
        );
        writeFileSync(
          join(folder, "conformance.test.ts"),
          'import { conformance } from "tripact/vitest";\nconformance({ config: "c.json" });\n',
        );
        const reporters = ["verbose", "json", "junit"].flatMap((name) => ["--reporter", name]);
        const outputs = ["json", "junit"].map((name) => `--outputFile.${name}=results.${name}`);
        const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...outputs];
        // Failing tests make vitest fail.
        const { stdout, stderr } = await new Promise<Record<"stdout" | "stderr", string>>((resolve) => {
          const env = { ...process.env, XDG_STATE_HOME: join(stage.folder, "state") };
          const options = { cwd: folder, env, maxBuffer: 100_000_000 };
          execFile(process.execPath, args, options, (_, out, err) => resolve({ stdout: out, stderr: err }));
        });
        stage.record("standard output of vitest", stdout);
        stage.record("standard error of vitest", stderr);
        for (const name of ["json", "junit"])
          stage.record(`results.${name}`, readFileSync(join(folder, `results.${name}`), "utf8"));
      } finally {
        remove();
      }
    },
  },
  "restore of what could not be put back": {
    interfaces: "crm,donation,volunteer",
    daily: ["names"],
    meet: refusesToPutBack,
    async perform(stage) {
      const writes = `check ${config} --fact CRM-27,DON-17,VOL-04,VOL-05`;
      await stage.run(`${writes} ${reports}`);
      const { out } = await stage.run(`restore ${config} --json`);
      await stage.run(`restore ${config}`);
      await stage.run(writes);
      const { records }: { records: readonly { id: string }[] } = JSON.parse(out);
      if (records.length === 0) throw new Error("everything was put back");
      for (const { id } of records) await stage.run(`restore ${config} --forget ${id} --settled-by-hand`);
    },
  },
};
