import type { IncomingMessage } from "node:http";
import type { Contract } from "../../core/model/contract.ts";
import type { Exchange } from "../../core/model/exchange.ts";
import type { Finding } from "../../core/model/finding.ts";
import { createRecorder } from "../recorder/recorder.ts";
import { type Headers, headerFields } from "../recordings/header-fields.ts";
import { knownBodyOf } from "../recordings/recorded-body.ts";
import type { Recorded, RecordedBody } from "../recordings/recorded.ts";
import { createWatchedShare } from "../recordings/watched-share.ts";
import type { Observed } from "../../core/run/observe.ts";
import { recordingSummary, recordedTargets } from "../judging/observe-recordings.ts";
import { createRecordingJudge, type JudgeSetting } from "../judging/recording-judge.ts";
import type { BodyCopy } from "./body-copy.ts";
import type { Passed } from "./forward.ts";
import { pairsOf } from "./headers.ts";
import type { Addressed } from "./proxy-handler.ts";

/** Read once for all consumers. */
const readBody = (copy: BodyCopy, isWhole: boolean, headers: Headers): RecordedBody => ({
  kind: "read",
  body: knownBodyOf(copy.body(isWhole), headers, copy.limit),
});

/**
 * A forwarded exchange in the form of a recorded one; undefined if the client left before there was an answer. Of a
 * credential that the proxy added, it shows only the scheme.
 */
export const recordedOf = (
  { method = "", rawHeaders }: Pick<IncomingMessage, "method" | "rawHeaders">,
  { target, path }: Addressed,
  { sent, isSentWhole, answer, failure, isAborted, elapsedMs, scheme }: Passed,
): Recorded | undefined => {
  if (answer === undefined && isAborted) return undefined;
  const headers = headerFields(pairsOf(rawHeaders));
  const asked = {
    method,
    url: `${target.baseUrl}${path}`,
    interface: target.interface,
    headers: { ...headers, ...(scheme === undefined ? {} : { authorization: scheme }) },
    body: readBody(sent, isSentWhole, headers),
  };
  if (answer === undefined) return { ...asked, failure: failure ?? "reset", response: () => undefined };
  const answered = headerFields(pairsOf(answer.rawHeaders));
  const body = readBody(answer.body, answer.isWhole, answered);
  const response = { status: answer.status, headers: answered, body, elapsedMs };
  return { ...asked, response: () => response };
};

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

export const createProxiedTraffic = async ({
  contract,
  setting,
  record,
  onTrouble,
  now,
  onJudged,
  onFinding,
}: {
  readonly contract: Contract;
  readonly setting: JudgeSetting;
  /** Where to record exchanges; default: nowhere. */
  readonly record?: string | undefined;
  readonly onTrouble: (message: string) => void;
  readonly now: () => number;
  /** Called with each judged exchange and its request as output may show it. */
  readonly onJudged?: (exchange: Exchange, number: number) => void;
  readonly onFinding: (finding: Finding) => void;
}) => {
  const judge = await createRecordingJudge(contract, setting, onJudged);
  const recorder =
    record === undefined
      ? undefined
      : createRecorder(contract, { file: record, baseUrls: setting.baseUrls, onTrouble, now });
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
        recording: recordingSummary(counts, [
          { file: "the proxied traffic", format: "HTTP", unit: "line", entries },
        ]),
        targets: recordedTargets(counts),
        interrupted: false,
      };
    },
  };
};
