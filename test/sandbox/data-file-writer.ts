/**
 * Run by data-file.test.ts: writes to the file it is given until it is killed, a line for each acknowledged
 * write.
 */
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { repeatedWrites } from "./data-file-writes.ts";

const assumptions = { "U-27": 1_000_000, "U-28": 0, "U-29": 0 };
const sandbox = createSandbox({ dataFile: process.argv[2] ?? "", scale: 60, assumptions });

for (let round = 1; round < 100_000; round += 1) {
  for (const [name, write] of Object.entries(repeatedWrites)) {
    const answer = await write(sandbox, round);
    if (answer.status !== 200) throw new Error(`${name} ${round} was answered with ${answer.status}`);
    process.stdout.write(`${name} ${round}\n`);
  }
}
