import type { Judgement } from "../../harness/model/check.ts";
import { isSuccess, jsonOf, type Exchange } from "../../harness/model/exchange.ts";
import { statusOf, violation } from "./judgements.ts";
import { shownField, showsAnother, spoiltFields, unchangedFields } from "./shown-record.ts";
import { isGone, isObject } from "./json.ts";

interface Creation {
  readonly creation: Exchange | undefined;
  /** The read back of the new record. */
  readonly shown: Exchange | undefined;
  /** A read back of a record that is there for certain: one that fails says nothing of the new record. */
  readonly control: Exchange | undefined;
}

/** Holds what a write has answered to what a read of its record shows after it. */
export const judgeAnswered = function* (
  kind: string,
  what: "created" | "updated",
  write: Exchange,
  read: Exchange,
): Generator<Judgement> {
  if (!isSuccess(write) || !isSuccess(read)) return;
  for (const name of spoiltFields(write.request.body, jsonOf(write), jsonOf(read), kind))
    yield violation({
      rule: "relation",
      message: `${name} of the ${what} ${kind} is answered as it was sent and read as something else`,
      exchange: read,
      also: [write],
      expected: "the value that was sent",
      actual: isGone(shownField(jsonOf(read), kind, name)) ? "none" : "another value",
    });
};

/** Holds a creation to its record being there, where the configuration says how to read it. */
export const judgeCreated = function* (
  kind: string,
  { creation, shown, control }: Creation,
): Generator<Judgement> {
  if (creation !== undefined && shown !== undefined) yield* judgeAnswered(kind, "created", creation, shown);
  if (creation === undefined || shown === undefined || control === undefined) return;
  if (!isSuccess(creation) || !isSuccess(control) || isSuccess(shown)) return;
  yield violation({
    rule: "relation",
    message: `the created ${kind} cannot be read back`,
    exchange: creation,
    also: [shown, control],
    expected: "the record under its new id",
    actual: String(statusOf(shown)),
  });
};

interface Update {
  readonly update: Exchange | undefined;
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
}

/** Holds an update to changing the record of its path, as far as its answer and configured reads show. */
export const judgeUpdated = function* (
  kind: string,
  { update, before, after }: Update,
): Generator<Judgement> {
  if (update === undefined || !isSuccess(update)) return;
  if (showsAnother(jsonOf(update), kind, update.call?.path?.["id"]))
    yield violation({
      rule: "relation",
      message: `the update of a ${kind} answers with another record`,
      exchange: update,
      expected: "the record with the id of the path",
      actual: "a record with another id",
    });
  if (before === undefined || after === undefined || !isSuccess(before) || !isSuccess(after)) return;
  yield* judgeAnswered(kind, "updated", update, after);
  const [name] = unchangedFields(update.request.body, jsonOf(before), jsonOf(after), kind);
  if (name !== undefined)
    yield violation({
      rule: "relation",
      message: `the update of a ${kind} leaves ${name} as it was`,
      exchange: update,
      also: [before, after],
      expected: "the value that was sent",
      actual: "the value from before",
    });
};

/** Holds a refused update to changing nothing of what it named. */
export const judgeRefused = function* (
  kind: string,
  { update, before, after }: Update,
): Generator<Judgement> {
  if (update === undefined || before === undefined || after === undefined) return;
  if (isSuccess(update) || !isSuccess(before) || !isSuccess(after)) return;
  const { body } = update.request;
  for (const name of Object.keys(isObject(body) ? body : {})) {
    const [old, now] = [before, after].map((read) => shownField(jsonOf(read), kind, name));
    if (old === undefined || now === undefined || JSON.stringify(old) === JSON.stringify(now)) continue;
    yield violation({
      rule: "relation",
      message: `an update of a ${kind} that was refused has changed ${name}`,
      exchange: update,
      also: [before, after],
      expected: "the value from before",
      actual: "another value",
    });
  }
};
