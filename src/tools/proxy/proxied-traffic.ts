import { documents } from "../../contract/documents.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import type { Finding } from "../../harness/model/finding.ts";
import { createRecorder } from "../../harness/recorder/recorder.ts";
import type { Recorded } from "../../harness/recordings/recorded.ts";
import type { Observed } from "../../harness/runner/observe.ts";
import { summaryOf, targetsOf } from "../recordings/observe-recordings.ts";
import { createRecordingJudge, type JudgeSetting } from "../recordings/recording-judge.ts";
import { createWatchedShare } from "../../harness/recordings/watched-share.ts";

export interface ProxiedTrafficOptions {
  readonly setting: JudgeSetting;
  /** Where to record exchanges; default: nowhere. */
  readonly record?: string | undefined;
  readonly onTrouble: (message: string) => void;
  readonly now: () => number;
  /** Called with each judged exchange and its request as output may show it. */
  readonly onJudged?: (exchange: Exchange, number: number) => void;
  readonly onFinding: (finding: Finding) => void;
}

export interface PassingExchange {
  /** Returns it when its turn comes; undefined if there is nothing to judge. */
  read(): Recorded | undefined;
  /** Bytes of its answer. */
  readonly size: number;
  /** Called when its bodies are no longer needed. */
  done(): void;
}

/** Judges and records forwarded exchanges one after another, between other work. */
export type ProxiedTraffic = Awaited<ReturnType<typeof createProxiedTraffic>>;

/** Bytes of bodies that observers see in full; of later ones they see a sample. */
const watchedBytes = 24 * 1024 * 1024;

/** Maximum number of waiting exchanges; their bodies have their own limit. */
const mostWaiting = 20_000;

/** Milliseconds of judging at a time, after which bodies are forwarded. */
const slice = 1;

/** A queue of exchanges that are judged when there is time. */
const createQueue = (look: (passing: PassingExchange) => void) => {
  const waiting: PassingExchange[] = [];
  let isScheduled = false;
  let dropped = 0;

  const work = (until: number): void => {
    isScheduled = false;
    let taken = 0;
    for (const passing of waiting) {
      look(passing);
      passing.done();
      taken += 1;
      if (performance.now() > until) break;
    }
    waiting.splice(0, taken);
    if (waiting.length > 0) schedule();
  };

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => work(performance.now() + slice));
  };

  return {
    take: (passing: PassingExchange): void => {
      if (waiting.length >= mostWaiting) {
        dropped += 1;
        return passing.done();
      }
      waiting.push(passing);
      return schedule();
    },
    dropped: (): number => dropped,
    empty: (): void => work(Infinity),
  };
};

export const createProxiedTraffic = async (options: ProxiedTrafficOptions) => {
  const { setting, record, onTrouble, now, onJudged, onFinding } = options;
  const judge = await createRecordingJudge(setting, onJudged);
  const recorder =
    record === undefined
      ? undefined
      : createRecorder(documents, { file: record, baseUrls: setting.baseUrls, onTrouble, now });
  const share = createWatchedShare(watchedBytes);
  let entries = 0;

  const look = ({ read, size }: PassingExchange): void => {
    const recorded = read();
    if (recorded === undefined) return;
    entries += 1;
    recorder?.record(recorded);
    for (const finding of judge.recorded(recorded, entries, share(size, entries === 1))) onFinding(finding);
  };

  const queue = createQueue(look);
  return {
    /** Queues an exchange without waiting. */
    take: queue.take,
    judged: () => judge.counts().judged,
    /** Exchanges that arrived faster than they could be judged. */
    dropped: queue.dropped,
    /** Judges the waiting ones, and closes the record. */
    async end(): Promise<Observed> {
      queue.empty();
      await recorder?.close();
      const counts = judge.counts();
      return {
        run: judge.run,
        recording: summaryOf(counts, [
          { file: "the proxied traffic", format: "HTTP", unit: "line", entries },
        ]),
        targets: targetsOf(counts),
        interrupted: false,
      };
    },
  };
};
