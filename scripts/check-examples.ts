/** Compiles the examples of the public API against dist/; test/package/public-api.test.ts runs them. */
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./package/entries.ts";
import { exampleModules, writeExamples } from "./package/examples.ts";

const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);

/** The compiler's errors in some files; the type check covers those that they import. */
const mistakesIn = (paths: readonly string[]): readonly string[] => {
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram(paths, options, host);
  return paths
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map((one) => ts.formatDiagnostic(one, host));
};

const folder = mkdtempSync(join(tmpdir(), "tripact-examples-"));
try {
  const files = exampleModules();
  writeExamples(folder, files, (modules) => symlinkSync(root, join(modules, "tripact")));
  const mistakes = mistakesIn([...files.keys()].map((name) => join(folder, name)));
  process.stderr.write(mistakes.join(""));
  if (mistakes.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
