/** `npm run verify`: what must pass besides the tests. The package, half of the time, is verified beside the rest. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Scripts of package.json; those of one row run one after the other. */
const rows = [
  ["typecheck", "generate -- --check", "lint"],
  ["package:check", "package:types"],
];

/** Prints what a script wrote once it has ended, so that two do not mix. */
const run = async (script: string): Promise<boolean> => {
  const started = performance.now();
  const child = spawn("npm", ["run", "--silent", ...script.split(" ")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const [code] = (await once(child, "close")) as [number | null]; // Arguments of the event.
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${Buffer.concat(chunks)}${code === 0 ? "ok" : "failed"}  ${script}  ${seconds} s\n`);
  return code === 0;
};

/** Ends at the first script that fails. */
const runAll = async (scripts: readonly string[]): Promise<boolean> => {
  for (const script of scripts) if (!(await run(script))) return false;
  return true;
};

const results = await Promise.all(rows.map(runAll));
if (results.includes(false)) process.exitCode = 1;
