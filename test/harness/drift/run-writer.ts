/** Writes nights into the store of its first argument, as many as its second says, and tells of each. */
import { documentation } from "../../../src/contract/documents.ts";
import { openDriftStore } from "../../../src/harness/drift/drift-store.ts";
import { createShapes } from "../../../src/harness/drift/shapes.ts";
import { openStore } from "../../../src/harness/store/store.ts";
import { answered, json } from "./support.ts";

const [path = "", count = "0"] = process.argv.slice(2);
const file = openStore(path);
const store = openDriftStore(file, documentation);
for (let at = 0; at < Number(count); at += 1) {
  const shapes = createShapes(documentation, { once: true });
  shapes.add(answered(json({ items: [{ id: 1, name: "x" }], total: 1 })));
  const startedAt = new Date().toISOString();
  const open = store.begin(
    { interface: "donation", address: "https://donations.example.org", organization: "default" },
    { run: String(process.pid), startedAt, seed: at, version: "0.0.0" },
  );
  store.end(open, { shapes, requests: 1, findings: { error: 0, warning: 0, info: 0 } });
  process.stdout.write(`${at}\n`);
}
file.close();
