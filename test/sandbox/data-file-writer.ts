/**
 * Run by data-file.test.ts: writes to the file it is given, a line for each acknowledged write, and kills itself
 * before it executes a certain statement, wherever in a write that is.
 */
import { StatementSync } from "node:sqlite";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { repeatedWrites } from "./data-file-writes.ts";

const [dataFile = "", last = ""] = process.argv.slice(2);

const killBeforeStatement = (number: number): void => {
  let executed = 0;
  StatementSync.prototype.run = new Proxy(StatementSync.prototype.run, {
    apply: (run, statement, parameters) => {
      executed += 1;
      if (executed === number) process.kill(process.pid, "SIGKILL");
      return Reflect.apply(run, statement, parameters);
    },
  });
};

const assumptions = { "U-27": 1_000_000, "U-28": 0, "U-29": 0 };
const sandbox = createSandbox({ dataFile, scale: 60, assumptions });
killBeforeStatement(Number(last));

for (let round = 1; round < 1000; round += 1) {
  for (const [name, write] of Object.entries(repeatedWrites)) {
    const answer = await write(sandbox, round);
    if (answer.status !== 200) throw new Error(`${name} ${round} was answered with ${answer.status}`);
    process.stdout.write(`${name} ${round}\n`);
  }
}
