import { spawnSync } from "node:child_process";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../../src/harness/store/store.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const bin = fileURLToPath(new URL("../../../bin/tripact.js", import.meta.url));

/** A target that nobody needs to reach: every command is refused before it asks. */
const config = [
  "interfaces:",
  "  donation:",
  "    baseUrl: http://127.0.0.1:9",
  "    credentials: { token: t }",
  "    queries: { dialect: dialect.yaml }",
  "baseline: baseline.json",
].join("\n");

const files: Readonly<Record<string, string>> = {
  "c.yaml": config,
  "baseline.json": '{"findings":[]}',
  "dialect.yaml": "operators: {}\nqueryTypes: {}\n",
  "mapping.yaml": "{}\n",
  "shard.json": "{}",
  "r.ndjson": "",
};

/** What a store holds that was opened once. */
const emptyStore = (): Buffer => {
  const path = join(temporaryFolder(), "s.sqlite");
  openStore(path).close();
  return readFileSync(path);
};

let store: Buffer | undefined;

/** A folder with every file that a command may read, links to them, and a store. */
const workplace = (): string => {
  const folder = temporaryFolder(files);
  symlinkSync(join(folder, "c.yaml"), join(folder, "link-to-config"));
  linkSync(join(folder, "c.yaml"), join(folder, "second-name"));
  symlinkSync(join(folder, "new.json"), join(folder, "link-to-nothing"));
  symlinkSync(folder, join(folder, "link-to-folder"));
  mkdirSync(join(folder, "state/tripact"), { recursive: true });
  store ??= emptyStore();
  for (const path of ["s.sqlite", "state/tripact/store.sqlite"]) writeFileSync(join(folder, path), store);
  mkdirSync(join(folder, "state/tripact/live"));
  writeFileSync(join(folder, "state/tripact/live/key"), "k");
  return folder;
};

/** Node's own way to list what is below a folder follows links, and these lead back into it. */
const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [path, ...(entry.isDirectory() ? pathsBelow(path) : [])];
  });

/** Every file of a folder with its bytes; of links those of what they lead to. */
const contentOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pathsBelow(folder).map((path) => {
      const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
      return [relative(folder, path), isFile ? readFileSync(path, "latin1") : "no file"];
    }),
  );

const check = (report: string): readonly string[] => [
  "check",
  "--config",
  "c.yaml",
  "--store",
  "s.sqlite",
  "--report",
  `json=${report}`,
];

/** The words of a command whose output is one of its other files, and what it must say. */
const collisions: Readonly<Record<string, readonly [args: readonly string[], says: RegExp]>> = {
  "the configuration": [
    check("c.yaml"),
    /^--report json=c\.yaml: is the same file as the configuration c\.yaml/,
  ],
  "the configuration, spelt otherwise": [check("./state/../c.yaml"), /configuration c\.yaml/],
  "a link to the configuration": [check("link-to-config"), /configuration c\.yaml/],
  "another name of the configuration": [check("second-name"), /configuration c\.yaml/],
  "the configuration by another folder": [check("link-to-folder/c.yaml"), /configuration c\.yaml/],
  "the baseline": [check("baseline.json"), /the baseline baseline\.json/],
  "the dialect": [check("dialect.yaml"), /the dialect dialect\.yaml/],
  "the store": [check("s.sqlite"), /^--report json=s\.sqlite: is the same file as the store s\.sqlite/],
  "the store's log, not there yet": [check("link-to-folder/s.sqlite-wal"), /the store s\.sqlite/],
  "the key of the journal": [check("state/tripact/live/key"), /is among what tripact keeps for later runs/],
  "a file beside the journals": [check("link-to-folder/state/tripact/live/x"), /is among what tripact keeps/],
  "the user's own store": [check("state/tripact/store.sqlite"), /is among what tripact keeps for later runs/],
  "another report": [
    [...check("new.json"), "--report", "junit=./new.json"],
    /^--report junit=\.\/new\.json: is the same file as the report json=new\.json/,
  ],
  "another report by a link to nothing": [
    [...check("new.json"), "--report", "junit=link-to-nothing"],
    /the report json=new\.json/,
  ],
  "the store is the configuration": [
    ["check", "--config", "c.yaml", "--store", "second-name"],
    /^--store second-name: is the same file as the configuration/,
  ],
  "drift over the configuration": [
    ["drift", "--config", "c.yaml", "--store", "s.sqlite", "--report", "html=c.yaml"],
    /configuration c\.yaml/,
  ],
  "drift over the store": [
    ["drift", "--config", "c.yaml", "--store", "s.sqlite", "--report", "html=link-to-folder/s.sqlite"],
    /the store s\.sqlite/,
  ],
  "observe over the recording": [
    ["observe", "r.ndjson", "--report", "json=link-to-folder/r.ndjson"],
    /the recording r\.ndjson/,
  ],
  "observe over a recording of a pattern": [
    ["observe", "*.ndjson", "--report", "json=r.ndjson"],
    /the recording .*r\.ndjson/,
  ],
  "observe into its own store": [
    ["observe", "r.ndjson", "--store", "s.sqlite", "--report", "json=s.sqlite"],
    /the store s\.sqlite/,
  ],
  "a store over the recording": [["observe", "r.ndjson", "--store", "r.ndjson"], /the recording r\.ndjson/],
  "a merged report over a shard": [
    ["report", "merge", "shard.json", "--report", "json=shard.json"],
    /the input shard\.json/,
  ],
  "a dialect over the configuration": [
    ["discover", "--config", "c.yaml", "--store", "s.sqlite", "--out", "link-to-config"],
    /^--out link-to-config: is the same file as the configuration/,
  ],
  "a dialect over its mapping": [
    ["discover", "--options-mapping", "mapping.yaml", "--out", "mapping.yaml"],
    /the mapping mapping\.yaml/,
  ],
  "types beside the journals": [
    ["generate", "--discover", "--config", "c.yaml", "--out", "state/tripact/live"],
    /is among what tripact keeps/,
  ],
  "a sandbox on the user's store": [
    ["sandbox", "--port", "0", "--data", "state/tripact/store.sqlite"],
    /^--data state\/tripact\/store\.sqlite: is among what tripact keeps/,
  ],
};

describe("an output that is one of the command's other files", () => {
  it.each(Object.entries(collisions))("%s is refused, and nothing is lost", async (_, [args, says]) => {
    const cwd = workplace();
    if (args[0] === "observe")
      writeFileSync(
        join(cwd, "r.ndjson"),
        `${JSON.stringify({ request: { method: "GET", url: "https://crm.example.org/api/Contact/1" }, response: { status: 200, headers: {}, body: {} } })}\n`,
      );
    const before = contentOf(cwd);
    const { code, err } = await runCli(args, { cwd, env: { XDG_STATE_HOME: join(cwd, "state") } });
    expect(err).toMatch(/^tripact: [^\n]+ \(name another file\)\n$/);
    expect(err.slice("tripact: ".length)).toMatch(says);
    expect(code).toBe(2);
    expect(contentOf(cwd)).toEqual(before);
  });

  it("is refused where it is the summary of the step, too", async () => {
    const cwd = workplace();
    const env = { XDG_STATE_HOME: join(cwd, "state"), GITHUB_STEP_SUMMARY: "second-name" };
    for (const args of [
      ["check", "--config", "c.yaml", "--store", "s.sqlite", "--report", "github=-"],
      ["drift", "--config", "c.yaml", "--store", "s.sqlite", "--github"],
    ]) {
      const { code, err } = await runCli(args, { cwd, env });
      expect(err).toMatch(/^tripact: GITHUB_STEP_SUMMARY: is the same file as the configuration c\.yaml/);
      expect(code).toBe(2);
    }
    expect(readFileSync(join(cwd, "c.yaml"), "utf8")).toBe(config);
  });

  it("is refused where the shell has put it in the place of standard input", () => {
    const text = `${JSON.stringify({ request: { method: "GET", url: "https://crm.example.org/api/Contact/1" }, response: { status: 200, headers: {}, body: {} } })}\n`;
    const cwd = temporaryFolder({ "r.ndjson": text });
    const input = openSync(join(cwd, "r.ndjson"), "r");
    onTestFinished(() => closeSync(input));
    const { status, stderr } = spawnSync(
      process.execPath,
      [bin, "observe", "-", "--report", "json=r.ndjson"],
      {
        cwd,
        encoding: "utf8",
        stdio: [input, "ignore", "pipe"],
      },
    );
    expect(stderr).toMatch(/^tripact: --report json=r\.ndjson: is the same file as the standard input/);
    expect(status).toBe(2);
    expect(readFileSync(join(cwd, "r.ndjson"), "utf8")).toBe(text);
  });

  it("is no device: several reports may go to one", async () => {
    const args = ["check", "--check", "webhook-is-read-by-id", "--quiet"];
    const reports = ["--report", "json=/dev/null", "--report", "junit=/dev/null"];
    expect(await runCli([...args, ...reports])).toMatchObject({ code: 0, err: "" });
  });
});
