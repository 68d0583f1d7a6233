import { defineCheck, send, type Judgement, type PlanContext } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { at } from "./support/json.ts";
import { labelled, notApplicable, wrongStatus } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";

/** Where the id of a created record may stand when the configuration does not say (volunteer.created). */
const places = ["/id", "/data/id", "/user/id"] as const;

const createdId = (body: unknown, context: PlanContext): string | number | undefined => {
  const told = context.setting("volunteer.created.user");
  const candidates = typeof told === "string" ? [told] : places;
  return candidates
    .map((pointer) => at(body, pointer))
    .find((id): id is string | number => typeof id === "string" || typeof id === "number");
};

export const createdUserIsReadBack = defineCheck({
  id: "created-user-is-read-back",
  facts: ["VOL-03"],
  effect: "write",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.scratch.createUser"],
  title: "A created user can be read",
  why: "A consumer that stores the new id must find the person under it.",
  *plan(context) {
    const call = sampleCall("createUser", context, mainBearer("volunteer"), "create");
    if (call === undefined) return;
    const id = createdId(jsonOf(yield* send(call)), context);
    if (id === undefined) return;
    yield* send({
      operation: "getUser",
      path: { id },
      authorization: mainBearer("volunteer"),
      label: "read",
    });
  },
  *judge(exchanges): Generator<Judgement> {
    const created = labelled(exchanges, "create");
    const read = labelled(exchanges, "read");
    const refused = created && wrongStatus(created, "success", "creating a user");
    if (refused !== undefined) return yield refused;
    if (read === undefined)
      return yield notApplicable("the new user's id is not where it was looked for (volunteer.created.user)");
    const lost = wrongStatus(read, "success", "reading the user that was created");
    if (lost !== undefined) yield lost;
  },
});
