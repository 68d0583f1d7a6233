import type { Report } from "../../src/core/model/report.ts";
import { checked } from "./checked.ts";
import { startProxy, type PlantedFault } from "./planted-proxy.ts";
import { keepResult } from "./results.ts";
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

const measured = async (name: string, server: ForeignServer, cli?: string, fault?: PlantedFault) => {
  const running = await start(name, server);
  const proxy = await startProxy(running.port, fault === undefined ? {} : { fault });
  try {
    const { report } = await checked(server, running, proxy.url, cli);
    return { failed: failedIn(report), requests: proxy.requests() };
  } finally {
    proxy.close();
    await running.stop();
  }
};

/** @param cli the command of another clone */
export const measureFaults = async (
  chosen: readonly (readonly [string, ForeignServer])[],
  kind: "faults" | "faults-before",
  cli?: string,
): Promise<void> => {
  for (const [name, server] of chosen) {
    const planted = faults[name] ?? [];
    if (planted.length === 0) continue;
    await install(name, server);
    const without = await measured(name, server, cli);
    const results: FaultResult[] = [];
    for (const fault of planted) {
      const { failed, requests } = await measured(name, server, cli, fault);
      const more = [...failed].filter(([fact]) => !without.failed.has(fact));
      const severity = more.some(([, one]) => one === "error")
        ? "error"
        : more.length > 0
          ? "warning"
          : "none";
      const facts = more.filter(([, one]) => one === severity).map(([fact]) => fact);
      results.push({ id: fault.id, requests, facts, severity });
      process.stdout.write(`${name} ${fault.id}: ${severity} ${facts.join(", ")} (${requests} requests)\n`);
    }
    keepResult(kind, name, results);
  }
};
