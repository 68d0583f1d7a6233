import { isDeepStrictEqual } from "node:util";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { type Exchange, isSuccess, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import { describedForm } from "../../core/validation/shape-of.ts";
import { answerStatus } from "../checks/asking.ts";
import { isRecordId } from "../checks/record-ids.ts";
import { isReadable, isStill, mustShow } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { changedBetween, differing, shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import { answerAt, creationOf, isGoneAt, quotedNames, type ResourceAnswers } from "./tag.ts";
import { makeRecord, readRecord } from "./working-record.ts";

/** 202 says that it is not done yet (RFC 9110, section 15.3.3). */
const isDone = (exchange: Exchange): boolean => isSuccess(exchange) && responseOf(exchange)?.status !== 202;

const showsSomeOf = (sent: unknown, shown: JsonObject | undefined): boolean =>
  !isObject(sent) || Object.keys(sent).some((name) => shown !== undefined && Object.hasOwn(shown, name));

function* judgeStays({ api, resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [made, read] = [creationOf(answers, "one"), answerAt(answers, "read", "one")];
  const sent = made?.call?.tag?.sent;
  const shown = read && shownRecord(read, resource);
  if (read === undefined || made === undefined || !isObject(sent) || shown === undefined) return;
  if (!isSuccess(read)) return;
  const answered = shownRecord(made, resource) ?? {};
  // What shows nothing that was sent is something else than the record.
  if (!showsSomeOf(sent, shown)) return;
  const others = differing(sent, shown, isReadable(api, resource), mustShow(api, resource)).filter(
    // A server may spell a text in its own way, which its answer to the creation shows.
    (name) =>
      resource.isDeclared ||
      typeof sent[name] !== "string" ||
      differing(answered, shown, (one) => one === name).length > 0,
  );
  if (others.length === 0) return yield relationHolds("stays");
  for (const name of others)
    yield {
      fact: "stays",
      message: `${read.operation ?? ""} shows another \`${name}\` than ${made.operation ?? ""} was sent`,
      exchange: made,
      also: [read],
      pointer: `/${name}`,
      expected: `${describedForm(sent[name])}, as it was sent`,
      actual: shown[name] === undefined ? "missing" : `another value: ${describedForm(shown[name])}`,
    };
}

/** A creation leaves the records before it as they are, and gives an id that none of them has. */
function* judgeApart({ api, resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [before, after] = [answerAt(answers, "read", "one"), answerAt(answers, "read again", "one")];
  const other = answerAt(answers, "read", "other");
  const create = creationOf(answers, "other");
  if (before === undefined || other === undefined || create === undefined || !isDone(create)) return;
  const { operation = "" } = create;
  const isSame = before.call?.tag?.id === other.call?.tag?.id;
  const [one, two] = [creationOf(answers, "one"), create].map((made) => made?.call?.tag?.sent);
  // What shows nothing that was sent is something else than the record.
  if (!resource.isDeclared && !showsSomeOf(one, shownRecord(before, resource))) return;
  // Whoever sends the same twice may get the same record.
  if (isSame && isDeepStrictEqual(one, two)) return;
  if (isSame)
    return yield {
      fact: "apart",
      message: `${operation} gives a new ${resource.name} the id of another one`,
      exchange: create,
      also: [before],
      expected: "an id that no other record has",
      actual: "the id of the one before it",
    };
  const [was, is] = [before, after].map((one) => one && shownRecord(one, resource));
  if (after === undefined || !isSuccess(before)) return;
  if (isGoneAt(after))
    return yield {
      fact: "apart",
      message: `${operation} removes another ${resource.name}`,
      exchange: create,
      also: [after],
      expected: "the record before it as it was",
      actual: String(answerStatus(after)),
    };
  if (was === undefined || is === undefined || !isSuccess(after)) return;
  const changed = changedBetween(was, is, isStill(api, resource));
  if (changed.length === 0) return yield relationHolds("apart");
  yield {
    fact: "apart",
    message: `${operation} changes \`${changed.join("`, `")}\` of another ${resource.name}`,
    exchange: create,
    also: [after],
    expected: "the record before it as it was",
    actual: `another ${quotedNames(changed)}`,
  };
}

/** A read shows the id by which it names the record, as the answer to the creation has shown it. */
function* judgeNamed({ api, resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [made, read] = [creationOf(answers, "one"), answerAt(answers, "read", "one")];
  const [answered, shown] = [made, read].map((one) => one && shownRecord(one, resource));
  const id = read?.call?.tag?.id;
  if (made === undefined || read === undefined || answered === undefined || shown === undefined) return;
  const isStated = mustShow(api, resource);
  const naming = Object.keys(answered).find(
    (name) => isStated(name) && isRecordId(answered[name]) && String(answered[name]) === id,
  );
  // What the client has named may be called otherwise by the server.
  const sent = made.call?.tag?.sent;
  if (naming === undefined || (isObject(sent) && Object.hasOwn(sent, naming))) return;
  const is = shown[naming];
  if (isRecordId(is) && String(is) === id) return yield relationHolds("named");
  yield {
    fact: "named",
    message: `${read.operation ?? ""} does not show the \`${naming}\` that ${made.operation ?? ""} has answered`,
    exchange: read,
    also: [made],
    pointer: childPointer("", naming),
    expected: "the id that names the record",
    actual: is === undefined ? "missing" : "another value",
  };
}

/** What is created can be read, shows what was sent, and leaves the others as they are. */
export const created: ResourceRelation = {
  kind: "created",
  facts: {
    created: ({ name }) => `A ${name} that was created can be read`,
    named: ({ name }) => `A ${name} shows the id that names it`,
    stays: ({ name }) => `A ${name} shows what its creation was sent`,
    apart: ({ name }) => `A new ${name} has its own id, and leaves the others as they are`,
  },
  why: "A client relies on a record that a server has confirmed.",
  phase: 0,
  writes: true,
  applies: ({ create, read }) => create !== undefined && read !== undefined,
  *plan(scene) {
    const { api, resource } = scene;
    const parent = yield* parentOf(scene);
    if (parent === null) return;
    const one = yield* makeRecord(api, resource, "one", parent);
    if (one === undefined) return;
    yield* readRecord(api, resource, one, "read");
    const other = yield* makeRecord(api, resource, "other", parent);
    if (other === undefined) return;
    yield* readRecord(api, resource, other, "read");
    yield* readRecord(api, resource, one, "read again");
  },
  *judge(scene, answers) {
    const [create, read] = [creationOf(answers, "one"), answerAt(answers, "read", "one")];
    if (create === undefined || read === undefined) return;
    if (isGoneAt(read) && isDone(create))
      return yield {
        fact: "created",
        message: `${read.operation ?? ""} does not find the ${scene.resource.name} that ${create.operation ?? ""} has created`,
        exchange: read,
        also: [create],
        expected: "the record",
        actual: String(answerStatus(read)),
      };
    if (!isSuccess(read)) return;
    yield relationHolds("created");
    yield* judgeNamed(scene, answers);
    yield* judgeStays(scene, answers);
    yield* judgeApart(scene, answers);
  },
};
