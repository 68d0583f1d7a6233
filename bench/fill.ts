/** `node bench/fill.ts FILE DONORS SEED`: fills a data file and prints its time and number of rows. */
import { DatabaseSync } from "node:sqlite";
import { createSandbox } from "../src/sandbox/sandbox.ts";

const [file = "", donors = "", seed = ""] = process.argv.slice(2);

const startedAt = performance.now();
const sandbox = createSandbox({ scale: Number(donors), seed: Number(seed), dataFile: file });
const ms = performance.now() - startedAt;
await sandbox.close();

const database = new DatabaseSync(file, { readOnly: true });
const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
const rows = tables
  .map(({ name }) =>
    Number(database.prepare(`select count(*) as count from ${String(name)}`).get()?.["count"]),
  )
  .reduce((sum, count) => sum + count, 0);
database.close();
process.stdout.write(JSON.stringify({ ms, rows }));
