import {
  send,
  type ActiveCheck,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import type { Resource, ResourceWrite } from "../../core/model/resource.ts";
import { askedId } from "../support/ids.ts";
import {
  creationIn,
  creationLabel,
  fillTemplate,
  knownAlready,
  mayBeKnown,
} from "../support/declared-body.ts";
import { isGone, isObject, isSameJson } from "../support/json.ts";
import { labelled, notApplicable, statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { toBeRefused } from "../support/refusal.ts";
import { createdRead, declaredBody, needsOf, readCall, writeCall } from "../support/resource.ts";
import { idAt } from "../support/sample-calls.ts";
import {
  isAlike,
  sentFields,
  shownField,
  showsAnother,
  spoiltFields,
  unchangedFields,
} from "../support/shown-record.ts";

const labelsOf = ({ called }: Resource) => ({
  invalidNew: `an invalid new ${called}`,
  invalidUpdate: `an invalid ${called} update`,
  creation: `a new ${called}`,
  created: `the new ${called}`,
  update: `a ${called} update`,
});

/** Reads of the scratch record: before it is written, after a refused update, after an accepted one. */
type When = "before" | "between" | "after";

const declared = (
  context: PlanContext,
  resource: Resource,
  write: ResourceWrite | undefined,
  label: string,
): readonly Call[] => {
  const value = write && declaredBody(context, write);
  return write === undefined || value === undefined
    ? []
    : [writeCall(context, resource, write, value, label)];
};

/** A write of the invalid body, exactly as declared. */
const invalid = (
  context: PlanContext,
  resource: Resource,
  write: ResourceWrite | undefined,
  label: string,
): readonly Call[] => {
  const path = resource.invalid?.body ?? "";
  const hasRecord = write?.id === undefined || idAt(context, write.id.setting) !== undefined;
  if (write === undefined || !hasRecord || !context.has(path)) return [];
  const value = fillTemplate(context.setting(path), context);
  return [toBeRefused(writeCall(context, resource, write, value, label))];
};

const scratchRead = (context: PlanContext, resource: Resource, when: When): readonly Call[] => {
  const id = resource.update?.id && idAt(context, resource.update.id.setting);
  const call = id === undefined ? undefined : readCall(context, resource, id, when);
  return call === undefined ? [] : [call];
};

interface Writes {
  readonly creation: Exchange | undefined;
  /** The read of the new record. */
  readonly created: Exchange | undefined;
  readonly invalidUpdate: Exchange | undefined;
  readonly update: Exchange | undefined;
  readonly reads: Readonly<Record<When, Exchange | undefined>>;
}

const writesIn = (exchanges: readonly Exchange[], resource: Resource): Writes => {
  const { creation, created, invalidUpdate, update } = labelsOf(resource);
  // The last of each: when a write must show is not stated, so a read that seems wrong is sent once more.
  const last = (label: string): Exchange | undefined =>
    exchanges.findLast(({ call }) => call?.label === label);
  const [before, between, after] = (["before", "between", "after"] as const).map(last);
  return {
    creation: creationIn(exchanges, creation),
    created: last(created),
    invalidUpdate: labelled(exchanges, invalidUpdate),
    update: labelled(exchanges, update),
    reads: { before, between: between ?? before, after },
  };
};

const wrong = (
  write: ResourceWrite | undefined,
  message: string,
  [exchange, ...also]: readonly [Exchange, ...Exchange[]],
  expected: string,
  actual: string,
): Judgement =>
  violation({
    fact: write?.fact ?? "",
    rule: "relation",
    message,
    exchange,
    ...(also.length === 0 ? {} : { also }),
    expected,
    actual,
  });

/** Compares the answer to a write with a later read of its record. */
const judgeAnswered = function* (
  { called, create, update }: Resource,
  what: "created" | "updated",
  write: Exchange,
  read: Exchange,
): Generator<Judgement> {
  if (!isSuccess(write) || !isSuccess(read)) return;
  for (const name of spoiltFields(write.request.body, jsonOf(write), jsonOf(read), called))
    yield wrong(
      what === "created" ? create : update,
      `${name} of the ${what} ${called} is answered as it was sent and read as something else`,
      [read, write],
      "the value that was sent",
      isGone(shownField(jsonOf(read), called, name)) ? "none" : "another value",
    );
};

interface Field {
  readonly name: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

const areSwapped = (one: Field, other: Field): boolean =>
  !isAlike(one.sent, other.sent) && isAlike(one.shown, other.sent) && isAlike(other.shown, one.sent);

/** Sent fields that are shown under their own names, but lost or swapped. */
const judgeFields = function* (
  { called, create }: Resource,
  creation: Exchange,
  read: Exchange,
): Generator<Judgement> {
  const fields = sentFields(creation.request.body)
    .map(([name, sent]): Field => ({ name, sent, shown: shownField(jsonOf(read), called, name) }))
    .filter(({ shown }) => shown !== undefined);
  if (fields.length > 1 && fields.every(({ shown }) => isGone(shown)))
    yield wrong(
      create,
      `the created ${called} has none of the fields that were sent`,
      [read, creation],
      "the fields that were sent",
      "the same fields without a value",
    );
  for (const [index, one] of fields.entries())
    for (const other of fields.slice(index + 1))
      if (areSwapped(one, other))
        yield wrong(
          create,
          `${one.name} and ${other.name} of the created ${called} are swapped`,
          [read, creation],
          "each field as it was sent",
          "each as the other one was sent",
        );
};

const judgeStatedRead = function* (
  resource: Resource,
  creation: Exchange,
  read: Exchange,
): Generator<Judgement> {
  const { called, create } = resource;
  const lost = wrongStatus(read, "success", `reading the created ${called}`, create?.fact);
  if (lost !== undefined) return yield lost;
  if (showsAnother(jsonOf(read), called, askedId(read, resource.read?.parameter ?? "")))
    yield wrong(
      create,
      `the id of the created ${called} leads to another ${called}`,
      [read, creation],
      `the ${called} with that id`,
      `a ${called} with another id`,
    );
  yield* judgeFields(resource, creation, read);
};

/** A created record exists, if a read of it is stated or configured. */
const judgeCreated = function* (
  resource: Resource,
  { creation, created, reads: { before } }: Writes,
): Generator<Judgement> {
  if (creation === undefined || created === undefined || !isSuccess(creation)) return;
  if (resource.read?.at === undefined) yield* judgeStatedRead(resource, creation, created);
  // A read of a record that certainly exists: if it fails, it says nothing about the new one.
  else if (before !== undefined && isSuccess(before) && !isSuccess(created))
    yield wrong(
      resource.create,
      `the created ${resource.called} cannot be read back`,
      [creation, created, before],
      "the record under its new id",
      String(statusOf(created)),
    );
  yield* judgeAnswered(resource, "created", creation, created);
};

/** An update changes the record of its path, as far as its answer and configured reads show. */
const judgeUpdated = function* (
  resource: Resource,
  { update, reads: { between, after } }: Writes,
): Generator<Judgement> {
  const { called, update: write } = resource;
  if (update === undefined || !isSuccess(update)) return;
  if (showsAnother(jsonOf(update), called, askedId(update, resource.update?.id?.parameter ?? "")))
    yield wrong(
      write,
      `the update of a ${called} answers with another record`,
      [update],
      "the record with the id of the path",
      "a record with another id",
    );
  if (between === undefined || after === undefined || !isSuccess(between) || !isSuccess(after)) return;
  yield* judgeAnswered(resource, "updated", update, after);
  const [name] = unchangedFields(update.request.body, jsonOf(between), jsonOf(after), called);
  if (name !== undefined)
    yield wrong(
      write,
      `the update of a ${called} leaves ${name} as it was`,
      [update, between, after],
      "the value that was sent",
      "the value from before",
    );
};

/** A refused update changes nothing that it named. */
const judgeRefused = function* (
  { called, update }: Resource,
  { invalidUpdate, reads: { before, between } }: Writes,
): Generator<Judgement> {
  if (invalidUpdate === undefined || before === undefined || between === undefined) return;
  if (isSuccess(invalidUpdate) || !isSuccess(before) || !isSuccess(between)) return;
  const { body } = invalidUpdate.request;
  for (const name of Object.keys(isObject(body) ? body : {})) {
    const [old, now] = [before, between].map((read) => shownField(jsonOf(read), called, name));
    if (old === undefined || now === undefined || isSameJson(old, now)) continue;
    yield wrong(
      update,
      `an update of a ${called} that was refused has changed ${name}`,
      [invalidUpdate, before, between],
      "the value from before",
      "another value",
    );
  }
};

const statusesOf = function* (
  resource: Resource,
  exchanges: readonly Exchange[],
): Generator<Judgement, boolean> {
  const { invalidNew, invalidUpdate, creation, update } = labelsOf(resource);
  let isJudged = false;
  for (const label of [invalidNew, invalidUpdate, creation, update]) {
    const exchange = creationIn(exchanges, label);
    if (exchange === undefined || mayBeKnown(exchange)) continue;
    isJudged = true;
    const isInvalid = label === invalidNew || label === invalidUpdate;
    const { status } = resource.invalid ?? {};
    const expected = !isInvalid ? "success" : status === undefined ? "refusal" : [status];
    const write = label === invalidNew || label === creation ? resource.create : resource.update;
    const broken = wrongStatus(exchange, expected, label, write?.fact);
    if (broken !== undefined) yield broken;
  }
  return isJudged;
};

/** Sends a read, and once more, later, if something seems wrong with it. */
function* readTwice(call: Call, judge: (read: Exchange) => Iterable<Judgement>): Plan {
  const read = yield* send(call);
  const [wrong] = judge(read);
  if (wrong !== undefined) yield* send({ ...call, isLate: true, fresh: true });
}

/** What was created or updated is there as sent; what was refused has changed nothing. */
export const writtenIsRead = (
  resource: Resource,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck => {
  const { create, update, interface: name, credential, called } = resource;
  const labels = labelsOf(resource);
  const [fact = "", ...further] = new Set([create, update].flatMap((write) => write?.fact ?? []));
  const bodies = [create, update].flatMap((write) => (write === undefined ? [] : needsOf(write).slice(-1)));
  const isRead = resource.read !== undefined && resource.read.at === undefined;
  return {
    ...words,
    facts: [fact, ...further],
    effect: "write",
    interfaces: [name],
    needs: [credential, ...(bodies.length === 1 ? bodies : [])],
    *plan(context) {
      const read = (when: When): readonly Call[] => scratchRead(context, resource, when);
      // Earlier writes must show by now, or they would be taken for the effect of a refused one.
      const [before] = read("before");
      const wrongUpdate = invalid(context, resource, update, labels.invalidUpdate);
      const asked: Exchange[] = [];
      // Invalid input first, so that the record ends as the valid update leaves it.
      for (const call of [
        ...invalid(context, resource, create, labels.invalidNew),
        ...(before === undefined ? [] : [{ ...before, isLate: true }]),
        ...wrongUpdate,
      ])
        asked.push(yield* send(call));
      for (const call of wrongUpdate.length > 0 ? read("between") : []) asked.push(yield* send(call));
      for (const call of declared(context, resource, create, creationLabel(labels.creation, context))) {
        const creation = yield* send(call);
        const created = createdRead(context, resource, creation, labels.created);
        if (created !== undefined)
          yield* readTwice(created, (seen) =>
            judgeCreated(resource, { ...writesIn(asked, resource), creation, created: seen }),
          );
      }
      for (const call of declared(context, resource, update, labels.update)) asked.push(yield* send(call));
      for (const call of read("after"))
        yield* readTwice(call, (after) => {
          const writes = writesIn(asked, resource);
          return judgeUpdated(resource, { ...writes, reads: { ...writes.reads, after } });
        });
    },
    *judge(exchanges): Generator<Judgement> {
      const writes = writesIn(exchanges, resource);
      if (
        !exchanges.some(({ operation }) => operation === create?.operation || operation === update?.operation)
      )
        return yield notApplicable(`not configured: bodies that create or update a ${called}`);
      if (!(yield* statusesOf(resource, exchanges))) return yield notApplicable(knownAlready);
      const { creation, created } = writes;
      if (isRead && creation !== undefined && isSuccess(creation) && created === undefined)
        return yield notApplicable(
          `the new ${called}'s id is not at the configured pointer (${create?.newId ?? ""})`,
        );
      yield* judgeRefused(resource, writes);
      yield* judgeCreated(resource, writes);
      yield* judgeUpdated(resource, writes);
    },
  };
};
