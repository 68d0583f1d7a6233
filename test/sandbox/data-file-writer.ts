/**
 * Run by data-file.test.ts: writes to the file it is given until it is killed, a line for each acknowledged
 * write.
 */
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { ask } from "./ask.ts";

const sandbox = createSandbox({ dataFile: process.argv[2] ?? "", assumptions: { "U-29": 0 } });
const token = String(sandbox.config().interfaces.volunteer.credentials["token"]);

for (let round = 1; round < 100_000; round += 1) {
  const members = Array.from({ length: 1 + (round % 20) }, (_, index) => index + 1);
  const body = { name: `round ${round}`, members };
  const answer = await ask(sandbox, "/volunteer/v1/groups/1", { token, method: "PUT", body });
  if (answer.status !== 200) throw new Error(`round ${round} was answered with ${answer.status}`);
  process.stdout.write(`${round}\n`);
}
