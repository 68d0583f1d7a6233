import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../tools/cli/temporary-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly [{ readonly run: string; readonly env: Readonly<Record<string, string>> }];
  };
}

// The file is ours and its form the documented one.
const action = parse(read("action.yml")) as Action;
const [step] = action.runs.steps;

/** Runs the script of the action with a stand-in for tripact that notes its arguments and exits as told. */
const runAction = (inputs: Readonly<Record<string, string>>, code = 0, start = 0) => {
  const folder = temporaryFolder({
    stub: '#!/bin/sh\nif [ "$1" = --version ]; then exit "$START"; fi\nfor one in "$@"; do echo "$one" >> arguments; done\nexit "$CODE"\n',
  });
  chmodSync(join(folder, "stub"), 0o755);
  const all = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: usual = "" }]) => [name, inputs[name] ?? usual]),
  );
  const env = Object.fromEntries(
    Object.entries(step.env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => all[input] ?? ""),
    ]),
  );
  const { status } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", step.run], {
    cwd: folder,
    env: {
      ...env,
      PATH: process.env["PATH"] ?? "",
      CODE: String(code),
      START: String(start),
      GITHUB_OUTPUT: join(folder, "output"),
    },
  });
  const text = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";
  return { status, arguments: text("arguments").trimEnd().split("\n"), output: text("output") };
};

describe("the action", () => {
  test("hands its inputs on as they are, and nothing of theirs is run", () => {
    const hostile = 'x"; touch owned; $(touch owned)';
    const run = runAction({
      command: "./stub",
      config: hostile,
      report: "json=a b.json\nhtml=c.html",
      issues: "o/n",
    });
    expect(run.arguments).toEqual([
      "drift",
      "--github",
      "--config",
      hostile,
      "--store",
      ".tripact/store.sqlite",
      "--issues",
      "o/n",
      "--report",
      "json=a b.json",
      "--report",
      "html=c.html",
    ]);
    expect(run.status).toBe(0);
    expect(run.output).toBe("exit-code=0\n");
    expect(step.run).not.toContain("${{");
  });

  test.each([
    ["breaking", 1, 1],
    ["breaking", 3, 3],
    ["failed", 1, 0],
    ["failed", 3, 3],
    ["never", 3, 0],
    ["never", 2, 2],
  ])("with fail-on %s turns exit code %d into %d", (failOn, code, expected) => {
    const run = runAction({ command: "./stub", "fail-on": failOn }, code);
    expect(run.status).toBe(expected);
    expect(run.output).toBe(`exit-code=${code}\n`);
  });

  test.each(["breaking", "failed", "never"])(
    "with fail-on %s fails where tripact cannot be started",
    (failOn) => {
      // As npx ends with 1 where the registry is out of reach.
      const run = runAction({ command: "./stub", "fail-on": failOn }, 1, 1);
      expect([run.status, run.arguments, run.output]).toEqual([3, [""], ""]);
    },
  );

  test("refuses another fail-on", () => {
    expect(runAction({ command: "./stub", "fail-on": "sometimes" }).status).toBe(2);
  });
});

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly on: { readonly schedule: readonly { readonly cron: string }[] };
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly {
          readonly uses?: string;
          readonly if?: string;
          readonly with?: Readonly<Record<string, string>>;
        }[];
      }
    >
  >;
}

test("the workflow restores the store before the night and saves it whatever comes of it", () => {
  // The file is ours and its form the documented one.
  const workflow = parse(read(".github/workflows/nightly-drift.yml")) as Workflow;
  const steps = workflow.jobs["drift"]?.steps ?? [];
  const at = (prefix: string): number => steps.findIndex(({ uses = "" }) => uses.startsWith(prefix));
  expect(at("actions/cache/restore")).toBeLessThan(at("./"));
  expect(at("./")).toBeLessThan(at("actions/cache/save"));
  expect(steps[at("actions/cache/save")]?.if).toBe("always()");
  expect(steps[at("actions/cache/save")]?.with).toMatchObject({
    path: ".tripact/store.sqlite\n.tripact/store.sqlite-wal\n",
  });
  const given = Object.keys(steps[at("./")]?.with ?? {});
  expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
  expect(workflow.permissions).toEqual({ contents: "read", issues: "write" });
  expect(workflow.on.schedule).toHaveLength(1);
});

test("the other templates use options that there are", async () => {
  const { createProgram } = await import("../../../src/tools/cli/program.ts");
  const io = { write: () => undefined, isTerminal: false, columns: 80 };
  const program = createProgram(
    {
      env: {},
      stdout: io,
      stderr: io,
      stdin: (async function* () {})(),
      cwd: "/",
      clock: { now: () => 0, sleep: async () => undefined },
      signal: new AbortController().signal,
    },
    () => "0",
    async () => undefined,
  );
  const drift = program.commands.find((command) => command.name() === "drift");
  const known = [...program.options, ...(drift?.options ?? [])].map(({ long }) => long);
  const commands = [read("templates/nightly/crontab"), read("templates/nightly/gitlab-ci.yml"), step.run].map(
    (text) => text.slice(text.indexOf("drift -")),
  );
  const used = commands.flatMap((text) => text.match(/(?<=\s|\()--[a-z-]+/g) ?? []);
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((option) => !known.includes(option))).toEqual([]);
  const gitlab: unknown = parse(read("templates/nightly/gitlab-ci.yml"));
  expect(gitlab).toHaveProperty("nightly-drift.cache.policy", "pull-push");
});
