/** Simulates thirty runs of every organization between two numbers and prints each one's as a line of JSON. */
import { simulateQuiet } from "./quiet-organizations.ts";

const [from = 1, to = 1] = process.argv.slice(2).map(Number);
for (let organization = from; organization <= to; organization += 1)
  process.stdout.write(`${JSON.stringify(await simulateQuiet(organization, 30))}\n`);
