import type { InterfaceName } from "../model/interface-name.ts";
import { createExchangeMask } from "../privacy/mask-exchange.ts";
import { createFindOperation } from "../recordings/find-operation.ts";
import type { Recorded } from "../recordings/recorded.ts";
import { isMethod, toExchange } from "../recordings/to-exchange.ts";
import { createNameCensus } from "./name-census.ts";
import { openRecordingFile } from "./recording-file.ts";

export interface RecorderOptions {
  /** Where exchanges are added, one line each; created when the first one comes. */
  readonly file: string;
  /** Base addresses by which requests are known; without one of an interface its documented paths tell. */
  readonly baseUrls?: Readonly<Partial<Record<InterfaceName, string>>>;
  /** Told once when something could not be recorded; by default a warning of the process. */
  readonly onTrouble?: (message: string) => void;
}

/** What a recorder has come to. */
export interface RecorderCounts {
  readonly recorded: number;
  /** Exchanges that could not be recorded. */
  readonly lost: number;
}

export interface Recorder {
  /** Whether requests to an address are of any interest, so that others are not looked at. */
  wants(method: string, url: string): boolean;
  /** Records what came of a request. Never throws. */
  record(recorded: Recorded): void;
  counts(): RecorderCounts;
  /** Resolves when everything recorded so far stands in the file. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const warn = (message: string): void => process.emitWarning(message, "TripactRecorder");

/** Masks exchanges and adds them to a file. Whatever goes wrong is counted and told once, and never gets in the way. */
export const createRecorder = ({ file, baseUrls = {}, onTrouble = warn }: RecorderOptions): Recorder => {
  const find = createFindOperation({ baseUrls });
  const census = createNameCensus();
  let recorded = 0;
  let lost = 0;

  const lose = (count: number): void => {
    if (lost === 0)
      try {
        onTrouble(`exchanges could not be recorded in ${file}; the calls themselves were not touched`);
      } catch {
        // Whoever listens must not break the call either.
      }
    lost += count;
  };
  const lines = openRecordingFile(file, lose);

  const found = (method: string, url: string) => (isMethod(method) ? find(method, url) : undefined);

  return {
    wants: (method, url) => found(method, url) !== undefined,
    record(one) {
      try {
        const match = found(one.method, one.url);
        if (match === undefined) return;
        lines.add(JSON.stringify(maskExchange(toExchange(one, match), match, census)));
        recorded += 1;
      } catch {
        lose(1);
      }
    },
    counts: () => ({ recorded, lost }),
    flush: () => lines.flush(),
    close: () => lines.close(),
  };
};

/** Shares the recorder of a file between all that record into it. */
const recorders = new Map<string, Recorder>();

export const recorderFor = (options: RecorderOptions): Recorder => {
  const key = JSON.stringify([options.file, options.baseUrls ?? {}]);
  const known = recorders.get(key) ?? createRecorder(options);
  recorders.set(key, known);
  return known;
};
