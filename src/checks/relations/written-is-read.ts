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
import { fillTemplate, refusesBody } from "../support/declared-body.ts";
import { isGone, isObject, isSameJson } from "../support/json.ts";
import { notApplicable, statusOf, violation, wrongStatus } from "../support/judgements.ts";
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

type Written = keyof ReturnType<typeof labelsOf>;

interface Tag {
  readonly is: Written | When;
  /** A record like the created one may be there already. */
  readonly mayBeThere?: true;
}

/**
 * What a creation by a declared body is known by: a name or an address may have to be unique, and only the sandbox in
 * this process certainly has no such record from an earlier run.
 */
const creationTag = ({ isEmbedded }: PlanContext): Tag & { readonly is: "creation" } =>
  isEmbedded === true ? { is: "creation" } : { is: "creation", mayBeThere: true };

/** Why a creation by a declared body shows nothing. */
const knownAlready =
  "the declared body is refused: an earlier run may have created the same, where names or addresses have to be new";

/** Whether a creation by a declared body may be refused because an earlier run has created the same. */
const mayBeKnown = (exchange: Exchange<Tag>): boolean =>
  refusesBody(exchange) && exchange.call?.tag?.mayBeThere === true;

const declared = (
  context: PlanContext,
  resource: Resource,
  write: ResourceWrite | undefined,
  tag: Tag & { readonly is: Written },
): readonly Call<Tag>[] => {
  const value = write && declaredBody(context, write);
  if (write === undefined || value === undefined) return [];
  const label = `${labelsOf(resource)[tag.is]}${tag.mayBeThere === true ? ", where there may be one" : ""}`;
  return [{ ...writeCall(context, resource, write, value, label), tag }];
};

/** A write of the invalid body, exactly as declared. */
const invalid = (
  context: PlanContext,
  resource: Resource,
  write: ResourceWrite | undefined,
  is: "invalidNew" | "invalidUpdate",
): readonly Call<Tag>[] => {
  const path = resource.invalid?.body ?? "";
  const hasRecord = write?.id === undefined || idAt(context, write.id.setting) !== undefined;
  if (write === undefined || !hasRecord || !context.has(path)) return [];
  const value = fillTemplate(context.setting(path), context);
  const call = writeCall(context, resource, write, value, labelsOf(resource)[is]);
  return [toBeRefused({ ...call, tag: { is } })];
};

const scratchRead = (context: PlanContext, resource: Resource, when: When): readonly Call<Tag>[] => {
  const id = resource.update?.id && idAt(context, resource.update.id.setting);
  const call = id === undefined ? undefined : readCall(context, resource, id, when);
  return call === undefined ? [] : [{ ...call, tag: { is: when } }];
};

interface Writes {
  readonly creation: Exchange | undefined;
  /** The read of the new record. */
  readonly created: Exchange | undefined;
  readonly invalidUpdate: Exchange | undefined;
  readonly update: Exchange | undefined;
  readonly reads: Readonly<Record<When, Exchange | undefined>>;
}

const first = (exchanges: readonly Exchange<Tag>[], is: Written): Exchange<Tag> | undefined =>
  exchanges.find(({ call }) => call?.tag?.is === is);

const writesIn = (exchanges: readonly Exchange<Tag>[]): Writes => {
  // The last of each: when a write must show is not stated, so a read that seems wrong is sent once more.
  const last = (is: Tag["is"]): Exchange | undefined =>
    exchanges.findLast(({ call }) => call?.tag?.is === is);
  const [before, between, after] = (["before", "between", "after"] as const).map(last);
  return {
    creation: first(exchanges, "creation"),
    created: last("created"),
    invalidUpdate: first(exchanges, "invalidUpdate"),
    update: first(exchanges, "update"),
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
  exchanges: readonly Exchange<Tag>[],
): Generator<Judgement, boolean> {
  let isJudged = false;
  for (const is of ["invalidNew", "invalidUpdate", "creation", "update"] as const) {
    const exchange = first(exchanges, is);
    if (exchange === undefined || mayBeKnown(exchange)) continue;
    isJudged = true;
    const isInvalid = is === "invalidNew" || is === "invalidUpdate";
    const { status } = resource.invalid ?? {};
    const expected = !isInvalid ? "success" : status === undefined ? "refusal" : [status];
    const write = is === "invalidNew" || is === "creation" ? resource.create : resource.update;
    const broken = wrongStatus(exchange, expected, labelsOf(resource)[is], write?.fact);
    if (broken !== undefined) yield broken;
  }
  return isJudged;
};

/** Sends a read, and once more, later, if something seems wrong with it. */
function* readTwice(call: Call<Tag>, judge: (read: Exchange) => Iterable<Judgement>): Plan<void, Tag> {
  const read = yield* send(call);
  const [wrong] = judge(read);
  if (wrong !== undefined) yield* send({ ...call, isLate: true, fresh: true });
}

/** What was created or updated is there as sent; what was refused has changed nothing. */
export const writtenIsRead = (
  resource: Resource,
  words: Pick<ActiveCheck, "id" | "title" | "why">,
): ActiveCheck<Tag> => {
  const { create, update, interface: name, credential, called } = resource;
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
      const read = (when: When): readonly Call<Tag>[] => scratchRead(context, resource, when);
      // Earlier writes must show by now, or they would be taken for the effect of a refused one.
      const [before] = read("before");
      const wrongUpdate = invalid(context, resource, update, "invalidUpdate");
      const asked: Exchange<Tag>[] = [];
      // Invalid input first, so that the record ends as the valid update leaves it.
      for (const call of [
        ...invalid(context, resource, create, "invalidNew"),
        ...(before === undefined ? [] : [{ ...before, isLate: true }]),
        ...wrongUpdate,
      ])
        asked.push(yield* send(call));
      for (const call of wrongUpdate.length > 0 ? read("between") : []) asked.push(yield* send(call));
      for (const call of declared(context, resource, create, creationTag(context))) {
        const creation = yield* send(call);
        const created = createdRead(context, resource, creation, labelsOf(resource).created);
        if (created !== undefined)
          yield* readTwice({ ...created, tag: { is: "created" } }, (seen) =>
            judgeCreated(resource, { ...writesIn(asked), creation, created: seen }),
          );
      }
      for (const call of declared(context, resource, update, { is: "update" })) asked.push(yield* send(call));
      for (const call of read("after"))
        yield* readTwice(call, (after) => {
          const writes = writesIn(asked);
          return judgeUpdated(resource, { ...writes, reads: { ...writes.reads, after } });
        });
    },
    *judge(exchanges): Generator<Judgement> {
      const writes = writesIn(exchanges);
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
