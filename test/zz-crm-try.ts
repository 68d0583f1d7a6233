import * as fc from "fast-check";
import { assumptionsArbitrary } from "./sandbox/assumptions-arbitrary.ts";
import { printAssumptions } from "../src/sandbox/assumptions/assumptions.ts";
import { checks } from "../src/generated/checks.ts";
import { facts, unknowns } from "../src/generated/registry.ts";
import { loadJudgingParts } from "../src/cli/judging-parts.ts";
import { embeddedTarget } from "../src/runner/open-target.ts";
import { run } from "../src/runner/run.ts";
import { createSandbox, inProcessOrigin } from "../src/sandbox/sandbox.ts";
const parts = await loadJudgingParts();
const seen = new Map<string, string>();
let n = 0;
const skips = new Map<string, number>();
for (const assumptions of fc.sample(assumptionsArbitrary, 150)) {
  n++;
  const sandbox = createSandbox({ seed: n, control: true, assumptions });
  const target = embeddedTarget({ ...sandbox, config: () => ({ interfaces: { crm: sandbox.config().interfaces.crm, volunteer: sandbox.config().interfaces.volunteer } }) } as any, { clock: sandbox.clock, monotonic: () => 0, random: () => 0.5 }, inProcessOrigin);
  let footer: any; let nonce = 0;
  for await (const e of run({ checks, facts, unknowns, ...parts, target, seed: 1, version: "t", clock: sandbox.clock, nonce: () => `n${nonce++}`, baseline: new Set() })) if (e.type === "run-ended") footer = e;
  await sandbox.close();
  for (const f of footer.report.findings) { const k = `${f.fact} ${f.check} ${f.operation} ${f.message} ${f.pointer}`; if (!seen.has(k)) seen.set(k, printAssumptions(assumptions).filter((x) => /U-2[47]|U-0|U-36|removed|extra|U-35|U-18/.test(x)).join(" ")); }
  for (const f of footer.report.facts) if (f.status === "skipped" && /GEN|CRM/.test(f.id)) skips.set(f.id + " " + f.reason, (skips.get(f.id + " " + f.reason) ?? 0) + 1);
}
for (const [k, v] of seen) console.log(k, "|", v);
for (const [k, v] of skips) console.log("skip", k, v);
console.log(n);
