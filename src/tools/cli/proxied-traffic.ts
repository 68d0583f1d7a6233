import { documents } from "../../contract/documents.ts";
import type { Exchange } from "../../harness/model/exchange.ts";
import type { Finding } from "../../harness/model/finding.ts";
import { createRecorder } from "../../harness/recorder/recorder.ts";
import type { Recorded } from "../../harness/recordings/recorded.ts";
import type { Observed } from "../../harness/runner/observe.ts";
import { summaryOf, targetsOf } from "./observe-recordings.ts";
import { createRecordingJudge, type JudgeSetting } from "./recording-judge.ts";
import { createWatchedShare } from "./watched-share.ts";

export interface ProxiedTrafficOptions {
  readonly setting: JudgeSetting;
  /** Where exchanges are recorded; nowhere by default. */
  readonly record?: string | undefined;
  readonly onTrouble: (message: string) => void;
  /** Takes an exchange that is judged, with its request as it may be shown. */
  readonly onJudged?: (exchange: Exchange, number: number) => void;
  readonly onFinding: (finding: Finding) => void;
}

/** Gives an exchange when its turn has come; undefined where there is nothing to judge. */
type ReadRecorded = () => Recorded | undefined;

/** Exchanges that go by, judged and recorded one after the other between other work. */
export interface ProxiedTraffic {
  /** Takes an exchange without waiting; `done` is called when it needs its bodies no more. */
  take(read: ReadRecorded, done: () => void): void;
  judged(): number;
  /** Exchanges that came faster than they could be judged. */
  dropped(): number;
  /** Judges what waits, and closes the record. */
  end(): Promise<Observed>;
}

/** Bytes of bodies that observers look at whole; of later ones they see a share. */
const watchedBytes = 24 * 1024 * 1024;

/** Exchanges that may wait; their bodies have a limit of their own. */
const mostWaiting = 20_000;

/** Milliseconds of judging at a time, between which bodies move on. */
const slice = 4;

/** What judging an exchange costs, in bytes. */
const sizeOf = (recorded: Recorded): number => {
  const body = recorded.response()?.body;
  return body?.kind === "bytes" ? body.bytes.length : 0;
};

export const createProxiedTraffic = async (options: ProxiedTrafficOptions): Promise<ProxiedTraffic> => {
  const { setting, record, onTrouble, onJudged, onFinding } = options;
  const judge = await createRecordingJudge(setting, onJudged);
  const recorder =
    record === undefined
      ? undefined
      : createRecorder(documents, { file: record, baseUrls: setting.baseUrls, onTrouble });
  const share = createWatchedShare(watchedBytes);
  const waiting: { readonly read: ReadRecorded; readonly done: () => void }[] = [];
  let isScheduled = false;
  let entries = 0;
  let dropped = 0;

  const look = (recorded: Recorded | undefined): void => {
    if (recorded === undefined) return;
    entries += 1;
    recorder?.record(recorded);
    for (const finding of judge.recorded(recorded, entries, share(sizeOf(recorded), entries === 1)))
      onFinding(finding);
  };

  const work = (until: number): void => {
    isScheduled = false;
    let taken = 0;
    for (const { read, done } of waiting) {
      look(read());
      done();
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
    take(read, done) {
      if (waiting.length >= mostWaiting) {
        dropped += 1;
        return done();
      }
      waiting.push({ read, done });
      return schedule();
    },
    judged: () => judge.counts().judged,
    dropped: () => dropped,
    async end() {
      work(Infinity);
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
