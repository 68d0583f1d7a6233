import { interfaceNames } from "../../contract/interface-name.ts";
import { documentation } from "../../contract/documents.ts";
import { emptyBaseline } from "../../harness/config/baseline.ts";
import type { Config } from "../../harness/config/config.ts";
import { type DriftStore, openDriftStore, type TriedOut } from "../../harness/drift/drift-store.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { createPalette } from "../../harness/output/palette.ts";
import { plural } from "../../harness/output/plural.ts";
import { safe, safeJson } from "../../harness/output/safe-text.ts";
import { hang } from "../../harness/output/wrap.ts";
import { createMask } from "../../harness/privacy/mask.ts";
import { type AnsweredAgain, exitCodeOfAnswer } from "../../harness/runner/ask-again.ts";
import { exitCodes } from "../../harness/runner/exit-code.ts";
import type { Target } from "../../harness/runner/target.ts";
import { againText } from "./again-text.ts";
import { usesColor } from "./color.ts";
import type { ReplayOptions as Options } from "./definitions/replay.ts";
import { readAgain, readingChecks } from "../../app/drift/read-target.ts";
import { namesNoSandbox } from "../../app/open-config.ts";
import { assertNamesTarget, findConfig } from "./find-config.ts";
import { type CliIo, lineWidth } from "./io.ts";
import { loadJudgingParts } from "../../app/judging-parts.ts";
import { narrowTarget } from "../../app/narrow-target.ts";
import { isLive, openTarget } from "../../app/open-target.ts";
import type { ReportedChange } from "../../app/read-report.ts";
import { reportOpenWrites } from "./report-writes.ts";
import { openKeptStore } from "./run-store.ts";
import { liveFolder } from "../../app/state-folder.ts";
import { version } from "../../app/version.ts";
import { watchProgress } from "./watch-progress.ts";

/** A change that drift has reported, and the seed of its run. */
export interface ChangeOrder {
  readonly change: ReportedChange;
  readonly seed: number;
}

/** What the answers of a run that began at `startedAt` make of a change. */
const stateOf = (
  { before, after }: TriedOut,
  startedAt: string,
  answers: number,
): Pick<AnsweredAgain, "state" | "reason"> => {
  if (before?.state === "accepted") return { state: "not judged", reason: "it was accepted" };
  if (after?.lastSeen === startedAt) return { state: "still there" };
  if (answers === 0) return { state: "not judged", reason: "nothing that shows it was answered" };
  if (after === undefined || after.state === "gone") return { state: "gone" };
  const samples = after.seenSince.of - (before?.seenSince.of ?? 0);
  return {
    state: "not judged",
    reason:
      samples > 0
        ? `${plural(samples, "sample")} without it are too few to call it gone`
        : "no answer could show it",
  };
};

/** Asks the operation alone; where that settles nothing, as when its ids are learnt elsewhere, the whole interface. */
const askForChange = async (
  { change, seed }: ChangeOrder,
  target: Target,
  store: DriftStore,
  options: Options,
  io: CliIo,
  clock: CliIo["clock"],
): Promise<AnsweredAgain> => {
  const parts = await loadJudgingParts();
  const { operation } = change;
  let answered: AnsweredAgain = { state: "not judged", footer: undefined };
  for (const asked of operation === "*" ? [undefined] : [operation, undefined]) {
    const startedAt = new Date(io.clock.now()).toISOString();
    const watched = watchProgress(target, readingChecks(), options, io);
    const { shapes, footer } = await readAgain(
      {
        target: watched.target,
        clock,
        seed,
        version: version(),
        baseline: emptyBaseline(),
        parts,
        mask: createMask(),
        signal: io.signal,
        follow: watched.see,
      },
      change.target.interface,
      asked,
    );
    const judged = stateOf(store.tryOut(change, shapes, startedAt), startedAt, shapes.answers);
    const stopped = footer?.stopped;
    const isCut = stopped !== undefined && stopped.reason !== "nothing-judged";
    const isSettled = judged.state !== "not judged";
    answered = { ...judged, ...(isCut && !isSettled ? { reason: stopped.message } : {}), footer };
    if (isSettled || isCut) return answered;
  }
  return answered;
};

/** @throws UsageError when the configuration names no live target. */
const configFor = async (options: Options, io: CliIo): Promise<Config> => {
  if (options.fault !== undefined)
    throw new UsageError("faults can be planted in the embedded sandbox only", {
      location: "--fault",
      hint: "omit it: drift is of a live target",
    });
  const config = await findConfig(options.config, io);
  assertNamesTarget(options.config, config, namesNoSandbox);
  if (!isLive(config))
    throw new UsageError("the change is of a live target, and no configuration names one", {
      location: "--config",
      hint: "name the configuration of the run",
    });
  return { ...config, safety: { ...config.safety, writes: false } };
};

const print = (
  answered: AnsweredAgain,
  { change }: ChangeOrder,
  target: Target,
  options: Options,
  io: CliIo,
): void => {
  const { fingerprint, operation, pointer, message } = change;
  const { state, reason } = answered;
  if (options.json === true) {
    const said = { fingerprint, state, ...(reason === undefined ? {} : { reason }) };
    io.stdout.write(safeJson({ ...said, requests: target.requests() }, 2));
    return;
  }
  const width = lineWidth(io.stdout);
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const location = `${change.target.interface} ${operation} ${pointer}`.trim();
  io.stdout.write(hang(safe`${palette.strong("drift")} `, message, width));
  io.stdout.write(hang(safe`  `, `at ${location} → ${change.target.address}`, width));
  io.stdout.write(againText(answered, [plural(target.requests(), "request")], palette, width));
};

/**
 * Asks for a change again that `tripact drift` has reported, and compares the answers with the history in the store.
 * @throws UsageError before anything is sent, if the configuration or the store does not know its target.
 */
export const replayChange = async (order: ChangeOrder, options: Options, io: CliIo): Promise<number> => {
  const { change, seed } = order;
  const config = await configFor(options, io);
  const store = openKeptStore(options.store, io);
  try {
    const drift = openDriftStore(store, documentation);
    const [history] = drift.histories([change.target]);
    if (history?.drift.some(({ fingerprint }) => fingerprint === change.fingerprint) !== true)
      throw new UsageError("has no such change of that target", {
        location: `--store ${store.path}`,
        hint: "name the store of the drift run; its report says which it was",
      });
    const { target, live, clock } = await openTarget(config, seed, io.clock, liveFolder(io.env));
    try {
      const { address } = change.target;
      const name = interfaceNames.find((one) => one === change.target.interface);
      if (name === undefined || target.baseUrls[name] !== address)
        throw new UsageError(`the change is of ${change.target.interface} at another address`, {
          location: "--config",
          hint: "name the configuration of the run",
        });
      if (live !== undefined && reportOpenWrites(live, options, io)) return exitCodes.stopped;
      const narrow = narrowTarget(target, [name]);
      const answered = await askForChange(order, narrow, drift, options, io, clock);
      print(answered, order, narrow, options, io);
      return exitCodeOfAnswer(answered);
    } finally {
      await target.close();
    }
  } finally {
    store.close();
  }
};
