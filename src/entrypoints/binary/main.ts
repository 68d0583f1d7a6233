/** Entry point of the single executable. Its code is among its assets, so each command loads only its own. */
import { writeFileSync } from "node:fs";
import { getRawAsset } from "node:sea";
import { isatty } from "node:tty";
import { readOwnFile } from "../../core/model/own-file.ts";
import { createCodeLoader } from "./code-loader.ts";

/** Answers that need no other code, as in bin/tripact.js; otherwise undefined. */
const shortAnswer = ([option, ...more]: readonly string[]): string | undefined => {
  if (more.length > 0) return undefined;
  if (option === "--version" || option === "-V") return readOwnFile("version.txt", undefined);
  // A terminal gets lines of its own width, from the full program.
  return (option === "--help" || option === "-h") && !isatty(1)
    ? readOwnFile("help.txt", undefined)
    : undefined;
};

const answeredShortly = (): boolean => {
  try {
    const answer = shortAnswer(process.argv.slice(2));
    if (answer !== undefined) writeFileSync(1, answer);
    return answer !== undefined;
  } catch {
    // The full program reports that the output cannot be written.
    return false;
  }
};

const compiledCode = (name: string): Uint8Array | undefined => {
  try {
    return new Uint8Array(getRawAsset(`compiled/${name}`));
  } catch {
    return undefined;
  }
};

const sourceOf = (name: string): string => {
  const text = readOwnFile(`code/${name}`, undefined);
  if (text === undefined) throw new Error(`this executable lacks ${name}`);
  return text;
};

const start = async (): Promise<void> => {
  const { load } = createCodeLoader({
    source: sourceOf,
    compiled: compiledCode,
    path: process.execPath,
  });
  // The bundle of src/entrypoints/cli/bin.ts.
  const { ended } = load("bin.js") as { readonly ended: Promise<void> };
  await ended;
};

if (!answeredShortly())
  start().catch((error: unknown) => {
    process.stderr.write(
      `tripact: cannot be started: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 3;
  });
