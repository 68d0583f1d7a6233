#!/usr/bin/env node
// Starts on any Node that knows import(): says so when it is too old for the rest.
import module from "module";
import { existsSync } from "fs";

const wanted = [22, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  process.stderr.write(
    `tripact: needs Node ${wanted.join(".")} or newer, this is ${process.versions.node}\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  const sources = new URL("../src/cli/bin.ts", import.meta.url);
  // A clone runs its sources by type stripping; the published package has none.
  import(existsSync(sources) ? sources.href : new URL("../dist/cli/bin.js", import.meta.url).href).catch(
    (error) => {
      process.stderr.write(`tripact: cannot be started: ${error.message}\n`);
      process.exitCode = 3;
    },
  );
}
