import type { Opened } from "./journal.ts";
import { lateMs, type Clock } from "../model/clock.ts";
import type { Contract } from "../model/contract.ts";
import { messageOf } from "../model/error-code.ts";
import { isGood, type Outcome, type ResponseOutcome } from "../model/exchange.ts";
import { createFieldLabel, type FieldLabel } from "../model/field-label.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { anyCase, isGone, isObject, type JsonObject, parseJson } from "../model/json-object.ts";
import type { FinalOutcome, Transport, WireRequest } from "../model/transport.ts";
import type { UndoWrite } from "../model/undo-plan.ts";
import type { PutBack } from "../model/write-summary.ts";
import { type CreatedLine, type JournalLine, type OpenedLine, writtenTo } from "./journal-log.ts";
import { differencesIn, membersIn, comparableRecord } from "./record-comparison.ts";
import type { Seal } from "./seal.ts";
import { createWritePatience, withPatience, type WritePatience } from "./write-patience.ts";

/** Changes that somebody else made to a record since a run first read it. */
interface ForeignChange {
  /** Properties written by the run that hold neither the original nor a written value; or `members`. */
  readonly names: readonly string[];
  /** Properties not written by the run that have changed since, to be left as they are. */
  readonly kept: JsonObject;
}

const none: ForeignChange = { names: [], kept: {} };

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text);

/** Servers trim, truncate and change the case of texts, and write numbers, dates and empty values in different ways. */
const isAlike = (now: unknown, written: unknown): boolean => {
  if (isGone(now) && isGone(written)) return true;
  const [one, other] = [now, written].map((value) =>
    String(value ?? "")
      .trim()
      .toLowerCase(),
  );
  if (one === other) return true;
  if (one === undefined || other === undefined || one === "") return false;
  if (isDate(one) && isDate(other)) return one.slice(0, 10) === other.slice(0, 10);
  return other.startsWith(one) || (Number(one) === Number(other) && !Number.isNaN(Number(one)));
};

/** Every scalar of a body, at any depth, as text. */
const leavesOf = (body: unknown): readonly string[] => {
  if (typeof body !== "object" || body === null) return [String(body)];
  return Object.values(body).flatMap(leavesOf);
};

const membersChanged = (answer: unknown, original: readonly unknown[], wrote: readonly unknown[]) => {
  const shown = membersIn(answer);
  if (shown === undefined) return none;
  const [now, then] = [new Set(shown.map(String)), new Set(original.map(String))];
  const written = wrote.map((body) => new Set(leavesOf(body)));
  const isAdded = [...now].some((id) => !then.has(id) && !written.some((ids) => ids.has(id)));
  const isRemoved = [...then].some((id) => !now.has(id) && written.every((ids) => ids.has(id)));
  return isAdded || isRemoved ? { names: ["members"], kept: {} } : none;
};

const fieldsChanged = (
  record: JsonObject,
  original: JsonObject,
  wrote: readonly JsonObject[],
  label: FieldLabel,
): ForeignChange => {
  const names: string[] = [];
  const kept: Record<string, unknown> = {};
  for (const [name, then] of Object.entries(original)) {
    const now = anyCase(record, name);
    const written = wrote.map((body) => anyCase(body, name));
    // A replacement that omits a property clears it.
    if ([...written, then].some((one) => isAlike(now, one))) continue;
    if (written.some((one) => one !== undefined)) names.push(label(name));
    else kept[name] = now;
  }
  return { names: [...new Set(names)], kept };
};

/** Compares a read with the state before the first write and all written since; no record is no known change. */
export const foreignChangeIn = (
  answer: unknown,
  { original, recordId = "" }: UndoWrite,
  wrote: readonly unknown[],
  label: FieldLabel,
): ForeignChange => {
  if (original === undefined) return none;
  if (original.kind === "members") return membersChanged(answer, original.ids, wrote);
  const record = comparableRecord(answer, recordId);
  return record === undefined ? none : fieldsChanged(record, original.fields, wrote.filter(isObject), label);
};

/** The same write, keeping what somebody else has changed meanwhile. */
export const keepingOthers = (undo: UndoWrite, kept: JsonObject): UndoWrite => {
  const keepIn = (body: unknown): unknown =>
    isObject(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, Object.hasOwn(kept, name) ? kept[name] : value]),
        )
      : body;
  const { shows } = undo;
  return {
    ...undo,
    bodies: undo.bodies.map(keepIn),
    ...(shows?.kind === "fields"
      ? {
          shows: {
            kind: "fields",
            fields: Object.fromEntries(
              Object.entries(shows.fields).filter(([name]) => !Object.hasOwn(kept, name)),
            ),
          },
        }
      : {}),
  };
};

export interface OwnRequest {
  readonly operation: string;
  readonly method: WireRequest["method"];
  readonly effect: "read" | "write";
  /** Below the base address. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface UndoOptions {
  readonly clock: Clock;
  readonly contract: Pick<Contract, "fieldNames">;
  readonly seal: Seal;
  /** Fingerprint of the credential that restores an interface's records. */
  credentialOf(of: InterfaceName): string;
  /** A write or read of the journal itself, as sent with the main credential. */
  request(of: InterfaceName, parts: OwnRequest): WireRequest;
  /** A transport that restores a record with the requests reserved for it. */
  restoring(id: string): Transport;
  /** The same for the removal of what a run has created: the sealed entry alone knows that it has. */
  removing(id: string): Transport;
}

/** A read that shows a record, at its path below the base address. */
export const ownRead = (path: string): OwnRequest => ({
  operation: "readBack",
  method: "GET",
  effect: "read",
  path,
  pathParameters: {},
});

export const isGoodOutcome = (outcome: Outcome): boolean =>
  outcome.kind === "response" && isGood(outcome.status);

export const jsonIn = (answer: FinalOutcome): unknown =>
  answer.kind === "response" && isGoodOutcome(answer) && answer.body.kind === "json"
    ? answer.body.value
    : undefined;

type Result = Pick<PutBack, "state" | "reason" | "fact" | "operation">;

const notPutBack = (reason: string): Result => ({ state: "not put back", reason });

interface Work extends Opened {
  readonly send: Transport;
  readonly label: FieldLabel;
  readonly options: UndoOptions;
}

const show = async ({ line, undo, send, options }: Work): Promise<unknown> =>
  undo.readPath === undefined
    ? undefined
    : jsonIn(await send(options.request(line.interface, ownRead(undo.readPath))));

/** Result of the read after an accepted write; a failed read does not disprove the write. */
const verified = async (work: Work, kept: readonly string[]): Promise<Result> => {
  const { shows, recordId = "", fact, operation } = work.undo;
  const look = async (): Promise<ReturnType<typeof differencesIn> | undefined> => {
    const value = shows && (await show(work));
    return shows && value !== undefined ? differencesIn(value, shows, recordId, work.label) : undefined;
  };
  let different = (await look()) ?? [];
  if (different.length > 0) {
    // A read may lag behind the write.
    await work.options.clock.sleep(lateMs);
    different = (await look()) ?? different;
  }
  if (different.length > 0) {
    const names = different.map(({ name }) => name).join(", ");
    const reason = `${operation} was accepted, but a read still shows another value of ${names}`;
    const isBroken = fact !== undefined && different.some(({ isEmptied }) => !isEmptied);
    return { state: "not replaced", reason, operation, ...(isBroken ? { fact } : {}) };
  }
  return kept.length === 0
    ? { state: "put back" }
    : { state: "put back", reason: `what somebody else has changed meanwhile was kept: ${kept.join(", ")}` };
};

/** Sends the bodies in turn until one is accepted. */
const write = async (work: Work, kept: readonly string[]): Promise<Result> => {
  const { line, undo, send, options } = work;
  let reason = "it is not known how to restore it";
  for (const body of undo.bodies) {
    const answer = await send(
      options.request(line.interface, { ...undo, effect: "write", body: JSON.stringify(body) }),
    );
    if (answer.kind === "failure") return notPutBack(answer.message);
    if (isGoodOutcome(answer)) return verified(work, kept);
    reason = `${undo.operation} was answered with ${answer.status}`;
    if (answer.status !== 400 && answer.status !== 422) break;
  }
  return notPutBack(reason);
};

/** Why nothing can be unsealed; undefined if it can. */
const obstacle = (
  line: OpenedLine | CreatedLine,
  { seal, credentialOf }: UndoOptions,
): string | undefined => {
  if (line.key !== seal.keyId)
    return "the key of the journal is lost, so the record cannot be restored: correct it by hand";
  return line.credential === credentialOf(line.interface)
    ? undefined
    : "the run that changed it had another credential";
};

/** Restores one record: reads it, leaves what somebody else has changed, writes, and reads again. */
const putBack = async (
  line: OpenedLine,
  lines: readonly JournalLine[],
  patience: WritePatience,
  options: UndoOptions,
): Promise<Result> => {
  const reason = obstacle(line, options);
  if (reason !== undefined) return notPutBack(reason);
  // Sealed by the journal.
  const undo = JSON.parse(options.seal.open(line.sealed)) as UndoWrite;
  const wrote = writtenTo(line.id, lines).map((sealed) => parseJson(options.seal.open(sealed)));
  const send = withPatience(options.restoring(line.id), patience);
  const label = createFieldLabel(options.contract.fieldNames);
  const work = { line, undo, send, label, options };
  const foreign = foreignChangeIn(await show(work), undo, wrote, label);
  if (foreign.names.length > 0)
    return notPutBack(
      `somebody else has changed it since (${foreign.names.join(", ")}), so it was not overwritten`,
    );
  const isSent = (name: string): boolean =>
    undo.bodies.some((body) => isObject(body) && Object.hasOwn(body, name));
  const kept = [...new Set(Object.keys(foreign.kept).filter(isSent).map(label))];
  return write({ ...work, undo: keepingOthers(undo, foreign.kept) }, kept);
};

/** A refusal that another try, or another credential, would not change. */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status);

const isAbsent = ({ status }: Pick<ResponseOutcome, "status">): boolean => status === 404 || status === 410;

/** Removes a record that the run has created; one that is gone needs nothing. */
const remove = async (line: CreatedLine, patience: WritePatience, options: UndoOptions): Promise<Result> => {
  const reason = obstacle(line, options);
  if (reason !== undefined) return notPutBack(reason);
  // Sealed by the journal.
  const undo = JSON.parse(options.seal.open(line.sealed)) as UndoWrite;
  const send = withPatience(options.removing(line.id), patience);
  const answer = await send(options.request(line.interface, { ...undo, effect: "write" }));
  if (answer.kind === "failure") return notPutBack(answer.message);
  if (isGoodOutcome(answer) || isAbsent(answer)) return { state: "put back" };
  const why = `${undo.operation} was answered with ${answer.status}`;
  if (undo.readPath === undefined || !isFinal(answer.status)) return notPutBack(why);
  const look = { ...ownRead(undo.readPath), operation: undo.operation };
  const read = await send(options.request(line.interface, look));
  if (read.kind === "failure") return notPutBack(why);
  // Some refuse with another status to remove what is not there.
  if (isAbsent(read)) return { state: "put back" };
  return isGoodOutcome(read) ? { state: "not removed", reason: why } : notPutBack(why);
};

/** Restores the possibly changed records of a journal; calls `settled` for each that is done. */
export const undoJournal = async (
  lines: readonly JournalLine[],
  changed: ReadonlySet<string>,
  options: UndoOptions,
  settled: (id: string) => void,
): Promise<readonly PutBack[]> => {
  const patience = createWritePatience();
  const done = new Set(lines.flatMap((line) => (line.kind === "settled" ? [line.id] : [])));
  const records: PutBack[] = [];
  for (const line of lines) {
    if (line.kind !== "opened" || done.has(line.id)) continue;
    const { id, interface: of, record } = line;
    const result: Result = changed.has(id)
      ? await putBack(line, lines, patience, options).catch((error: unknown) => notPutBack(messageOf(error)))
      : { state: "as it was" };
    if (result.state === "put back" || result.state === "not replaced") settled(id);
    records.push({ id, interface: of, record, ...result });
  }
  // A record that another one belongs to was created before it.
  for (const line of lines.toReversed()) {
    if (line.kind !== "created" || done.has(line.id)) continue;
    const result = await remove(line, patience, options).catch((error: unknown) =>
      notPutBack(messageOf(error)),
    );
    if (result.state !== "not put back") settled(line.id);
    records.push({ id: line.id, interface: line.interface, record: line.record, ...result });
  }
  return records;
};
