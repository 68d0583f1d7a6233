import type { Aftermath, PutBack } from "../model/aftermath.ts";
import type { Clock } from "../model/clock.ts";
import type { FailureOutcome, Outcome } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { isObject, parseJson } from "../model/json-object.ts";
import type { Answer, Transport, WireRequest } from "../model/transport.ts";
import type { Budgeted } from "./budget.ts";
import {
  type JournalFile,
  type JournalLine,
  leftIn,
  type OpenedLine,
  type Unsettled,
  unsettledIn,
  type WriteResult,
} from "./journal-file.ts";
import { differencesIn, type Restoration, undoingOf } from "./restorations.ts";
import type { Seal } from "./seal.ts";

/** Where a run keeps its journals, one for each address. */
export interface JournalPlace {
  readonly seal: Seal;
  /** @throws Error with a system code when it cannot be used. */
  fileOf(of: InterfaceName): JournalFile;
  /** Fingerprint of the credential that an interface's records are put back with. */
  credentialOf(of: InterfaceName): string;
}

export interface JournalOptions {
  readonly place: JournalPlace;
  readonly interfaces: readonly InterfaceName[];
  readonly setting: (path: string) => unknown;
  readonly clock: Clock;
  /** Milliseconds to wait for another run that is writing. */
  readonly maxWaitMs: number;
  readonly budget: Pick<Budgeted, "hold" | "release">;
  /** A write or read of the journal's own, as it goes over the wire with the main credential. */
  request(of: InterfaceName, parts: OwnRequest): WireRequest;
  /** Sends what puts a record back, with the requests that were kept for it. */
  restoring(id: string): Transport;
}

export interface OwnRequest {
  readonly operation: string;
  readonly method: WireRequest["method"];
  readonly effect: "read" | "write";
  /** Below the base address. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Journal {
  /** Writes go through it. */
  readonly transport: Transport;
  /**
   * Puts back what this run has changed and lets go of the journal. Never rejects for what a server does; what could
   * not be put back stays in the journal.
   */
  settle(): Promise<Aftermath>;
  /** The same for what earlier runs have left. Undefined while another run is writing. */
  recover(): Promise<Aftermath | undefined>;
  /** What earlier runs have left and nobody is about to put back. @throws Error when a journal cannot be read. */
  unsettled(): readonly Unsettled[];
  /** Takes a record out of the journal that somebody has put back by hand; false when it is in none. */
  forget(id: string): boolean;
}

/** Requests kept for one record: a write with two more tries or bodies, and a read. */
const placesPerRecord = 2;

const pollMs = 100;

const stopped = (message: string, stop: "safety" | "budget" = "safety"): FailureOutcome => ({
  kind: "failure",
  reason: "not-sent",
  message,
  stop,
});

const resultOf = (outcome: Outcome): WriteResult => {
  if (outcome.kind === "failure") return outcome.reason === "not-sent" ? "refused" : "unclear";
  if (outcome.status >= 200 && outcome.status < 300) return "done";
  return outcome.status >= 400 && outcome.status < 500 ? "refused" : "unclear";
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether two values are the same JSON, whatever the order of its properties. */
export const isSameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );

const jsonIn = (answer: Answer): unknown =>
  answer.kind === "response" && answer.status >= 200 && answer.status < 300 && answer.body.kind === "json"
    ? answer.body.value
    : undefined;

/** A record that was written to. */
interface Opened {
  readonly line: OpenedLine;
  readonly restoration: Restoration;
}

const putsBack = (request: WireRequest, { restoration }: Opened): boolean => {
  const body = parseJson(request.body);
  const [first] = restoration.bodies;
  return (
    body !== undefined &&
    request.operation === restoration.operation &&
    isSameJson(body, first) &&
    // At the path of the documents: without the version prefix it may be another record.
    new URL(request.url).pathname.endsWith(restoration.path)
  );
};

const notPutBack = (left: readonly Unsettled[]): FailureOutcome =>
  stopped(`an earlier run has not put back ${left.map(({ record }) => record).join(", ")} (tripact restore)`);

const nothing: Aftermath = { records: [], left: [] };

/**
 * Stands above what sends: before a write leaves, an entry on disk tells what puts its record back; at the end the
 * entries are played. Only one process at a time writes to an address; others wait for it. Writes are waited for even
 * when the run is stopped, because only the answer tells what they have done.
 */
export const journaled = (send: Transport, options: JournalOptions): Journal => {
  const { place, interfaces, clock } = options;
  const files = new Map<InterfaceName, JournalFile>();
  /** Everything in the journals since they were locked. */
  const lines = new Map<InterfaceName, JournalLine[]>();
  const records = new Map<string, Opened>();
  /** The entries for which requests are kept. */
  const kept = new Set<string>();
  let writes = 0;
  let isWriting = false;
  let start: { readonly refusal: FailureOutcome | undefined } | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const fileOf = (of: InterfaceName): JournalFile => {
    const known = files.get(of) ?? place.fileOf(of);
    files.set(of, known);
    return known;
  };

  const linesOf = (of: InterfaceName): JournalLine[] => {
    const known = lines.get(of) ?? [];
    lines.set(of, known);
    return known;
  };

  const append = (of: InterfaceName, added: readonly JournalLine[]): void => {
    fileOf(of).append(added);
    linesOf(of).push(...added);
  };

  const note = (of: InterfaceName, line: JournalLine): void => {
    linesOf(of).push(line);
    try {
      fileOf(of).note(line);
    } catch {
      // On disk the write stays without an answer, and its record is put back in any case.
    }
  };

  const unlockAll = (): void => {
    for (const of of interfaces) files.get(of)?.unlock();
  };

  /** All or none, in one order, so that two runs cannot wait for each other. */
  const lockAll = (): boolean => {
    if (interfaces.every((of) => fileOf(of).lock())) return true;
    unlockAll();
    return false;
  };

  const waitForLock = async (signal: AbortSignal | undefined): Promise<boolean> => {
    const deadline = clock.now() + options.maxWaitMs;
    while (!lockAll()) {
      if (clock.now() >= deadline) return false;
      await clock.sleep(pollMs, signal);
    }
    return true;
  };

  /** What a run that was killed has kept requests for, and no longer needs. */
  const letGoOfLeftovers = (of: InterfaceName): void => {
    for (const line of fileOf(of).read()) if (line.kind === "opened") options.budget.release(line.id);
  };

  /** Takes the journals for this run; a failure when another one is writing, or has left something. */
  const begin = async (signal: AbortSignal | undefined): Promise<FailureOutcome | undefined> => {
    if (isWriting) return undefined;
    if (!(await waitForLock(signal)))
      return stopped("another run is writing to the scratch records, for longer than safety.maxWaitMs");
    const left = interfaces.flatMap((of) => unsettledIn(fileOf(of).read()));
    if (left.length > 0) {
      unlockAll();
      return notPutBack(left);
    }
    for (const of of interfaces) {
      letGoOfLeftovers(of);
      fileOf(of).erase();
    }
    isWriting = true;
    return undefined;
  };

  const originalOf = async (
    of: InterfaceName,
    path: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value?: unknown; readonly failure?: FailureOutcome }> => {
    if (path === undefined) return {};
    const answer = await send(
      options.request(of, { operation: "getUser", method: "GET", effect: "read", path, pathParameters: {} }),
      signal,
    );
    if (answer.kind === "failure" && answer.stop !== undefined) return { failure: answer };
    return { value: jsonIn(answer) };
  };

  /** Keeps requests for putting a record back, as long as it is not as it was. */
  const keepPlaces = ({ id, interface: of }: OpenedLine): boolean => {
    if (kept.has(id)) return true;
    if (!options.budget.hold(id, of, placesPerRecord)) return false;
    kept.add(id);
    return true;
  };

  const letGoOfPlaces = (id: string): void => {
    options.budget.release(id);
    kept.delete(id);
  };

  /** Lets go of what is kept for records of an address that are as they were. */
  const letGoOfSettled = (of: InterfaceName): void => {
    const unsettled = new Set(unsettledIn(linesOf(of)).map(({ id }) => id));
    for (const { line } of records.values())
      if (line.interface === of && kept.has(line.id) && !unsettled.has(line.id)) letGoOfPlaces(line.id);
  };

  /** Opens the entry of a record that is written to for the first time. */
  const openRecord = async (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<Opened | { readonly what: string } | FailureOutcome> => {
    const of = request.interface;
    const undoing = undoingOf(request, options.setting);
    if (undoing.kind === "none") return { what: undoing.what };
    const known = records.get(undoing.record);
    if (known !== undefined) return known;
    const original = await originalOf(of, undoing.readPath, signal);
    if (original.failure !== undefined) return original.failure;
    const restoration = undoing.restoration(original.value);
    if (restoration === undefined) return { what: `${undoing.record} may have been changed` };
    // The same in every run, so that reports differ in nothing but times.
    const id = place.seal.fingerprint(`record ${place.credentialOf(of)} ${undoing.record}`).slice(0, 8);
    const line: OpenedLine = {
      kind: "opened",
      id,
      record: undoing.record,
      interface: of,
      operation: request.operation,
      credential: place.credentialOf(of),
      sealed: place.seal.seal(JSON.stringify(restoration)),
    };
    linesOf(of).push(line);
    fileOf(of).append([line]);
    const opened = { line, restoration };
    records.set(undoing.record, opened);
    return opened;
  };

  /** Writes down what is about to be sent; its number, or why it must not be sent. */
  const enter = async (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<number | FailureOutcome> => {
    try {
      const refused = await begin(signal);
      if (refused !== undefined) return refused;
      const opened = await openRecord(request, signal);
      if ("kind" in opened) return opened;
      if ("line" in opened && !keepPlaces(opened.line))
        return stopped("the rest of the budget is kept for putting records back", "budget");
      const write = (writes += 1);
      append(request.interface, [
        "what" in opened
          ? { kind: "leaves", write, what: opened.what }
          : { kind: "sent", id: opened.line.id, write, back: putsBack(request, opened) },
      ]);
      return write;
    } catch (error) {
      if (signal?.aborted === true) throw error;
      return stopped(`the journal cannot be written, so nothing was: ${messageOf(error)}`);
    }
  };

  const unsettled = (): readonly Unsettled[] => {
    if (interfaces.every((of) => fileOf(of).read().length === 0)) return [];
    // While somebody else has the lock, they are about to put it back.
    if (!lockAll()) return [];
    try {
      const left = interfaces.flatMap((of) => unsettledIn(fileOf(of).read()));
      if (left.length === 0) for (const of of interfaces) letGoOfLeftovers(of);
      return left;
    } finally {
      unlockAll();
    }
  };

  /** Asked once, before the first request: nothing is sent while an earlier run's records are in disorder. */
  const mayStart = (): { readonly refusal: FailureOutcome | undefined } => {
    try {
      const left = unsettled();
      return { refusal: left.length === 0 ? undefined : notPutBack(left) };
    } catch (error) {
      return { refusal: stopped(`the journal cannot be read: ${messageOf(error)}`) };
    }
  };

  /** One after the other: the first write to a record reads what the second one would change. */
  const enterInTurn = (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<number | FailureOutcome> => {
    const entered = before.then(() => enter(request, signal));
    before = entered.catch(() => undefined);
    return entered;
  };

  const transport: Transport = async (request, signal) => {
    start ??= mayStart();
    if (start.refusal !== undefined) return start.refusal;
    if (request.effect !== "write") return send(request, signal);
    const entered = await enterInTurn(request, signal);
    if (typeof entered !== "number") return entered;
    let result: WriteResult = "unclear";
    try {
      const answer = await send(request, signal);
      // An answer that was waited out may have been that of a write which was done all the same.
      const wasRefused = (answer.earlier ?? []).every((one) => resultOf(one) === "refused");
      result = wasRefused || resultOf(answer) === "done" ? resultOf(answer) : "unclear";
      return answer;
    } finally {
      note(request.interface, { kind: "answered", write: entered, result });
      letGoOfSettled(request.interface);
    }
  };

  /** Why a record is not put back; undefined when it is. */
  const play = async (line: OpenedLine): Promise<string | undefined> => {
    if (line.credential !== place.credentialOf(line.interface))
      return "the run that changed it had another credential";
    let restoration: Restoration;
    try {
      // Sealed by openRecord.
      restoration = JSON.parse(place.seal.open(line.sealed)) as Restoration;
    } catch {
      return "what puts it back cannot be unsealed";
    }
    const sendBack = options.restoring(line.id);
    let reason = "nothing is known that puts it back";
    for (const body of restoration.bodies) {
      const answer = await sendBack(
        options.request(line.interface, { ...restoration, effect: "write", body: JSON.stringify(body) }),
      );
      if (answer.kind === "failure") return answer.message;
      if (answer.status >= 200 && answer.status < 300) return verify(restoration, sendBack);
      reason = `${restoration.operation} is answered ${answer.status}`;
      if (answer.status !== 400 && answer.status !== 422) return reason;
    }
    return reason;
  };

  const verify = async (
    { interface: of, readPath, shows, pathParameters }: Restoration,
    sendBack: Transport,
  ): Promise<string | undefined> => {
    if (readPath === undefined || shows === undefined) return undefined;
    const answer = await sendBack(
      options.request(of, {
        operation: "getUser",
        method: "GET",
        effect: "read",
        path: readPath,
        pathParameters: {},
      }),
    );
    const value = jsonIn(answer);
    // The write was taken: a read that fails does not tell otherwise.
    if (value === undefined) return undefined;
    const different = differencesIn(value, shows, pathParameters["id"] ?? "");
    return different.length === 0 ? undefined : `it still differs in ${different.join(", ")}`;
  };

  const playOne = async (line: OpenedLine, changed: ReadonlySet<string>): Promise<PutBack> => {
    const { id, interface: of, record } = line;
    const told = { id, interface: of, record };
    if (!changed.has(id)) return { ...told, state: "as it was" };
    let reason: string | undefined;
    try {
      reason = await play(line);
      if (reason === undefined) append(of, [{ kind: "settled", id }]);
    } catch (error) {
      reason = messageOf(error);
    }
    return reason === undefined ? { ...told, state: "put back" } : { ...told, state: "not put back", reason };
  };

  /** Plays one address's journal; erases it when nothing is left to be done. */
  const playAll = async (of: InterfaceName): Promise<Aftermath> => {
    const all = linesOf(of);
    const changed = new Set(unsettledIn(all).map(({ id }) => id));
    const opened = all.filter((line) => line.kind === "opened");
    const settled = new Set(all.flatMap((line) => (line.kind === "settled" ? [line.id] : [])));
    const left = [...leftIn(all)].map(([what, times]) => ({ what, times }));
    const told: PutBack[] = [];
    for (const line of opened) if (!settled.has(line.id)) told.push(await playOne(line, changed));
    if (told.every(({ state }) => state !== "not put back")) fileOf(of).erase();
    for (const { id } of opened) letGoOfPlaces(id);
    return { records: told, left };
  };

  const playEverything = async (): Promise<Aftermath> => {
    const parts: Aftermath[] = [];
    for (const of of interfaces) parts.push(await playAll(of));
    lines.clear();
    records.clear();
    return { records: parts.flatMap((one) => one.records), left: parts.flatMap((one) => one.left) };
  };

  return {
    transport,
    async settle() {
      await before;
      if (!isWriting) return nothing;
      try {
        return await playEverything();
      } finally {
        isWriting = false;
        unlockAll();
      }
    },
    async recover() {
      if (!lockAll()) return undefined;
      try {
        for (const of of interfaces) lines.set(of, [...fileOf(of).read()]);
        return await playEverything();
      } finally {
        unlockAll();
      }
    },
    unsettled,
    forget(id) {
      if (!lockAll()) return false;
      try {
        for (const of of interfaces) {
          const file = fileOf(of);
          const all = file.read();
          if (!unsettledIn(all).some((one) => one.id === id)) continue;
          file.append([{ kind: "settled", id }]);
          if (unsettledIn([...all, { kind: "settled", id }]).length === 0) file.erase();
          options.budget.release(id);
          return true;
        }
        return false;
      } finally {
        unlockAll();
      }
    },
  };
};
