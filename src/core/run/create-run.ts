import type { RunEvent, RunFooter } from "../model/run-event.ts";
import type { LiveTarget } from "./live-target.ts";
import { doneOnce } from "../model/done-once.ts";

/**
 * Work that takes a while. It begins, once, when it is iterated or its `result` is read. Iterating is optional; several
 * may iterate. When the last one leaves its loop early, this ends the run and waits until everything is closed.
 */
export interface Run<Event, Result> extends AsyncIterable<Event> {
  /** Rejects with a `UsageError` for wrong use, never because of a target's behaviour. */
  readonly result: Promise<Result>;
}

/** Passes an event to every reader and waits until all have taken it. Without a reader it does nothing. */
export type Emit<Event> = (event: Event) => Promise<void>;

/** The work of a run. Once the signal aborts, it closes what is open and returns what it has. */
export type RunWork<Event, Result> = (emit: Emit<Event>, signal: AbortSignal) => Promise<Result>;

interface Waiting<Event> {
  readonly event: Event;
  taken(): void;
}

/** One of those who iterate a run; each gets every event from then on. */
interface Reader<Event> {
  readonly waiting: Waiting<Event>[];
  wake(): void;
}

/** A run that does this work until it ends, the signal aborts or its last reader leaves. */
export const createRun = <Event, Result>(
  work: RunWork<Event, Result>,
  signal?: AbortSignal,
): Run<Event, Result> => {
  const left = new AbortController();
  const until = signal instanceof AbortSignal ? AbortSignal.any([signal, left.signal]) : left.signal;
  const readers = new Set<Reader<Event>>();
  let isOver = false;

  const emit: Emit<Event> = async (event) => {
    await Promise.all(
      [...readers].map(
        ({ waiting, wake }) =>
          new Promise<void>((taken) => {
            waiting.push({ event, taken });
            wake();
          }),
      ),
    );
  };

  const start = doneOnce(() => {
    const result = Promise.resolve()
      .then(() => work(emit, until))
      .finally(() => {
        isOver = true;
        for (const { wake } of readers) wake();
      });
    // A reader that only iterates gets the error there.
    result.catch(() => undefined);
    return result;
  });

  const read = async function* (): AsyncGenerator<Event, void> {
    let wake = (): void => undefined;
    const reader: Reader<Event> = { waiting: [], wake: () => wake() };
    const { waiting } = reader;
    readers.add(reader);
    const result = start();
    try {
      for (;;) {
        const next = waiting.shift();
        if (next === undefined) {
          if (isOver) break;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        try {
          yield next.event;
        } finally {
          next.taken();
        }
      }
      await result;
    } finally {
      readers.delete(reader);
      for (const { taken } of waiting) taken();
      if (!isOver && readers.size === 0) {
        left.abort();
        await result.catch(() => undefined);
      }
    }
  };

  return {
    get result() {
      return start();
    },
    [Symbol.asyncIterator]: read,
  };
};

/** A run that may change scratch records of a live target. */
export interface TargetRun<Event, Result> extends Run<Event, Result> {
  /** Names of the records that are currently changed; they are restored before the run ends. */
  changed(): readonly string[];
}

export const changedIn = (target: LiveTarget | undefined) => (): readonly string[] =>
  (target?.journal?.changed() ?? []).map(({ record }) => record);

export type TargetWork<Event, Result> = (
  emit: Emit<Event>,
  signal: AbortSignal,
  watch: (live: LiveTarget | undefined) => void,
) => Promise<Result>;

export const createTargetRun = <Event, Result>(
  work: TargetWork<Event, Result>,
  signal?: AbortSignal,
): TargetRun<Event, Result> => {
  let target: LiveTarget | undefined;
  const run = createRun<Event, Result>(
    (emit, until) =>
      work(emit, until, (live) => {
        target = live;
      }),
    signal,
  );
  return Object.assign(run, {
    changed: () => changedIn(target)(),
  });
};

/** Passes on every event of a run and returns its footer; undefined for a run that was cut short. */
export const follow = async <Shown>(
  events: AsyncIterable<RunEvent<Shown>>,
  see: (event: RunEvent<Shown>) => void | Promise<void>,
): Promise<RunFooter | undefined> => {
  let footer: RunFooter | undefined;
  for await (const event of events) {
    await see(event);
    if (event.type === "run-ended") footer = event;
  }
  return footer;
};
