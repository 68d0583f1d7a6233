/** Writes nights into the store of its first argument, as many as its second says, and tells of each. */
import { documentation } from "../../../src/builtin/documents.ts";
import { openHistory } from "../../../src/monitoring/history/sqlite.ts";
import { createShapes } from "../../../src/core/shapes/shapes.ts";
import { openStore } from "../../../src/core/store/store.ts";
import { answered, json } from "../drift/support.ts";
import { ownRun } from "./own-run.ts";

const [path = "", count = "0"] = process.argv.slice(2);
const file = openStore(path);
const runs = await openHistory(file, documentation);
for (let at = 0; at < Number(count); at += 1) {
  const shapes = createShapes(documentation, { once: true });
  shapes.add(answered(json({ items: [{ id: 1, name: "x" }], total: 1 })));
  const target = { interface: "donation", address: "https://donations.example.org", organization: "default" };
  await ownRun(runs, { target, startedAt: new Date().toISOString(), shapes });
  process.stdout.write(`${at}\n`);
}
file.close();
