/**
 * Packs dist/, installs it in empty projects as docs/guides/installation.md describes, and runs that guide's commands and
 * snippets with this Node: `npm run package:try`. It uses the registry; CI runs it on every supported Node.
 */
import { execSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "./package/entries.ts";
import { pack } from "./package/pack.ts";

/** Limit for everything that an installation by npm brings. */
const mostMebibytes = 22;

const managers = ["npm", "pnpm", "yarn"] as const;
type Manager = (typeof managers)[number];

/** The blocks of the guide, by their titles. */
const blocks = new Map(
  [
    ...readFileSync(join(root, "docs/guides/installation.md"), "utf8").matchAll(
      /^```\w+ title=(\S+).*\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, title = "", text = ""]) => [title, text]),
);

const block = (title: string): string => {
  const text = blocks.get(title);
  if (text === undefined) throw new Error(`docs/guides/installation.md has no block ${title}`);
  return text;
};

const folder = mkdtempSync(join(tmpdir(), "tripact-try-"));
const tools = join(folder, "tools");
const path = [dirname(process.execPath), join(tools, "node_modules/.bin"), process.env["PATH"] ?? ""];
const env = { ...process.env, PATH: path.join(delimiter), YARN_ENABLE_TELEMETRY: "0", NODE_OPTIONS: "" };

const run = (cwd: string, command: string): string =>
  execSync(command, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const installTools = (): void => {
  mkdirSync(tools);
  writeFileSync(join(tools, "package.json"), '{ "private": true }');
  run(tools, "npm install --no-audit --no-fund pnpm@^12 @yarnpkg/cli-dist@^4");
};

const emptyProject = (name: string): string => {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "empty", "private": true }');
  // Otherwise Yarn considers the project a part of one above it.
  writeFileSync(join(project, "yarn.lock"), "");
  for (const title of ["sandbox.mjs", "sandbox.cjs", "sandbox.test.mjs"])
    writeFileSync(join(project, title), block(title));
  return project;
};

/** Runs the guide's commands, the first of which installs the tarball instead of the registry's package. */
const follow = (project: string, title: string, tarball: string): number => {
  const [install = "", ...others] = block(title).trim().split("\n");
  const started = performance.now();
  run(project, install.replace(/\btripact$/, `tripact@file:${tarball}`));
  const seconds = (performance.now() - started) / 1000;
  for (const command of others) run(project, command);
  return seconds;
};

/** A command that runs a file with the Node of a project. */
const nodeOf = (manager: Manager): string => (manager === "yarn" ? "yarn node" : "node");

const expectLine = (output: string, pattern: RegExp, what: string): void => {
  if (!pattern.test(output)) throw new Error(`${what} printed ${JSON.stringify(output)}`);
};

/** Mebibytes on disk, in whole blocks as `du` counts them. */
const diskUse = (project: string): number => {
  const entries = readdirSync(join(project, "node_modules"), { recursive: true, encoding: "utf8" });
  const blocks = entries.map((entry) => lstatSync(join(project, "node_modules", entry)).blocks);
  return (blocks.reduce((sum, count) => sum + count, 0) * 512) / 2 ** 20;
};

const typesIn = (project: string): void => {
  const source =
    'import { createSandbox } from "tripact";\nexport const sandbox = createSandbox({ seed: 1 });\n';
  for (const name of ["typed.mts", "typed.cts"]) writeFileSync(join(project, name), source);
  const flags = "--noEmit --strict --target es2024 --lib es2024,esnext.disposable,dom --types node";
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  run(project, "npm install --no-audit --no-fund @types/node@24");
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  run(project, `node ${compiler} ${flags} --module nodenext typed.mts typed.cts`);
};

const tried = (manager: Manager, tarball: string): string => {
  const project = emptyProject(manager);
  const seconds = follow(project, manager, tarball);
  expectLine(run(project, `${nodeOf(manager)} sandbox.mjs`), /^200\n$/, "sandbox.mjs");
  expectLine(run(project, `${nodeOf(manager)} sandbox.cjs`), /^http.*\/crm function\n$/, "sandbox.cjs");
  const size = manager === "npm" ? diskUse(project) : undefined;
  if (size !== undefined && size > mostMebibytes)
    throw new Error(`an installation takes ${size.toFixed(1)} MiB, more than ${mostMebibytes}`);
  if (manager === "npm") {
    typesIn(project);
    follow(project, "jest", tarball);
  }
  const also = manager === "npm" ? ", types, Jest" : "";
  const mebibytes = size === undefined ? "" : `${size.toFixed(1)} MiB`;
  return `| ${process.versions.node} | ${manager} | command, import, require${also} | ${seconds.toFixed(1)} s | ${mebibytes} |`;
};

try {
  installTools();
  const { path: tarball } = pack(folder);
  process.stdout.write("| Node | by | tried | installed in | on disk |\n|---|---|---|---|---|\n");
  for (const manager of managers) process.stdout.write(`${tried(manager, tarball)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
