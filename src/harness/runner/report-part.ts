import { createHash } from "node:crypto";
import type { Check } from "../model/check.ts";
import type { PartObservation, PartSpan, ReportPart } from "../model/report-part.ts";
import { withSettings } from "../model/settings.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { Requirement } from "./coverage.ts";
import type { KnownFindings } from "./resolved.ts";
import type { SavedPart, SavedRun } from "./saved-run.ts";
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

interface CheckPart {
  readonly check: string;
  readonly exchanges: PartSpan[];
  readonly findings: string[];
  readonly observations: PartObservation[];
}

export interface PartRecorder {
  see(event: RunEvent): void;
  part(): ReportPart;
  /** For a run that was cut short: what one that goes on with it is given. */
  saved(): SavedPart;
}

const addNumber = (spans: PartSpan[], number: number): void => {
  const last = spans.at(-1);
  if (last !== undefined && last.first + last.count === number)
    spans.splice(-1, 1, { first: last.first, count: last.count + 1 });
  else spans.push({ first: number, count: 1 });
};

/** What was reported before a run was resumed. */
interface Earlier {
  readonly part: SavedPart;
  readonly verdicts: SavedRun["verdicts"];
}

const observationOf = ({ unknown, observed, evidence, settings }: PartObservation): PartObservation => ({
  unknown,
  observed,
  evidence,
  ...withSettings(settings),
});

/** What each check of a run has shown, in the order in which they asked. */
const collectParts = (earlier: Earlier | undefined) => {
  const checks = new Map(
    earlier?.part.checks.map(({ check, exchanges, findings, observations }): [string, CheckPart] => [
      check,
      { check, exchanges: [...exchanges], findings: [...findings], observations: [...observations] },
    ]),
  );
  const atEnd: PartObservation[] = [...(earlier?.part.observations ?? [])];
  let verdicts: readonly ReportPart["verdicts"][number][] = earlier?.verdicts ?? [];
  let stopped: ReportPart["stopped"];
  let asking: CheckPart | undefined;

  /** One that was cut in its middle keeps its place. */
  const partOf = (check: string): CheckPart => {
    const known = checks.get(check);
    if (known !== undefined) return known;
    const fresh = { check, exchanges: [], findings: [], observations: [] };
    checks.set(check, fresh);
    return fresh;
  };

  const see = (event: RunEvent): void => {
    switch (event.type) {
      case "check-started":
        asking = partOf(event.check);
        break;
      case "exchange":
        // Those that were cut short are reported last, each under its own name.
        asking = partOf(event.check);
        addNumber(asking.exchanges, event.number);
        break;
      case "finding":
        asking?.findings.push(event.finding.fingerprint);
        break;
      case "observation":
        (asking?.observations ?? atEnd).push(observationOf(event));
        break;
      case "verdict":
        if (event.withdrawn === true)
          verdicts = verdicts.filter(({ check, fact }) => check !== event.check || fact !== event.fact);
        verdicts = [...verdicts, { check: event.check, fact: event.fact, verdict: event.verdict }];
        // Passive checks give theirs when all has been asked; what is observed from then on is about all of it.
        if (!checks.has(event.check)) asking = undefined;
        break;
      case "run-ended":
        stopped = event.stopped;
        break;
      default:
    }
  };

  const saved = (): SavedPart => ({ checks: [...checks.values()], observations: atEnd });
  const whole = (): Pick<ReportPart, "checks" | "observations" | "verdicts" | "stopped"> => ({
    ...saved(),
    verdicts,
    ...(stopped === undefined ? {} : { stopped }),
  });
  return { see, saved, whole };
};

/** What the whole run is held to, by the configuration. */
interface PartSetting {
  readonly baseline: KnownFindings;
  readonly require?: Requirement;
}

const isNothing = ({ minFacts = 0, facts = [] }: Requirement): boolean =>
  minFacts === 0 && facts.length === 0;

/**
 * Follows the run of a shard for what its report needs to be merged with the others'. A resumed run reports
 * the rest only; `earlier` holds what was reported before.
 */
export const createPartRecorder = (
  shard: Shard,
  chosen: readonly Check[],
  { baseline, require = {} }: PartSetting,
  earlier?: Earlier,
): PartRecorder => {
  const { see, saved, whole } = collectParts(earlier);
  return {
    see,
    saved,
    part: () => ({
      ...shard,
      selection: selectionOf(chosen),
      ...(isNothing(require) ? {} : { require }),
      ...whole(),
      baseline: [...baseline].toSorted().map((fingerprint) => {
        const check = baseline.checks?.get(fingerprint);
        return check === undefined ? { fingerprint } : { fingerprint, check };
      }),
    }),
  };
};
