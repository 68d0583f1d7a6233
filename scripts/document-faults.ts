/**
 * Plants the generated faults of OpenAPI documents in a sandbox that serves them, one at a time, and checks each by the
 * same document. Prints each fault with the facts that fail because of it, then the totals by verb. A fault that no fact
 * shows is a weak check, or one that the document does not forbid: a person decides.
 *
 *   npm run faults:documents -- openapi.yaml other.json --fields 2 --resources resources.yaml
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { check, readServedDocument, startSandbox } from "../src/index.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Fields of each operation for which each fault of a field is planted. */
    fields: { type: "string", default: "2" },
    resources: { type: "string" },
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const failedFacts = async (file: string, fault: string | undefined): Promise<ReadonlySet<string>> => {
  const resources = values.resources === undefined ? {} : { resources: values.resources };
  const document = await readServedDocument(file, resources);
  const served = await startSandbox({ scale: 1, root: document.name, openapi: [document] });
  const stateFolder = mkdtempSync(join(tmpdir(), "tripact-faults-"));
  try {
    if (fault !== undefined)
      served.plant(served.sandbox.documentFaults().filter(({ id }) => id === `${document.name}/${fault}`));
    const { credentials = {} } = served.config.interfaces[document.name] ?? {};
    const { report } = await check({
      openapi: file,
      name: document.name,
      url: served.origin,
      auth: Object.entries(credentials).map(([scheme, value]) => `${scheme}=${String(value)}`),
      ...resources,
      stateFolder,
    }).result;
    return new Set(report.facts.filter(({ status }) => status === "failed").map(({ id }) => id));
  } finally {
    await served.close();
    rmSync(stateFolder, { recursive: true, force: true });
  }
};

/** Faults with a few fields for each operation and each sort of fault. */
const chosenFaults = async (file: string) => {
  const seen = new Map<string, number>();
  const document = await readServedDocument(file);
  return document
    .faults()
    .filter(({ id }) => id.includes(values.only))
    .filter(({ operation, field, id }) => {
      if (field === undefined) return true;
      const sort = `${operation} ${id.replace(field, "")}`;
      seen.set(sort, (seen.get(sort) ?? 0) + 1);
      return (seen.get(sort) ?? 0) <= Number(values.fields);
    })
    .filter((_, index) => index % Number(values.every) === 0);
};

const totals = new Map<string, { found: number; all: number }>();

for (const file of positionals) {
  const usual = await failedFacts(file, undefined);
  print(`${file}: ${usual.size} facts fail without a fault`);
  for (const { id, verb, field } of await chosenFaults(file)) {
    const failed = [...(await failedFacts(file, id))].filter((fact) => !usual.has(fact));
    const sort = `${verb} ${field === undefined ? (id.split("/")[1] ?? "") : id.split(`${field}-`).at(-1)}`;
    const total = totals.get(sort) ?? { found: 0, all: 0 };
    totals.set(sort, { found: total.found + (failed.length > 0 ? 1 : 0), all: total.all + 1 });
    print(`${failed.length > 0 ? "found    " : "NOT FOUND"} ${id}  ${failed.slice(0, 4).join(" ")}`);
  }
}

const sumOf = (part: "found" | "all"): number =>
  [...totals.values()].reduce((sum, total) => sum + total[part], 0);
for (const [sort, { found, all }] of [...totals].toSorted()) print(`${sort}: ${found} of ${all}`);
print(`all: ${sumOf("found")} of ${sumOf("all")}`);
