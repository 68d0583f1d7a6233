import type { Check } from "../model/check.ts";
import type { Contract } from "../model/contract.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import type { RecordingSummary } from "../model/report.ts";
import type { RunEvent } from "../model/run-event.ts";
import { nothing, plus } from "../model/tally.ts";
import { digestOf } from "../model/texts.ts";
import { plural } from "../output/plural.ts";
import { endOfRun } from "./assemble-report.ts";
import type { createRecordingRun } from "./recording-run.ts";
import type { RunOptions } from "./run-options.ts";

export interface Observed {
  readonly run: ReturnType<typeof createRecordingRun>;
  readonly recording: RecordingSummary;
  /** Base addresses seen, by interface. */
  readonly targets: Readonly<Record<InterfaceName, string>>;
  /** Whether the user ended the run before the recordings ended. */
  readonly interrupted: boolean;
}

export interface JudgingOptions extends Pick<RunOptions, "version" | "clock" | "baseline"> {
  readonly contract: Pick<Contract, "interfaces" | "checks" | "facts" | "unknowns">;
  readonly chosen: readonly Check[];
  readonly files: readonly string[];
  readonly observe: () => Promise<Observed>;
}

const runId = ({ files, version, chosen }: JudgingOptions): string =>
  digestOf(JSON.stringify([files, version, chosen.map(({ id }) => id).toSorted()]));

const troubleText = ({ troubles: problems, troublePlaces }: RecordingSummary): string => {
  const [first] = troublePlaces;
  const example = first === undefined ? "" : `${first.place}: ${first.message}`;
  return problems > 1 ? `${example}; ${plural(problems - 1, "further place")} could not be read` : example;
};

const nothingText = (summary: RecordingSummary): string => {
  const { entries, unmatched, leftOut, unanswered, withoutBody } = summary;
  if (entries === 0) return "the recording holds no exchange";
  const parts = [
    unmatched > 0
      ? plural(unmatched, "matches no documented operation", "match no documented operation")
      : "",
    leftOut > 0 ? `${leftOut} belong to interfaces that were not asked for` : "",
    unanswered > 0 ? `${unanswered} got no answer` : "",
    withoutBody > 0 ? `of ${withoutBody} the body was not recorded or cannot be read` : "",
  ].filter((part) => part !== "");
  const why = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  return `nothing could be judged in ${plural(entries, "exchange")}${why}`;
};

const noteProblems = ({ run: { problems }, recording, interrupted }: Observed): void => {
  if (interrupted) problems.halted({ reason: "interrupted", message: "interrupted" });
  if (recording.troubles > 0) problems.unread(troubleText(recording));
  // A head shows too little for a verdict.
  if (recording.judged === recording.withoutBody) problems.unread(nothingText(recording));
};

/** Judges recordings with the passive checks. Findings come in the order of the entries that showed them first. */
export async function* judgeRecordings(options: JudgingOptions): AsyncGenerator<RunEvent<never>, void> {
  const { chosen, clock, version, baseline, contract } = options;
  const startedAt = clock.now();
  const id = runId(options);
  const passive = chosen.filter(({ effect }) => effect === "passive");
  yield {
    type: "run-started",
    id,
    seed: 0,
    version,
    targets: {},
    checks: passive.map((check) => check.id).toSorted(),
    startedAt: new Date(startedAt).toISOString(),
  };
  const observed = await options.observe();
  const { recording, targets } = observed;
  noteProblems(observed);
  const seen = contract.interfaces.filter((name) => (recording.interfaces[name] ?? 0) > 0);
  const { results, passive: judging, problems } = observed.run;
  const observations = [...observed.run.observations()];
  const unseen = (check: { readonly interfaces: readonly InterfaceName[] }): string =>
    `not in the recording: ${check.interfaces.join(", ")}`;
  const verdicts = [...judging.verdicts({ interfaces: seen }, unseen)];
  const stop = problems.stop();
  const footer = endOfRun(
    plus(results.tally(), {
      ...nothing,
      stops: stop === undefined ? [] : [stop],
      times: [[startedAt, clock.now()]],
      requests: recording.judged,
    }),
    { contract, chosen: chosen.map((check) => check.id), baseline, seed: 0, version, id, targets, recording },
  );
  for (const finding of footer.report.findings) yield { type: "finding", finding };
  yield* observations;
  yield* verdicts;
  yield footer;
}
