#!/usr/bin/env node
// Starts on any Node that knows import(): says so when it is too old for the rest.
import module from "module";
import { existsSync, readFileSync, writeFileSync } from "fs";
import { isatty } from "tty";

const wanted = [22, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

const beside = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** What can be answered without the rest, whose loading takes longer than Node itself; undefined for all else. */
const shortAnswer = ([option, ...more]) => {
  if (more.length > 0) return undefined;
  if (option === "--version" || option === "-V") return `${JSON.parse(beside("../package.json")).version}\n`;
  // A terminal is given lines of its own width.
  return (option === "--help" || option === "-h") && !isatty(1) ? beside("help.txt") : undefined;
};

/** False where there is no short answer, or it cannot be written: the rest knows what to say then. */
const answeredShortly = () => {
  try {
    const answer = shortAnswer(process.argv.slice(2));
    if (answer !== undefined) writeFileSync(1, answer);
    return answer !== undefined;
  } catch {
    return false;
  }
};

/** Node 22 warns of its SQLite and of its type stripping, which later versions keep as they are. */
const silenceExperiments = () => {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...more) => {
    const isKnown = more[0] === "ExperimentalWarning" && /^(?:SQLite|Type Stripping) /.test(String(warning));
    if (!isKnown) emitWarning.call(process, warning, ...more);
  };
};

if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  process.stderr.write(
    `tripact: needs Node ${wanted.join(".")} or newer, this is ${process.versions.node}\n` +
      "  npm install --save-dev node@24 gives npx and npm scripts of this project a newer one\n",
  );
  process.exitCode = 2;
} else if (!answeredShortly()) {
  if (major < 24) silenceExperiments();
  module.enableCompileCache();
  const sources = new URL("../src/entrypoints/cli/bin.ts", import.meta.url);
  // A clone runs its sources by type stripping; the published package has none.
  import(existsSync(sources) ? sources.href : new URL("../dist/entrypoints/cli/bin.js", import.meta.url).href)
    .then(({ ended }) => ended)
    .catch((error) => {
      process.stderr.write(`tripact: cannot be started: ${error.message}\n`);
      process.exitCode = 3;
    });
}
