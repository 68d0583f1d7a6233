import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { argumentsOf } from "../../scripts/action/command-line.ts";
import { readInputs } from "../../scripts/action/inputs.ts";
import { root } from "../../scripts/package/entries.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { blocksOf } from "../docs/guide.ts";
import { isNightly } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { workflows } from "../workflows/files.ts";
import { scratchRepository } from "./scratch.ts";

/** The files that docs/guides/continuous-integration.md has its reader write, and the OpenAPI documents that it takes for granted. */
const files: Readonly<Record<string, string>> = Object.fromEntries([
  ...blocksOf(join(root, "docs/guides/continuous-integration.md")).flatMap((block) =>
    block.kind === "file" ? [[block.name, block.text]] : [],
  ),
  ...["old", "new"].map((version) => [
    `${version}/donation.yaml`,
    readFileSync(join(root, "specs/donation.yaml"), "utf8"),
  ]),
]);

/** The inputs of each of our steps in the guide's workflow. */
const ourSteps: readonly Readonly<Record<string, string>>[] = workflows
  .filter(({ path }) => path.startsWith("docs/guides/continuous-integration.md"))
  .flatMap(({ jobs }) => Object.values(jobs))
  .flatMap(({ steps = [] }) => steps)
  .filter(({ uses = "" }) => uses.startsWith("tripact/tripact@"))
  .map(({ with: given = {} }) => given as Readonly<Record<string, string>>); // the linter's test holds their names

interface GitLabJob {
  readonly tripact: { readonly script: readonly string[] };
}

/** What the guide has other systems run, as one script each. */
const scripts: readonly (readonly [name: string, text: string])[] = [
  [".gitlab-ci.yml", (parse(files[".gitlab-ci.yml"] ?? "") as GitLabJob).tripact.script.join("\n")],
  ["ci.sh", files["ci.sh"] ?? ""],
];

/** Runs a script in which `npx --yes tripact@…` is another command. */
const runScript = async (
  text: string,
  npx: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
) => {
  const bin = temporaryFolder({ npx: `#!/bin/sh\nshift 2\n${npx}\n` });
  chmodSync(join(bin, "npx"), 0o755);
  const path = [bin, process.env["PATH"] ?? ""].join(delimiter);
  const child = spawn("bash", ["-c", text], { cwd: folder, env: { ...process.env, PATH: path, ...env } });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => pieces.push(piece));
  const [code] = await once(child, "close");
  return { code: Number(code), log: String(Buffer.concat(pieces)) };
};

test("the workflow of the guide gives inputs that the action takes, to files that the guide has", () => {
  const commands = ourSteps.map((given) => {
    const env = Object.entries(given).map(([name, value]) => [
      `TRIPACT_${name.replaceAll("-", "_").toUpperCase()}`,
      value,
    ]);
    const inputs = readInputs(Object.fromEntries(env));
    const named = [inputs.config, ...inputs.files].filter((name) => name !== "");
    expect(named.filter((name) => !(name in files))).toEqual([]);
    return argumentsOf(inputs).slice(0, 2).join(" ");
  });
  expect(commands).toEqual(["check --config", "observe --report", "pact verify", "diff --"]);
});

describe.each(scripts)("%s of the guide", (_, text) => {
  test("runs both commands on files that the guide has", async () => {
    const folder = temporaryFolder();
    expect(await runScript(text, 'echo "$@" >> commands', folder)).toEqual({ code: 0, log: "" });
    const commands = readFileSync(join(folder, "commands"), "utf8").trim().split("\n");
    expect(commands.map((line) => line.replace("--no-color ", "").split(" ")[0])).toEqual([
      "check",
      "observe",
    ]);
    for (const name of ["staging.yaml", "traffic.har"]) {
      expect(commands.join(" ")).toContain(name);
      expect(files).toHaveProperty([name]);
    }
  });
});

test("ci.sh fails if one of its commands does, whichever", async () => {
  const [, text = ""] = scripts.find(([name]) => name === "ci.sh") ?? [];
  for (const failing of ["check", "observe"]) {
    const run = await runScript(text, `case "$*" in *${failing}*) exit 3 ;; esac`, temporaryFolder());
    expect([failing, run.code]).toEqual([failing, 3]);
  }
});

/** The donation interface of a sandbox in place of the guide's target, asked without pauses. */
const staged = async () => {
  const served = await startSandbox({ scale: 20 });
  onTestFinished(() => served.close());
  const { baseUrl, credentials } = served.config.interfaces.donation;
  const config = (files["staging.yaml"] ?? "")
    .replace("https://donations.example.org", baseUrl)
    .replace("perSecond: 5", "perSecond: 1000, perHour: 5000");
  return { ...files, "staging.yaml": config, token: String(credentials["token"]) };
};

// It installs the package and what it needs from the registry: TRIPACT_NIGHTLY=1 npx vitest run test/action/guide.test.ts
describe.runIf(isNightly)("with the package installed as it is released,", () => {
  test("the action runs the workflow of the guide, and drift twice", async () => {
    const { token, ...written } = await staged();
    const { folder, act, comments } = await scratchRepository(written);
    const version = `file:${inject("tarball")}`;
    const drift = { mode: "drift", config: "staging.yaml", options: "--seed=1" };
    for (const given of [...ourSteps, drift, drift]) {
      const run = await act({ ...given, version }, { DONATION_TOKEN: token });
      const log = run.steps.map((step) => step.log).join("");
      expect([given, log, run.outputs["exit-code"]]).toEqual([given, expect.any(String), "0"]);
    }
    expect(existsSync(join(folder, ".tripact/store.sqlite"))).toBe(true);
    expect(comments.map(({ body }) => body.split("\n")[0])).toEqual(
      ["check", "observe"].map((mode) => `<!-- tripact gate ${mode} -->`),
    );
  }, 600_000);

  test.each(scripts)(
    "%s runs",
    async (_, text) => {
      const { token, ...written } = await staged();
      const { folder } = await scratchRepository(written);
      const command = `exec node ${join(folder, "node_modules/tripact/bin/tripact.js")} "$@"`;
      const { code, log } = await runScript(text, command, folder, { DONATION_TOKEN: token });
      expect([code, log]).toEqual([0, expect.any(String)]);
      expect(globSync("reports/*.xml", { cwd: folder })).toHaveLength(2);
    },
    600_000,
  );
});
