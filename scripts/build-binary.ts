/**
 * Builds the single executable in dist-binary/ or another folder: the bundled sources and their data files, inside a
 * copy of the Node that runs this script (https://nodejs.org/api/single-executable-applications.html).
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type InputOptions, type OutputOptions, type Plugin } from "rolldown";
import { beyondDocuments, servedFile } from "../src/builtin/beyond.ts";
import { interfaceNames } from "../src/builtin/interface-name.ts";
import { pageFiles } from "../src/report/html/assets.ts";
import { assetTypes } from "../src/sandbox/reference/assets.ts";
import { version } from "../src/core/model/version.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "dist-binary"));
const parts = join(folder, "parts");
const code = join(parts, "code");
const compiled = join(parts, "compiled");
const binary = join(folder, process.platform === "win32" ? "tripact.exe" : "tripact");
const isMac = process.platform === "darwin";

/** Bundles modules that are loaded on first use by their own `require`. */
const literalRequires: Plugin = {
  name: "literal-requires",
  transform: {
    filter: { code: "requireHere(" },
    handler: (text) => ({ code: text.replaceAll("requireHere(", "require("), map: null }),
  },
};

const shared: InputOptions = {
  platform: "node",
  // Packages that only a clone or a test run has; the commands that need them report that.
  external: [/^@pact-foundation\//, /^@pactflow\//, /^openapi-typescript$/, /^pg(?:-boss)?$/, /^vitest/],
  plugins: [literalRequires],
  // Files that are looked up beside the installed packages are among the assets.
  checks: { emptyImportMeta: false, ineffectiveDynamicImport: false },
};

/** A function of its own: a short name of the minifier may be a global variable, such as `gc`. */
const ownScope = { banner: "(() => {", footer: "})();" };

/** Everything in one file. */
const bundleWhole = async (input: string, name: string): Promise<string> => {
  const file = join(parts, name);
  const output: OutputOptions = { format: "cjs", file, codeSplitting: false, minify: true, ...ownScope };
  await build({ ...shared, input: join(root, input), output });
  return file;
};

/** One file per part that is loaded separately. */
const bundleParts = async (input: string): Promise<void> => {
  const named = { entryFileNames: "[name].js", chunkFileNames: "[name].js" };
  const output: OutputOptions = { format: "cjs", dir: code, minify: true, ...named };
  await build({ ...shared, input: { bin: join(root, input) }, output });
};

const recording = join(parts, "traffic.ndjson");

/** Commands that together run most of the code: the executable includes what they compile. */
const typicalRuns: readonly (readonly string[])[] = [
  ["check", "--interface", "volunteer", "--report", "json=-"],
  ["observe", recording],
  ["facts"],
  ["sandbox", "--json"],
  ["proxy", "--sandbox", "--json"],
];

/** Runs a command until it ends or, if it serves, until it prints its address. */
const compileBy = async (args: readonly string[]): Promise<void> => {
  const program = join(root, "scripts/compile-code.ts");
  const run = spawn(process.execPath, [program, code, compiled, ...args], {
    cwd: parts,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (args[0] === "sandbox" || args[0] === "proxy") run.stdout.once("data", () => run.kill("SIGTERM"));
  run.stdout.resume();
  const [status] = await once(run, "close");
  if (status !== 0 && status !== 3) throw new Error(`${args.join(" ")} ended with ${String(status)}`);
};

/** The files of a folder, with names below another folder. */
const filesIn = (from: string, below: string): Record<string, string> =>
  Object.fromEntries(readdirSync(from).map((name) => [`${below}/${name}`, join(from, name)]));

const filesOf = (
  names: readonly string[],
  asset: (name: string) => string,
  file: (name: string) => string,
): Record<string, string> => Object.fromEntries(names.map((name) => [asset(name), join(root, file(name))]));

/** The data files of the program, under the names by which it asks for them. */
const assets = (threads: Record<string, string>): Record<string, string> => ({
  ...filesIn(code, "code"),
  ...filesIn(compiled, "compiled"),
  ...threads,
  "version.txt": join(parts, "version.txt"),
  "package.json": join(root, "package.json"),
  "help.txt": join(root, "bin/help.txt"),
  ...filesOf(
    interfaceNames,
    (name) => `specs/${name}.yaml`,
    (name) => `specs/${name}.yaml`,
  ),
  ...filesOf(
    Object.values(beyondDocuments).map(({ path }) => path),
    (path) => path,
    (path) => path,
  ),
  [servedFile]: join(root, "src/builtin/generated", servedFile),
  ...filesOf(
    Object.keys(assetTypes),
    (name) => `viewer/${name}`,
    (name) => `node_modules/swagger-ui-dist/${name}`,
  ),
  ...filesOf(
    pageFiles,
    (name) => `page/${name}`,
    (name) => `src/report/html/${name}`,
  ),
});

/** The marker at which Node looks for an embedded program. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

const writeBinary = (blob: string): void => {
  copyFileSync(process.execPath, binary);
  chmodSync(binary, 0o755);
  if (isMac) execFileSync("codesign", ["--remove-signature", binary]);
  const inject = [binary, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse];
  if (isMac) inject.push("--macho-segment-name", "NODE_SEA");
  // Its library warns about sections of Node without names.
  execFileSync(process.execPath, [fileURLToPath(import.meta.resolve("postject/dist/cli.js")), ...inject], {
    stdio: "pipe",
  });
  if (isMac) execFileSync("codesign", ["--sign", "-", binary]);
};

rmSync(folder, { recursive: true, force: true });
for (const one of [code, compiled]) mkdirSync(one, { recursive: true });
writeFileSync(join(parts, "version.txt"), `${version()}\n`);
writeFileSync(
  recording,
  '{"request":{"method":"GET","url":"https://a.example/api/Contact/1"},"outcome":{"kind":"response","status":200,"headers":{},"body":{"kind":"json","value":{"id":1}}}}\n',
);
await bundleParts("src/entrypoints/cli/bin.ts");
for (const args of typicalRuns) await compileBy(args);
const main = await bundleWhole("src/entrypoints/binary/main.ts", "main.cjs");
const threads = {
  "judging-thread.js": await bundleWhole("src/traffic/judging/judging-thread-main.ts", "judging-thread.cjs"),
  "keeper-thread.js": await bundleWhole(
    "src/monitoring/fleet/run/keeper-thread-main.ts",
    "keeper-thread.cjs",
  ),
};
const config = join(parts, "sea.json");
const blob = join(parts, "tripact.blob");
const sea = { main, output: blob, disableExperimentalSEAWarning: true, assets: assets(threads) };
writeFileSync(config, JSON.stringify(sea));
execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "pipe" });
writeBinary(blob);
rmSync(parts, { recursive: true });
const mebibytes = (file: string): string => (statSync(file).size / 1024 ** 2).toFixed(1);
process.stdout.write(
  `${binary}: ${mebibytes(binary)} MiB, of which Node ${process.versions.node} is ${mebibytes(process.execPath)}\n`,
);
