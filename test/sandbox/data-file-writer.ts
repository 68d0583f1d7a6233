/**
 * Run by data-file.test.ts with a file, the name of a write, a round of it and the number of a statement: repeats
 * the writes on that file, with a line for each that was acknowledged, and kills itself in that write, before it
 * executes that statement.
 */
import { StatementSync } from "node:sqlite";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { repeatedWrites } from "./data-file-writes.ts";

const [dataFile = "", lastName, lastRound, lastStatement] = process.argv.slice(2);

/** Statements of the present write that changed rows; the first of all fills the file. */
let executed = 0;
let isLast = lastName === "filling";

const counted = <Execute extends StatementSync["run"] | StatementSync["get"]>(execute: Execute): Execute =>
  new Proxy(execute, {
    apply: (target, statement: StatementSync, parameters) => {
      if (/^\s*(?:insert|update|delete)\b/.test(statement.sourceSQL)) executed += 1;
      if (isLast && executed === Number(lastStatement)) process.kill(process.pid, "SIGKILL");
      return Reflect.apply(target, statement, parameters);
    },
  });

StatementSync.prototype.run = counted(StatementSync.prototype.run);
StatementSync.prototype.get = counted(StatementSync.prototype.get);

const assumptions = { "U-27": 1_000_000, "U-28": 0, "U-29": 0 };
const sandbox = createSandbox({ dataFile, scale: 60, assumptions });

for (let round = 1; round <= Number(lastRound); round += 1) {
  for (const [name, write] of Object.entries(repeatedWrites)) {
    executed = 0;
    isLast = name === lastName && round === Number(lastRound);
    const answer = await write(sandbox, round);
    if (answer.status !== 200) throw new Error(`${name} ${round} was answered with ${answer.status}`);
    process.stdout.write(`${name} ${round}\n`);
    // What deliveries do later would be counted with the next write.
    await sandbox.deliveriesSettled();
  }
}
