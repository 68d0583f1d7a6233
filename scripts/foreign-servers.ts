/**
 * Checks servers that others have written (scripts/foreign/servers.yaml), each by its own document and without a
 * declaration, and writes reports/foreign-servers.md. Installs them where TRIPACT_FOREIGN says (~/.cache/tripact-foreign
 * by default). Unleash needs PostgreSQL: .ci/services node scripts/foreign-servers.ts check.
 *
 *   node scripts/foreign-servers.ts check [NAME…]         which errors are true, by scripts/foreign/labels.yaml
 *   node scripts/foreign-servers.ts beside [NAME…]        Schemathesis with as many requests
 *   node scripts/foreign-servers.ts faults [NAME…]        the faults of scripts/foreign/faults.yaml, planted by a proxy;
 *                                                         --cli PATH: by the command of another clone; --before: as
 *                                                         the results from before; --declared: with what an owner
 *                                                         would declare; --only ID,ID: some of them
 *   node scripts/foreign-servers.ts table                 the table of what was measured
 *
 * Exits with 1 if an error is false or has no label.
 */
import { parseArgs } from "node:util";
import { measureBeside } from "./foreign/beside.ts";
import { measureChecks } from "./foreign/checks.ts";
import { type FaultRun, measureFaults } from "./foreign/faults.ts";
import { servers } from "./foreign/servers.ts";
import { writeTable } from "./foreign/table.ts";

const { values, positionals } = parseArgs({
  options: {
    cli: { type: "string" },
    only: { type: "string" },
    before: { type: "boolean", default: false },
    declared: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [mode = "table", ...named] = positionals;
const unknown = named.find((name) => !Object.hasOwn(servers, name));
if (unknown !== undefined) throw new Error(`there is no server ${unknown} in scripts/foreign/servers.yaml`);
const chosen = Object.entries(servers).filter(([name]) => named.length === 0 || named.includes(name));

const kindOfRun = (): FaultRun => {
  if (values.declared) return "faults-declared";
  return values.before ? "faults-before" : "faults";
};

if (mode === "check") await measureChecks(chosen);
else if (mode === "beside") await measureBeside(chosen);
else if (mode === "faults") await measureFaults(chosen, kindOfRun(), values);
else if (mode !== "table") throw new Error("the mode is check, beside, faults or table");
process.exitCode = writeTable() ? 0 : 1;
