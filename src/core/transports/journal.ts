import type { Contract } from "../model/contract.ts";
import type { FailureOutcome, Outcome } from "../model/exchange.ts";
import { createTurns, type InTurn } from "../model/in-turn.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { isSameJson, parseJson } from "../model/json-object.ts";
import { type FinalOutcome, bodyTextOf, type Transport, type WireRequest } from "../model/transport.ts";
import type { WriteSummary } from "../model/write-summary.ts";
import type { Budgeted } from "./budget.ts";
import {
  type CreatedLine,
  type JournalLine,
  type JournalLog,
  leftIn,
  type OpenedLine,
  openChangesIn,
  type WriteResult,
} from "./journal-log.ts";
import type { Lock } from "./lock.ts";
import { isGoodOutcome, jsonIn, ownRead, undoJournal, type UndoOptions } from "./replay.ts";
import type { CreatedRecord, UndoPlan, UndoWrite } from "../model/undo-plan.ts";
import { messageOf } from "../model/error-code.ts";

export interface JournalOptions extends UndoOptions {
  readonly contract: Pick<Contract, "undoPlanOf" | "fieldNames">;
  readonly interfaces: readonly InterfaceName[];
  /** The right to write to all addresses of the run. */
  readonly lock: Lock;
  /** The journal of an interface's address; interfaces at one address share it. */
  logOf(of: InterfaceName): JournalLog;
  readonly setting: (path: string) => unknown;
  /** How long to wait for another writing run, in milliseconds. */
  readonly maxWaitMs: number;
  readonly budget: Pick<Budgeted, "hold" | "release">;
}

export type Journal = ReturnType<typeof journaled>;

export interface Opened {
  readonly line: OpenedLine;
  readonly undo: UndoWrite;
}

interface RunState {
  /** By interface and record. */
  readonly records: Map<string, Opened>;
  /** Entries for which requests are reserved. */
  readonly kept: Set<string>;
  /** Entries of records that this run has created, by what removes them. */
  readonly created: Map<string, string>;
  writes: number;
  /** Whether this process writes to the journals or restores what they hold. */
  isWriting: boolean;
}

interface Context {
  readonly send: Transport;
  readonly options: JournalOptions;
  readonly logs: readonly JournalLog[];
  readonly state: RunState;
}

/** Polling interval of a run that waits for its turn to write, in milliseconds. */
export const pollMs = 100;

const stopped = (message: string, stop: "safety" | "budget" = "safety"): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message,
  stop,
});

/** Whether nothing of such a request was sent. */
const isUnsent = ({ reason }: FailureOutcome): boolean => reason === "not-sent" || reason === "unreachable";

const resultOf = (outcome: Outcome): WriteResult => {
  if (outcome.kind === "failure") return isUnsent(outcome) ? "refused" : "unclear";
  if (isGoodOutcome(outcome)) return "done";
  return outcome.status >= 400 && outcome.status < 500 ? "refused" : "unclear";
};

const putsBack = (request: WireRequest, { undo }: Opened): boolean => {
  const body = parseJson(bodyTextOf(request));
  return (
    body !== undefined &&
    request.operation === undo.operation &&
    isSameJson(body, undo.bodies[0]) &&
    new URL(request.url).pathname.endsWith(undo.path)
  );
};

const notPutBack = (left: readonly (OpenedLine | CreatedLine)[]): FailureOutcome =>
  stopped(`an earlier run has not put back ${left.map(({ record }) => record).join(", ")} (tripact restore)`);

const nothing: WriteSummary = { records: [], left: [] };

/** Open changes of earlier runs, as recorded on disk. @throws UsageError for a damaged journal. */
const loadOpenChanges = ({ logs }: Context): readonly (OpenedLine | CreatedLine)[] => {
  for (const log of logs) log.load();
  return logs.flatMap(({ lines }) => openChangesIn(lines));
};

const changedIn = ({ logs, state }: Context): readonly (OpenedLine | CreatedLine)[] =>
  state.isWriting ? logs.flatMap(({ lines }) => openChangesIn(lines)) : [];

/** Releases requests that a killed run reserved and no longer needs. */
const releaseLeftovers = ({ logs, options }: Context): void => {
  for (const { lines } of logs)
    for (const line of lines)
      if (line.kind === "opened" || line.kind === "created") options.budget.release(line.id);
};

const waitForLock = async (
  { options: { lock, clock, maxWaitMs } }: Context,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const deadline = clock.now() + maxWaitMs;
  while (!lock.acquire()) {
    if (clock.now() >= deadline) return false;
    await clock.sleep(pollMs, signal);
  }
  return true;
};

/** Takes the journals for this run; a failure if another run is writing or has left open changes. */
const begin = async (context: Context, signal: AbortSignal | undefined) => {
  const { options, logs, state } = context;
  if (state.isWriting) return undefined;
  if (!(await waitForLock(context, signal)))
    return stopped("another run is writing to the scratch records, for longer than safety.maxWaitMs");
  try {
    const left = loadOpenChanges(context);
    if (left.length === 0) {
      releaseLeftovers(context);
      for (const log of logs) log.erase();
      state.isWriting = true;
      return undefined;
    }
    return notPutBack(left);
  } finally {
    if (!state.isWriting) options.lock.release();
  }
};

/** Reserves five requests while a record awaits restoring: two for the write, three for the reads. */
const keepSlots = ({ options, state }: Context, { line, undo }: Opened): boolean => {
  if (state.kept.has(line.id)) return true;
  const slots = undo.readPath === undefined ? 2 : 5;
  if (!options.budget.hold(line.id, line.interface, slots)) return false;
  state.kept.add(line.id);
  return true;
};

/** Releases the requests reserved for the restored records of a journal. */
const releaseSettled = ({ options, state }: Context, log: JournalLog): void => {
  const stillOpen = new Set(openChangesIn(log.lines).map(({ id }) => id));
  for (const line of log.lines) {
    const isOpened = line.kind === "opened" || line.kind === "created";
    if (!isOpened || stillOpen.has(line.id) || !state.kept.delete(line.id)) continue;
    options.budget.release(line.id);
  }
};

/** The parts of an entry that name a record and its credential. */
const entryOf = ({ options }: Context, { interface: of, operation }: WireRequest, name: string) => {
  const { seal } = options;
  const credential = options.credentialOf(of);
  return {
    // Deterministic, so that reports of two runs differ only in times.
    id: seal.fingerprint(`record ${credential} ${name}`).slice(0, 8),
    interface: of,
    operation,
    credential,
    key: seal.keyId,
  };
};

type Creation = Extract<UndoPlan, { kind: "creation" }>;

/** What a write is entered as: a record to be restored, a creation, or nothing that could be undone. */
type Entry = Opened | Creation | { readonly what: string } | Extract<UndoPlan, { kind: "own" }>;

/** Opens the journal entry of a record at its first write. */
const openRecord = async (
  context: Context,
  request: WireRequest,
  signal: AbortSignal | undefined,
): Promise<Entry | FailureOutcome> => {
  const { send, options, state } = context;
  const { interface: of } = request;
  const plan = options.contract.undoPlanOf(request, options.setting);
  if (plan.kind === "none") return { what: plan.what };
  if (plan.kind !== "record") return plan;
  const name = `${of} ${plan.record}`;
  const known = state.records.get(name);
  if (known !== undefined) return known;
  const answer =
    plan.readPath === undefined ? undefined : await send(options.request(of, ownRead(plan.readPath)), signal);
  if (answer?.kind === "failure" && answer.stop !== undefined) return answer;
  const undo = plan.undo(answer && jsonIn(answer));
  if (undo === undefined) return { what: `${plan.record} may have been changed` };
  const line: OpenedLine = {
    kind: "opened",
    ...entryOf(context, request, name),
    record: plan.record,
    sealed: options.seal.seal(JSON.stringify(undo)),
  };
  options.logOf(of).append([line]);
  const opened = { line, undo };
  state.records.set(name, opened);
  return opened;
};

interface Entered {
  /** Number of the write. */
  readonly write: number;
  readonly creation?: Creation;
}

const creationId = (context: Context, request: WireRequest, write: number): string =>
  entryOf(context, request, `${request.interface} created ${write}`).id;

/** The line of a write about to be sent; none for a record that the run has created. */
const lineOf = (
  { options }: Context,
  request: WireRequest,
  entry: Entry,
  write: number,
): readonly JournalLine[] => {
  if ("line" in entry)
    return [
      {
        kind: "sent",
        id: entry.line.id,
        write,
        back: putsBack(request, entry),
        wrote: options.seal.seal(bodyTextOf(request) ?? ""),
      },
    ];
  return "what" in entry ? [{ kind: "leaves", write, what: entry.what }] : [];
};

/** What two requests have in common that remove the same record. */
const removalKey = ({ method, url }: Pick<WireRequest, "method" | "url">): string =>
  `${method} ${new URL(url).origin}${new URL(url).pathname}`;

const noRoom = (): FailureOutcome =>
  stopped("the rest of the budget is kept for putting records back", "budget");

/** Records a write before it is sent; returns its number, or why it must not be sent. */
const enter = async (
  context: Context,
  request: WireRequest,
  signal: AbortSignal | undefined,
): Promise<Entered | FailureOutcome> => {
  const { options, state } = context;
  try {
    const refused = await begin(context, signal);
    if (refused !== undefined) return refused;
    const entry = await openRecord(context, request, signal);
    if ("kind" in entry && entry.kind === "failure") return entry;
    if ("line" in entry && !keepSlots(context, entry)) return noRoom();
    const creation = "kind" in entry && entry.kind === "creation" ? entry : undefined;
    const write = (state.writes += 1);
    // One request removes what it creates.
    if (creation !== undefined) {
      const id = creationId(context, request, write);
      if (!options.budget.hold(id, request.interface, 1)) return noRoom();
      state.kept.add(id);
    }
    const lines = lineOf(context, request, entry, write);
    if (lines.length > 0) options.logOf(request.interface).append(lines);
    return { write, ...(creation === undefined ? {} : { creation }) };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return stopped(`the journal cannot be written, so nothing was: ${messageOf(error)}`);
  }
};

const openChangesOf = (context: Context): readonly (OpenedLine | CreatedLine)[] => {
  const { lock } = context.options;
  if (context.state.isWriting || loadOpenChanges(context).length === 0) return [];
  // Whoever holds the lock is about to restore them.
  if (!lock.acquire()) return [];
  try {
    return loadOpenChanges(context);
  } finally {
    lock.release();
  }
};

/** Checked once, before the first request: nothing is sent while records of an earlier run need restoring. */
const refusalToStart = (context: Context): FailureOutcome | undefined => {
  try {
    const left = openChangesOf(context);
    return left.length === 0 ? undefined : notPutBack(left);
  } catch (error) {
    return stopped(`the journal cannot be read: ${messageOf(error)}`);
  }
};

const createdBy = ({ creation }: Entered, answer: FinalOutcome): CreatedRecord | undefined =>
  answer.kind === "response" ? creation?.created(answer) : undefined;

/** Notes a record that a write has created, and one of these that a write has removed. */
const noteLife = (context: Context, request: WireRequest, answer: FinalOutcome, entered: Entered): void => {
  const { options } = context;
  const { created } = context.state;
  const log = options.logOf(request.interface);
  const found = createdBy(entered, answer);
  const settle = (key: string): void => {
    const id = created.get(key);
    if (id !== undefined) log.note({ kind: "settled", id });
    created.delete(key);
  };
  if (found !== undefined) {
    const removal = removalKey(options.request(request.interface, { ...found.removal, effect: "write" }));
    // A creation may answer with a record that is there: it is removed once.
    settle(removal);
    const entry = entryOf(context, request, `${request.interface} created ${entered.write}`);
    const sealed = options.seal.seal(JSON.stringify({ ...found.removal, bodies: [] } satisfies UndoWrite));
    log.append([{ kind: "created", ...entry, write: entered.write, record: found.record, sealed }]);
    created.set(removal, entry.id);
  }
  settle(removalKey(request));
};

/** Gives back the request that was kept to remove what no answer has shown. */
const releaseUnneeded = ({ options, state }: Context, log: JournalLog, id: string): void => {
  if (openChangesIn(log.lines).some((line) => line.id === id) || !state.kept.delete(id)) return;
  options.budget.release(id);
};

const createTransport = (context: Context, inTurn: InTurn): Transport => {
  const { send, options } = context;
  let start: { readonly refusal: FailureOutcome | undefined } | undefined;
  return async (request, signal) => {
    start ??= { refusal: refusalToStart(context) };
    if (start.refusal !== undefined) return start.refusal;
    if (request.effect !== "write") return send(request, signal);
    const entered = await inTurn(() => enter(context, request, signal));
    if ("kind" in entered) return entered;
    const { write } = entered;
    let result: WriteResult = "unclear";
    try {
      const answer = await send(request, signal);
      if (isGoodOutcome(answer)) noteLife(context, request, answer, entered);
      // An earlier answer that was retried may belong to a write that took effect.
      const wasRefused = (answer.earlier ?? []).every((one) => resultOf(one) === "refused");
      result = wasRefused || resultOf(answer) === "done" ? resultOf(answer) : "unclear";
      return answer;
    } finally {
      const log = options.logOf(request.interface);
      log.note({ kind: "answered", write, result });
      if (entered.creation !== undefined) releaseUnneeded(context, log, creationId(context, request, write));
      releaseSettled(context, log);
    }
  };
};

/** Replays one journal; erases it when nothing remains to be done. */
const replayLog = async ({ options, state }: Context, log: JournalLog): Promise<WriteSummary> => {
  const { lines } = log;
  const changed = new Set(openChangesIn(lines).map(({ id }) => id));
  const left = [...leftIn(lines)].map(([what, times]) => ({ what, times }));
  const records = await undoJournal([...lines], changed, options, (id) => log.note({ kind: "settled", id }));
  for (const { id } of records) {
    state.kept.delete(id);
    options.budget.release(id);
  }
  if (records.every((one) => one.state !== "not put back")) log.erase();
  return { records, left };
};

const replayAll = async (context: Context): Promise<WriteSummary> => {
  const parts: WriteSummary[] = [];
  for (const log of context.logs) parts.push(await replayLog(context, log));
  context.state.records.clear();
  return { records: parts.flatMap(({ records }) => records), left: parts.flatMap(({ left }) => left) };
};

const forget = (context: Context, id: string): boolean => {
  const { lock, budget } = context.options;
  if (!lock.acquire()) return false;
  try {
    if (!loadOpenChanges(context).some((one) => one.id === id)) return false;
    for (const log of context.logs) {
      if (!openChangesIn(log.lines).some((one) => one.id === id)) continue;
      log.append([{ kind: "settled", id }]);
      if (openChangesIn(log.lines).length === 0) log.erase();
    }
    budget.release(id);
    return true;
  } finally {
    for (const log of context.logs) log.close();
    lock.release();
  }
};

/**
 * Wraps the sending transport. Before a write leaves, an entry on disk says how to restore its record; at the end the
 * entries are replayed. Only one process at a time writes to an address; others wait. Even a stopped run waits for its
 * writes, because only the answer shows their effect.
 */
export const journaled = (send: Transport, options: JournalOptions) => {
  const { lock, interfaces, logOf } = options;
  const logs = [...new Set(interfaces.map((of) => logOf(of)))];
  const state: RunState = {
    records: new Map(),
    kept: new Set(),
    created: new Map(),
    writes: 0,
    isWriting: false,
  };
  const context: Context = { send, options, logs, state };
  // The first write to a record reads what the second would change.
  const inTurn = createTurns();

  const releaseAll = (): void => {
    state.isWriting = false;
    for (const log of logs) log.close();
    lock.release();
  };

  return {
    transport: createTransport(context, inTurn),
    /** Restores what this run has changed; what could not be restored stays in the journal. Never rejects. */
    async settle(): Promise<WriteSummary> {
      await inTurn(async () => undefined);
      if (!state.isWriting) return nothing;
      try {
        return await replayAll(context);
      } finally {
        releaseAll();
      }
    },
    /** Does the same for earlier runs. Undefined while another run is writing. */
    async recover(): Promise<WriteSummary | undefined> {
      if (!lock.acquire()) return undefined;
      try {
        loadOpenChanges(context);
        state.isWriting = true;
        return await replayAll(context);
      } finally {
        releaseAll();
      }
    },
    /** Open changes of earlier runs that no process is restoring. @throws UsageError for a damaged journal. */
    openChanges: () => openChangesOf(context),
    /** Records changed by this run and not yet restored. */
    changed: () => changedIn(context),
    /** Removes a record that was restored by hand from the journal; false if no journal has it. */
    forget: (id: string) => forget(context, id),
  };
};
