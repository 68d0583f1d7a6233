import { defineCheck, send, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Exchange } from "../harness/model/exchange.ts";
import { resources } from "../contract/generated/resources.ts";
import { askedId } from "./support/asked-id.ts";
import { creationIn, creationLabel, knownAlready, mayBeKnown } from "./support/declared-body.ts";
import { isGone } from "./support/json.ts";
import { labelled, notApplicable, violation, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";
import { readCreated } from "./support/resource.ts";
import { judgeAnswered } from "./support/written-record.ts";
import { isAlike, sentFields, shownField, showsAnother } from "./support/shown-record.ts";

interface Field {
  readonly name: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/** The fields that were sent and show under their own names in the read. */
const fieldsOf = (created: Exchange, read: Exchange): readonly Field[] =>
  sentFields(created.request.body)
    .map(([name, sent]) => ({ name, sent, shown: shownField(jsonOf(read), "user", name) }))
    .filter(({ shown }) => shown !== undefined);

/** Whether two fields hold what was sent for each other. */
const areSwapped = (one: Field, other: Field): boolean =>
  !isAlike(one.sent, other.sent) && isAlike(one.shown, other.sent) && isAlike(other.shown, one.sent);

const judgeFields = function* (created: Exchange, read: Exchange): Generator<Judgement> {
  const fields = fieldsOf(created, read);
  if (fields.length > 1 && fields.every(({ shown }) => isGone(shown)))
    yield violation({
      rule: "relation",
      message: "the created user has none of the fields that were sent",
      exchange: read,
      also: [created],
      expected: "the fields that were sent",
      actual: "the same fields without a value",
    });
  for (const [index, one] of fields.entries())
    for (const other of fields.slice(index + 1))
      if (areSwapped(one, other))
        yield violation({
          rule: "relation",
          message: `${one.name} and ${other.name} of the created user are swapped`,
          exchange: read,
          also: [created],
          expected: "each field as it was sent",
          actual: "each as the other one was sent",
        });
};

const creation = "create";

export const createdUserIsReadBack = defineCheck({
  id: "created-user-is-read-back",
  facts: ["VOL-03"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.createUser"],
  title: "A created user can be read by the new id",
  why: "Consumers store the new id and expect to find the person under it.",
  *plan(context) {
    const call = sampleCall("createUser", context, mainBearer("volunteer"), creationLabel(creation, context));
    if (call === undefined) return;
    yield* readCreated(context, resources.volunteer.user, yield* send(call), "read");
  },
  *judge(exchanges): Generator<Judgement> {
    const created = creationIn(exchanges, creation);
    const read = labelled(exchanges, "read");
    if (created === undefined) return;
    if (mayBeKnown(created)) return yield notApplicable(knownAlready);
    const refused = wrongStatus(created, "success", "creating a user");
    if (refused !== undefined) return yield refused;
    if (read === undefined)
      return yield notApplicable(
        "the new user's id is not at the configured pointer (volunteer.created.user)",
      );
    const lost = wrongStatus(read, "success", "reading the created user");
    if (lost !== undefined) return yield lost;
    if (showsAnother(jsonOf(read), "user", askedId(read, "id")))
      yield violation({
        rule: "relation",
        message: "the id of the created user leads to another user",
        exchange: read,
        also: [created],
        expected: "the user with that id",
        actual: "a user with another id",
      });
    yield* judgeFields(created, read);
    yield* judgeAnswered("user", "created", created, read);
  },
});
