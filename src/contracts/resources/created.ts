import { isSuccess, responseOf } from "../../core/model/exchange.ts";
import { isObject } from "../../core/model/json-object.ts";
import { formOf } from "../../core/validation/shape-of.ts";
import { answerStatus } from "../checks/asking.ts";
import { isReadable } from "./fields.ts";
import { parentOf } from "./parents.ts";
import { differing, shownRecord } from "./record-view.ts";
import { type RelationFound, relationHolds, type ResourceRelation, type Scene } from "./relation.ts";
import { answerAt, type ResourceAnswers } from "./tag.ts";
import { makeRecord, readRecord } from "./working-record.ts";

const isGone = (status: number): boolean => status === 404 || status === 410;

function* judgeStays({ api, resource }: Scene, answers: ResourceAnswers): Generator<RelationFound> {
  const [create, read] = [answerAt(answers, "create", "one"), answerAt(answers, "read", "one")];
  const sent = create?.call?.tag?.sent;
  const shown = read && shownRecord(read, resource.name);
  if (read === undefined || create === undefined || !isObject(sent) || shown === undefined) return;
  const answered = shownRecord(create, resource.name) ?? {};
  const others = differing(sent, shown, isReadable(api, resource)).filter(
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
      message: `${read.operation ?? ""} shows another \`${name}\` than ${create.operation ?? ""} was sent`,
      exchange: create,
      also: [read],
      pointer: `/${name}`,
      expected: `${formOf(sent[name])}, as it was sent`,
      actual: `another value: ${formOf(shown[name])}`,
    };
}

/** What is created can be read, and shows what was sent. */
export const created: ResourceRelation = {
  kind: "created",
  facts: {
    created: ({ name }) => `A ${name} that was created can be read`,
    stays: ({ name }) => `A ${name} shows what its creation was sent`,
  },
  why: "A client relies on a record that a server has confirmed.",
  phase: 0,
  writes: true,
  applies: ({ create, read }) => create !== undefined && read !== undefined,
  *plan({ api, resource, resources }) {
    const parent = yield* parentOf({ api, resource, resources });
    if (parent === null) return;
    const one = yield* makeRecord(api, resource, "one", parent);
    if (one !== undefined) yield* readRecord(api, resource, one, "read");
  },
  *judge(scene, answers) {
    const [create, read] = [answerAt(answers, "create", "one"), answerAt(answers, "read", "one")];
    if (create === undefined || read === undefined || !isSuccess(create)) return;
    // 202 says that it is not done yet (RFC 9110, section 15.3.3).
    const isLater = responseOf(create)?.status === 202;
    if (isGone(answerStatus(read)) && !isLater)
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
    yield* judgeStays(scene, answers);
  },
};
