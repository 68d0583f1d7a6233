import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeAssets } from "../../scripts/release/assets.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { standIn } from "../harness/notify/stand-in.ts";
import { installTripact } from "../examples/install-example.ts";
import { isNightly, someOf } from "../nightly.ts";
import { runCli } from "../tools/cli/run-cli.ts";
import { temporaryFolder } from "../tools/cli/temporary-folder.ts";
import { type Block, blocksOf, type Command, writeBlock } from "./guide.ts";

const root = resolve(import.meta.dirname, "../..");

const withSources = (text: string): string =>
  text
    .replaceAll(/"tripact-contract\/(\w+)"/g, (_, name: string) =>
      JSON.stringify(join(root, `src/contract/generated/types/${name}.ts`)),
    )
    .replaceAll('"openapi-fetch"', JSON.stringify(import.meta.resolve("openapi-fetch")))
    .replaceAll('"tripact/queries"', JSON.stringify(join(root, "src/contract/queries/index.ts")))
    .replaceAll('"tripact/recorder"', JSON.stringify(join(root, "src/tools/recorder/index.ts")))
    .replaceAll('"tripact"', JSON.stringify(join(root, "src/index.ts")));

interface Scene {
  /** Its file below docs/. */
  readonly guide: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts what runs until it is stopped, and resolves when it has said its first word. */
const start = async (args: readonly string[], { folder, env }: Scene): Promise<string> => {
  const stop = new AbortController();
  const said = new Promise<string>((resolve) => {
    const running = runCli(args, { cwd: folder, env, signal: stop.signal, onOut: resolve });
    onTestFinished(async () => {
      stop.abort();
      expect(await running).toMatchObject({ code: 0, err: "" });
    });
  });
  return said;
};

/** Checks that judge the facts which a guide requires: named by their facts they would be looked for in a dry run. */
const judging: Readonly<Record<string, string>> = {
  "DON-03": "page-total-is-stable",
  "CRM-27": "note-is-replaced-whole",
};

/**
 * Of a guide's checks that judge everything the embedded sandbox serves, a usual run makes one, or those of the facts
 * that are required. How far a deep search goes is held in test/checks/sampling.test.ts.
 */
const asUsual = (args: readonly string[], folder: string): readonly string[] => {
  const isWhole =
    args[0] === "check" && !["--config", "--check", "--interface"].some((option) => args.includes(option));
  if (isNightly) return args;
  // The check that it goes on to asks all that its budget allows; test/tools/cli/commands/init.test.ts holds that it does.
  if (args[0] === "init") return args.filter((arg) => arg !== "--then-check");
  // What each of a plan would cost is held in test/harness/runner.
  if (args.includes("--dry-run")) return [...args, "--check", "page-total-is-stable"];
  if (args.join(" ") === "check --interface volunteer") return [...args, "--check", "users-are-listed"];
  // All that a discovery finds out is held in test/tools/cli/commands/discover.test.ts.
  if (args[0] === "discover" && !args.includes("--budget")) return [...args, "--budget", "100"];
  if (!isWhole) return args;
  const required = args[args.indexOf("--require") + 1];
  // The target of such a file is the donation interface.
  const check = existsSync(join(folder, "tripact.config.yaml")) ? "page-total-is-stable" : "users-are-listed";
  if (!args.includes("--require") || required === undefined) return [...args, "--check", check];
  const checks = required.split(",").map((fact) => judging[fact] ?? `no check of ${fact} is named here`);
  return [...args.with(args.indexOf("--min-facts") + 1, "2"), "--check", checks.join()];
};

/** A usual run serves few donors. */
const asSmall = (args: readonly string[]): readonly string[] =>
  isNightly || args[0] !== "sandbox" || args.includes("--like") ? args : [...args, "--scale", "20"];

/** Of a sandbox's configuration, a usual run asks the queries of one interface. */
const asConfigured = (text: string): string => {
  if (isNightly) return text;
  // What `sandbox --json` prints.
  const config = JSON.parse(text) as {
    readonly safety?: object;
    readonly interfaces: { readonly donation: object };
  };
  const queries = ["queryDonors", "queryGifts", "queryCampaigns", "queryRecurringGifts", "querySegments"];
  const donation = { ...config.interfaces.donation, operations: ["getQueryOptions", ...queries] };
  const safety = { ...config.safety, maxRequests: 220 };
  return JSON.stringify({ ...config, interfaces: { donation }, safety });
};

/** A check may spend the requests of its hour, so doctor is asked in another one. */
const inItsHour = ([command]: readonly string[], { folder, env }: Scene): Scene["env"] =>
  command === "doctor" ? { ...env, XDG_STATE_HOME: join(folder, "state of another hour") } : env;

/** How a command ends; one that a usual run has given a budget spends it. */
const endOf = (asked: readonly string[], written: readonly string[]) =>
  asked.includes("--budget") && !written.includes("--budget")
    ? { code: 4, err: "tripact: the budget of requests is spent\n" }
    : { code: 0, err: "" };

const finish = async (written: readonly string[], scene: Scene): Promise<string> => {
  const args = asUsual(written, scene.folder);
  const env = inItsHour(args, scene);
  const { code, out, err: lines } = await runCli(args, { cwd: scene.folder, env });
  // Off a terminal, a run that takes its time says how far it is; a new baseline is announced.
  const err = lines.replaceAll(/^(\d+ of \d+ facts |tripact: \d+ findings written ).*\n/gm, "");
  expect({ args, code, err }).toEqual({ args, ...endOf(args, written) });
  return out;
};

const run = async ({ args: written, into, background }: Command, scene: Scene): Promise<void> => {
  // A usual run makes those of the guides, whose budgets are small.
  if (!isNightly && written[0] === "drift" && scene.guide.endsWith("SKILL.md")) return;
  // As a shell puts in what an exported variable holds.
  const args = written.map((arg) => arg.replace(/^\$(\w+)$/, (_, name: string) => scene.env[name] ?? ""));
  const out = await (background ? start(asSmall(args), scene) : finish(args, scene));
  if (into !== undefined)
    writeFileSync(join(scene.folder, into), args[0] === "sandbox" ? asConfigured(out) : out);
  expect(out).not.toBe("");
};

/** Of a target that a guide names to be asked fast, a usual run asks little. */
const asAsked = (text: string): string =>
  text
    .replace(/(?<=^safety: \{ perSecond: 50)(?:, maxRequests: 300)?(?!, perHour: 600)/m, ", maxRequests: 60")
    .replace(/^( +)credentials: \{ token: "\$\{DONATION_TOKEN\}" \}$/m, "$&\n$1operations: [listDonors]");

/** What a usual run has of a file. */
const asBrief = (text: string, name: string): string => {
  if (isNightly) return text;
  // The types of browsers and of later editions are most of what a compiler reads, and no snippet needs them.
  if (name === "tsconfig.json") return text.replace('"types": []', '"types": [], "lib": ["es2015"]');
  return /^safety: \{ perSecond: 50/m.test(text) ? asAsked(text) : text;
};

const follow = async (block: Block, guide: string, scene: Scene): Promise<void> => {
  if (block.kind === "tried elsewhere") {
    expect(readFileSync(join(root, block.script), "utf8")).toContain(guide);
    return;
  }
  if (block.kind === "commands") {
    for (const command of block.commands) await run(command, scene);
    return;
  }
  const { name, text } = block;
  writeBlock(scene.folder, name, name.endsWith(".ts") ? withSources(text) : asBrief(text, name));
};

const runSnippets = async (folder: string): Promise<number> => {
  const snippets = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  for (const name of snippets) {
    // A snippet reads the files that lie beside it.
    const text = readFileSync(join(folder, name), "utf8").replace(/(?<=file = ")/, `${folder}/`);
    writeFileSync(join(folder, name), text);
    await import(/* @vite-ignore */ join(folder, name));
  }
  return snippets.length;
};

/** Runs JavaScript as users do, with this package installed beside it. */
const runScripts = async (folder: string): Promise<void> => {
  const scripts = readdirSync(folder).filter((name) => /\.[cm]js$/.test(name));
  if (scripts.length === 0) return;
  mkdirSync(join(folder, "node_modules"));
  installTripact(join(folder, "node_modules"));
  // One process for all: loading the package takes the most of their time.
  const imports = scripts.map((name) => `await import(${JSON.stringify(`./${name}`)});`).join("\n");
  writeFileSync(join(folder, "all-scripts.mjs"), imports);
  await promisify(execFile)(process.execPath, [join(folder, "all-scripts.mjs")], { cwd: folder });
};

/** Two organizations of a fleet, each with a target of its own. */
const fleetOf = async (baseUrl: string, token: string): Promise<Readonly<Record<string, string>>> => {
  const other = await startSandbox({ scale: 20, seed: 2 });
  onTestFinished(() => other.close());
  const { donation } = other.config.interfaces;
  return {
    NORTH_DONATION_URL: baseUrl,
    NORTH_DONATION_TOKEN: token,
    SOUTH_DONATION_URL: donation.baseUrl,
    SOUTH_DONATION_TOKEN: String(donation.credentials["token"]),
  };
};

/** What a guide takes for granted: a target, somebody to be alerted, two versions of the documents, and downloads. */
const sceneOf = async (guide: string): Promise<Scene> => {
  const receiver = await standIn();
  const served = await startSandbox({ scale: 20 });
  onTestFinished(() => served.close());
  const folder = temporaryFolder();
  for (const version of ["old", "new"])
    cpSync(join(root, "specs/donation.yaml"), join(folder, version, "donation.yaml"));
  if (guide === "other-languages.md") writeAssets(folder);
  const { baseUrl, credentials } = served.config.interfaces.donation;
  const token = String(credentials["token"]);
  return {
    guide,
    folder,
    env: {
      DONATION_URL: baseUrl,
      DONATION_TOKEN: token,
      ...(await fleetOf(baseUrl, token)),
      SLACK_WEBHOOK: `${receiver.origin}/slack`,
      HEARTBEAT_URL: `${receiver.origin}/heartbeat`,
      XDG_STATE_HOME: join(folder, "state"),
    },
  };
};

describe("the guides in docs/", () => {
  const inDocs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));

  // A usual run follows some of the guides: what each command does is held where the command is tested.
  test.each(someOf([...inDocs, "../skills/tripact/SKILL.md"], 3))(
    "every command and snippet of %s works",
    async (name) => {
      const scene = await sceneOf(name);
      const blocks = blocksOf(join(root, "docs", name));
      expect(blocks.some(({ kind }) => kind === "commands")).toBe(true);
      for (const block of blocks) await follow(block, `docs/${name}`, scene);
      const typescript = blocks.filter((block) => block.kind === "file" && block.name.endsWith(".ts"));
      expect(await runSnippets(scene.folder)).toBe(typescript.length);
      await runScripts(scene.folder);
    },
  );

  test("lead to files that are there", () => {
    for (const name of readdirSync(join(root, "docs"))) {
      const text = readFileSync(join(root, "docs", name), "utf8");
      for (const [, link = ""] of text.matchAll(/\]\((\.\.\/[^)]+)\)/g))
        expect(() => readdirSync(resolve(root, "docs", link, ".."))).not.toThrow();
    }
  });
});
