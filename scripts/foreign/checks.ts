import { checked } from "./checked.ts";
import { keepResult } from "./results.ts";
import { type ForeignServer, install, start } from "./servers.ts";

/** An error or a warning as a reader sees it. */
export interface SeenProblem {
  readonly fingerprint: string;
  readonly severity: string;
  readonly what: string;
  readonly facts: readonly string[];
  readonly findings: number;
  readonly reproduce: readonly string[];
}

export interface CheckResult {
  readonly operations: number;
  readonly requests: number;
  readonly seconds: number;
  readonly isComplete: boolean;
  /** Lines that a run prints without `--all`. */
  readonly lines: number;
  readonly problems: readonly SeenProblem[];
  /** Relations over records that were judged: resources, and facts that passed or failed. */
  readonly relations: { readonly resources: number; readonly facts: number };
}

const relation =
  /^[^/]+\/([^/]+)\/(?:created|stays|apart|parents|unique|listed|shown|total|pages|filtered|sorted|(?:updated|replaced|removed)(?:-[\w-]+)?)$/;

export const measureChecks = async (chosen: readonly (readonly [string, ForeignServer])[]): Promise<void> => {
  for (const [name, server] of chosen) {
    await install(name, server);
    const running = await start(name, server);
    const { report, text, seconds } = await checked(server, running, `http://127.0.0.1:${running.port}`);
    await running.stop();
    const judged = report.facts.filter(({ id, status }) => status !== "skipped" && relation.test(id));
    const result: CheckResult = {
      operations: report.facts.filter(({ id }) => id.endsWith("/5xx")).length,
      requests: report.summary.requests,
      seconds,
      isComplete: report.run.complete,
      lines: text.trimEnd().split("\n").length,
      problems: (report.problems ?? [])
        .filter(({ kind }) => kind === "violation")
        .map(({ fingerprint, severity, what, facts, places, reproduce }) => ({
          fingerprint,
          severity,
          what,
          facts,
          findings: places.length,
          reproduce,
        })),
      relations: {
        resources: new Set(judged.map(({ id }) => relation.exec(id)?.[1])).size,
        facts: judged.length,
      },
    };
    keepResult("check", name, result);
    process.stdout.write(`${name}: ${result.requests} requests, ${seconds.toFixed(1)} s\n`);
  }
};
