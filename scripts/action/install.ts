/**
 * The step of action.yml that installs tripact in the requested version, into its own folder, and outputs the command
 * to start it. `version: project` uses the project's installation.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { TRIPACT_VERSION: version = "", TRIPACT_HOME: home = "", TRIPACT_MODE: mode = "" } = process.env;

const installed = join(home, "node_modules/tripact");

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const install = (...packages: readonly string[]): void => {
  const flags = ["--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];
  execFileSync("npm", ["install", ...flags, ...packages], { stdio: "inherit" });
};

/** Packages that `tripact pact` needs, from its own error message. */
const pactPackages = (): readonly string[] => {
  const manifest: Manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return ["@pact-foundation/pact-core", "@pactflow/openapi-pact-comparator"].map(
    (name) => `${name}@${manifest.peerDependencies[name] ?? ""}`,
  );
};

/** Installs what is missing: the cache may have restored all of it. */
const installAll = (): string => {
  mkdirSync(home, { recursive: true });
  if (!existsSync(installed)) install(`tripact@${version}`);
  if (mode === "pact" && !existsSync(join(home, "node_modules/@pact-foundation/pact-core")))
    install(...pactPackages());
  return join(installed, "bin/tripact.js");
};

const ofProject = (): string =>
  join(
    createRequire(join(process.cwd(), "package.json")).resolve("tripact/package.json"),
    "../bin/tripact.js",
  );

const program = version === "project" ? ofProject() : installAll();
const command = JSON.stringify([process.execPath, program]);
appendFileSync(process.env["GITHUB_OUTPUT"] ?? "/dev/stdout", `command=${command}\n`);
