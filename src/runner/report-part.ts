import { createHash } from "node:crypto";
import type { Check } from "../model/check.ts";
import type { PartCheck, PartObservation, ReportPart } from "../model/report-part.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { Baseline } from "./resolved.ts";
import type { Shard } from "./selection.ts";

/** Stands for a choice of checks. */
export const selectionOf = (chosen: readonly Check[]): string =>
  createHash("sha256")
    .update(
      chosen
        .map(({ id }) => id)
        .toSorted()
        .join("\n"),
    )
    .digest("hex")
    .slice(0, 12);

interface Told {
  readonly check: string;
  exchanges: number;
  readonly findings: string[];
  readonly observations: PartObservation[];
}

export interface PartRecorder {
  see(event: RunEvent): void;
  part(): ReportPart;
}

/** Follows the run of a shard for what its report needs to be merged with the others'. */
export const createPartRecorder = (
  shard: Shard,
  chosen: readonly Check[],
  baseline: Baseline,
): PartRecorder => {
  const checks: Told[] = [];
  const atEnd: PartObservation[] = [];
  const verdicts: ReportPart["verdicts"][number][] = [];
  let stopped: ReportPart["stopped"];
  let asking: Told | undefined;

  const see = (event: RunEvent): void => {
    switch (event.type) {
      case "check-started":
        asking = { check: event.check, exchanges: 0, findings: [], observations: [] };
        checks.push(asking);
        break;
      case "exchange":
        if (asking !== undefined) asking.exchanges += 1;
        break;
      case "finding":
        asking?.findings.push(event.finding.fingerprint);
        break;
      case "observation": {
        const { unknown, observed, evidence } = event;
        (asking?.observations ?? atEnd).push({ unknown, observed, evidence });
        break;
      }
      case "verdict": {
        const { check, fact, verdict } = event;
        verdicts.push({ check, fact, verdict });
        // Passive checks give theirs when all has been asked; what is observed from then on is about all of it.
        if (!checks.some((one) => one.check === check)) asking = undefined;
        break;
      }
      case "run-ended":
        stopped = event.stopped;
        break;
      default:
    }
  };

  return {
    see,
    part: () => ({
      ...shard,
      selection: selectionOf(chosen),
      checks: checks satisfies readonly PartCheck[],
      observations: atEnd,
      verdicts,
      baseline: [...baseline].toSorted().map((fingerprint) => {
        const check = baseline.checks?.get(fingerprint);
        return check === undefined ? { fingerprint } : { fingerprint, check };
      }),
      ...(stopped === undefined ? {} : { stopped }),
    }),
  };
};
