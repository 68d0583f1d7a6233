import type { Report } from "../../src/core/model/report.ts";
import { checked, type RunOptions } from "./checked.ts";
import { startProxy, type PlantedFault } from "./planted-proxy.ts";
import { keepResult, resultOf } from "./results.ts";
import { faults, type ForeignServer, install, start } from "./servers.ts";

export interface FaultResult {
  readonly id: string;
  readonly requests: number;
  /** Facts that fail with the fault, and not without it; of errors, or else of warnings. */
  readonly facts: readonly string[];
  readonly severity: "error" | "warning" | "none";
}

/** Findings by fact and severity. */
const failedIn = ({ findings }: Report): ReadonlyMap<string, string> =>
  new Map(findings.toReversed().map(({ fact, severity }) => [fact, severity]));

const measured = async (name: string, server: ForeignServer, run: RunOptions, fault?: PlantedFault) => {
  const running = await start(name, server);
  const proxy = await startProxy(running.port, fault === undefined ? {} : { fault });
  try {
    const { report } = await checked(server, running, proxy.url, run);
    return { failed: failedIn(report), requests: proxy.requests() };
  } finally {
    proxy.close();
    await running.stop();
  }
};

/** What faults are measured with: the present relations, those from before, or a declaration. */
export type FaultRun = "faults" | "faults-before" | "faults-declared";

/** @param options the command of another clone, and the ids of the faults that are measured again */
export const measureFaults = async (
  chosen: readonly (readonly [string, ForeignServer])[],
  kind: FaultRun,
  { cli, only }: { readonly cli?: string | undefined; readonly only?: string | undefined },
): Promise<void> => {
  for (const [name, server] of chosen) {
    const planted = faults[name] ?? [];
    if (planted.length === 0) continue;
    await install(name, server);
    const run: RunOptions = { cli, isDeclared: kind === "faults-declared" };
    const without = await measured(name, server, run);
    const results = new Map(
      (resultOf<readonly FaultResult[]>(kind, name) ?? []).map((one) => [one.id, one] as const),
    );
    for (const fault of planted.filter(({ id }) => only === undefined || only.split(",").includes(id))) {
      const { failed, requests } = await measured(name, server, run, fault);
      const more = [...failed].filter(([fact]) => !without.failed.has(fact));
      const severity = more.some(([, one]) => one === "error")
        ? "error"
        : more.length > 0
          ? "warning"
          : "none";
      const facts = more.filter(([, one]) => one === severity).map(([fact]) => fact);
      results.set(fault.id, { id: fault.id, requests, facts, severity });
      process.stdout.write(`${name} ${fault.id}: ${severity} ${facts.join(", ")} (${requests} requests)\n`);
    }
    keepResult(kind, name, [...results.values()]);
  }
};
