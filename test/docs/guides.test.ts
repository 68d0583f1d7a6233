import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeAssets } from "../../scripts/release/assets.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { shopDocument } from "../contracts/shop-document.ts";
import { startShop } from "../contracts/shop-server.ts";
import { standIn } from "../stand-in.ts";
import { installTripact } from "../examples/install-example.ts";
import { createProgram } from "../../src/entrypoints/cli/program.ts";
import { isNightly } from "../nightly.ts";
import { cliIo } from "../entrypoints/cli/cli-io.ts";
import { runCli } from "../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { type Block, blocksOf, type Command, writeBlock } from "./guide.ts";

const root = resolve(import.meta.dirname, "../..");

const withSources = (text: string): string =>
  text
    .replaceAll(/"tripact-contract\/(\w+)"/g, (_, name: string) =>
      JSON.stringify(join(root, `src/builtin/generated/types/${name}.ts`)),
    )
    .replaceAll('"openapi-fetch"', JSON.stringify(import.meta.resolve("openapi-fetch")))
    .replaceAll('"tripact/queries"', JSON.stringify(join(root, "src/builtin/queries/index.ts")))
    .replaceAll('"tripact/recorder"', JSON.stringify(join(root, "src/entrypoints/recorder/index.ts")))
    .replaceAll('"tripact"', JSON.stringify(join(root, "src/index.ts")));

interface Scene {
  /** Its file below docs/. */
  readonly guide: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Address of the server that the guides write as http://127.0.0.1:3000. */
  readonly ownApi?: string;
}

/** The document of a reader's own API, a server that keeps to it, and traffic with it. */
const startOwnApi = async (folder: string): Promise<string> => {
  const shop = await startShop();
  onTestFinished(() => shop.close());
  writeFileSync(join(folder, "openapi.yaml"), JSON.stringify(shopDocument));
  const asked = [
    "check",
    "--openapi",
    "openapi.yaml",
    "--url",
    shop.url,
    "--auth",
    "bearerAuth=shop-secret",
    "--report",
    "har=traffic.har",
  ];
  expect(await runCli(asked, { cwd: folder })).toMatchObject({ code: 0 });
  return shop.url;
};

/** Starts what runs until it is stopped, and resolves when it has said its first word. */
const start = async (args: readonly string[], { folder, env }: Scene): Promise<string> => {
  const stop = new AbortController();
  const said = new Promise<string>((resolve) => {
    const running = runCli(args, { cwd: folder, env, signal: stop.signal, onOut: resolve });
    onTestFinished(async () => {
      stop.abort();
      // A proxy that nobody has used has judged nothing.
      expect(await running).toMatchObject({ code: args[0] === "proxy" ? 3 : 0, err: "" });
    });
  });
  return said;
};

/** A usual run serves few donors. */
const asSmall = (args: readonly string[]): readonly string[] =>
  isNightly || args[0] !== "sandbox" || args.includes("--like") ? args : [...args, "--scale", "20"];

/** A check may spend the requests of its hour, so doctor is asked in another one. */
const inItsHour = ([command]: readonly string[], { folder, env }: Scene): Scene["env"] =>
  command === "doctor" ? { ...env, XDG_STATE_HOME: join(folder, "state of another hour") } : env;

const finish = async (args: readonly string[], scene: Scene): Promise<string> => {
  const env = inItsHour(args, scene);
  const { code, out, err: lines } = await runCli(args, { cwd: scene.folder, env });
  // Off a terminal, a run that takes its time says how far it is; a new baseline is announced.
  const err = lines.replaceAll(/^(\d+ of \d+ facts |tripact: \d+ findings written ).*\n/gm, "");
  expect({ args, code, err }).toEqual({ args, code: 0, err: "" });
  return out;
};

const run = async ({ args: written, into, background }: Command, scene: Scene): Promise<void> => {
  // A reader puts in a fingerprint of a finding, and no server of a guide has one.
  if (written[0] === "replay" && written[1] === "0123456789ab") return;
  // As a shell puts in what an exported variable holds.
  const args = written.map((arg) =>
    arg
      .replace(/^'(.*)'$/, "$1")
      .replace(/^\$(\w+)$/, (_, name: string) => scene.env[name] ?? "")
      .replace("http://127.0.0.1:3000", scene.ownApi ?? "$&"),
  );
  const out = await (background ? start(asSmall(args), scene) : finish(args, scene));
  if (into !== undefined) writeFileSync(join(scene.folder, into), out);
  expect(out).not.toBe("");
};

/** Of a target that a guide names to be asked fast, a usual run asks little. */
const asAsked = (text: string): string =>
  isNightly || !/^safety: \{ perSecond: 50 \}/m.test(text)
    ? text
    : text
        .replace("perSecond: 50", "$&, maxRequests: 60")
        .replace(/^( +)credentials: \{ token: "\$\{DONATION_TOKEN\}" \}$/m, "$&\n$1operations: [listDonors]");

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
  writeBlock(scene.folder, name, name.endsWith(".ts") ? withSources(text) : asAsked(text));
};

const runSnippets = async ({ folder, ownApi }: Scene): Promise<number> => {
  const snippets = globSync("**/*.ts", { cwd: folder }).filter((name) => !name.endsWith(".d.ts"));
  for (const name of snippets) {
    // A snippet reads the files that lie beside it.
    const text = readFileSync(join(folder, name), "utf8")
      .replace(/(?<=file = "|openapi: ")/, `${folder}/`)
      .replace("http://127.0.0.1:3000", ownApi ?? "$&")
      .replace("bearerAuth=secret", "bearerAuth=shop-secret");
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
  // npm puts a dependency beside the package that brings it.
  symlinkSync(join(root, "node_modules/fast-check"), join(folder, "node_modules/fast-check"));
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
  if (guide === "guides/other-languages.md") writeAssets(folder);
  const { baseUrl, credentials } = served.config.interfaces.donation;
  const token = String(credentials["token"]);
  const text = readFileSync(join(root, "docs", guide), "utf8");
  const isOfOwnApi = text.includes("--openapi openapi.yaml") && !text.includes("title=openapi.yaml");
  return {
    guide,
    folder,
    ...(isOfOwnApi ? { ownApi: await startOwnApi(folder) } : {}),
    env: {
      DONATION_URL: baseUrl,
      DONATION_TOKEN: token,
      ...(await fleetOf(baseUrl, token)),
      SLACK_WEBHOOK: `${receiver.origin}/slack`,
      SHOP_TOKEN: "shop-secret",
      HEARTBEAT_URL: `${receiver.origin}/heartbeat`,
      XDG_STATE_HOME: join(folder, "state"),
    },
  };
};

/** What a usual run follows whole: what each command does is held where the command is tested. */
const usual = [
  "tutorial/your-own-api.md",
  "guides/alerts.md",
  "guides/extend-the-sandbox.md",
  "guides/recording.md",
  "guides/serve-a-document.md",
];

describe("the guides in docs/", () => {
  const inDocs = globSync("{tutorial,guides,reference,explanation}/*.md", { cwd: join(root, "docs") });
  const guides = [...inDocs, "../skills/tripact/SKILL.md"];

  test("give commands and options that there are", async () => {
    const io = cliIo(root, { signal: AbortSignal.abort() });
    for (const name of guides)
      for (const block of blocksOf(join(root, "docs", name)))
        for (const { args } of block.kind === "commands" ? block.commands : []) {
          let isUnderstood = false;
          const program = await createProgram(
            io,
            () => "",
            async () => {
              isUnderstood = true;
            },
            args,
          );
          const parsed = program.parseAsync([...args], { from: "user" });
          await expect(parsed, `${name}: ${args.join(" ")}`).resolves.toBeDefined();
          expect([name, args, isUnderstood]).toEqual([name, args, true]);
        }
  });

  const withCommands = guides.filter((name) => !name.startsWith("explanation/"));

  test.each(isNightly ? withCommands : usual)("every command and snippet of %s works", async (name) => {
    const scene = await sceneOf(name);
    const blocks = blocksOf(join(root, "docs", name));
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) await follow(block, `docs/${name}`, scene);
    const typescript = blocks.filter((block) => block.kind === "file" && block.name.endsWith(".ts"));
    expect(await runSnippets(scene)).toBe(typescript.length);
    await runScripts(scene.folder);
  });

  test("lead to files that are there", () => {
    for (const name of inDocs) {
      const text = readFileSync(join(root, "docs", name), "utf8");
      for (const [, link = ""] of text.matchAll(/\]\((\.\.\/[^)]+)\)/g))
        expect(() => readdirSync(resolve(root, "docs", name, "..", link, ".."))).not.toThrow();
    }
  });
});
