import { pagedLists } from "../contract/generated/resources.ts";
import {
  defineCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../harness/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../harness/model/exchange.ts";
import { isSecret, learnt, type Secret } from "../harness/model/secret.ts";
import { fitsPath } from "./support/asked-id.ts";
import { labelled, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { everythingOf } from "./support/paging.ts";
import { recordList } from "./support/record-list.ts";
import { recordId } from "./support/order.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";
import { showsAnother } from "./support/shown-record.ts";
import { unknownId } from "./support/unknown-id.ts";
import { toBeRefused } from "./support/refusal.ts";

const readOf = (id: number | Secret, label: string): Call => ({
  operation: "getUser",
  path: { id },
  authorization: mainBearer("volunteer"),
  label,
});

/** The id of a read. */
const askedId = ({ call }: Exchange): string => {
  const id = call?.path?.["id"];
  return String(isSecret(id) && id.kind === "learnt" ? id.value : id);
};

const idsOf = (users: readonly unknown[]): readonly (string | number)[] =>
  users
    .map(recordId)
    .filter((id) => id !== undefined)
    .filter(fitsPath);

const idsIn = (list: Exchange): readonly (string | number)[] => idsOf(recordList(jsonOf(list)) ?? []);

/**
 * The ids of the first, the middle and the last user of a list, among those that fit a path. A user with letters beyond
 * ASCII, if there is one, replaces the middle one.
 */
const listedIds = (list: Exchange): readonly (string | number)[] => {
  const ids = idsIn(list);
  const [accented] = idsOf(
    (recordList(jsonOf(list)) ?? []).filter((user) => /[^ -~]/.test(JSON.stringify(user))),
  );
  const chosen = [ids[0], accented ?? ids[Math.floor(ids.length / 2)], ids.at(-1)];
  return [...new Set(chosen)].flatMap((id) => id ?? []);
};

const isListed = ({ call }: Exchange): boolean => call?.label.startsWith("listed ") === true;

/** Whether a read of a listed user fails, except for lack of a permission for this one. */
const isLost = (exchange: Exchange): boolean =>
  isListed(exchange) && !isSuccess(exchange) && statusOf(exchange) !== 403;

const anotherUser = (exchange: Exchange): Judgement =>
  violation({
    rule: "relation",
    message: "the answer is another user",
    exchange,
    expected: "the user with the id of the path",
    actual: "a user with another id",
  });

/** A list of all users if that is a page of users; else the default page. */
function* listOfUsers(context: PlanContext): Plan<Exchange> {
  const call = { operation: "listUsers", authorization: mainBearer("volunteer") } as const;
  const first = yield* send({ ...call, label: "list" });
  const everybody = everythingOf(pagedLists.volunteer.listUsers, first);
  const [size] = context.sample(everybody === undefined ? [] : [everybody], 0);
  if (size === undefined) return first;
  const all = yield* send({ ...call, query: { per_page: size }, label: "list of all" });
  return isSuccess(all) ? all : first;
}

export const userIsReadById = defineCheck({
  id: "user-is-read-by-id",
  facts: ["VOL-02"],
  effect: "read",
  severity: "error",
  interfaces: ["volunteer"],
  needs: ["volunteer.credentials.token", "volunteer.records.userId"],
  title: "A user is read by id",
  why: "Consumers follow an id from a group or a webhook to the person.",
  *plan(context) {
    const call = sampleCall("getUser", context, mainBearer("volunteer"), "configured");
    if (call !== undefined) yield* send(call);
    const list = yield* listOfUsers(context);
    const listed = listedIds(list).map((id, index) =>
      readOf(learnt("volunteer user id", String(id)), `listed ${index}`),
    );
    const reads = [...listed, toBeRefused(readOf(unknownId, "unknown"))];
    yield* sendAll(context.sample(reads, 1));
  },
  // The user may have been removed meanwhile; one who is still listed and readable the second time was lost.
  looksAgain(one, other) {
    const still = new Set(idsIn(other).map(String));
    return one.operation !== "listUsers" || idsIn(one).every((id) => still.has(String(id)));
  },
  *judge(exchanges): Generator<Judgement> {
    const configured = labelled(exchanges, "configured");
    const wrong = configured && wrongStatus(configured, "success", "a user read");
    if (wrong !== undefined) yield wrong;
    else if (configured !== undefined && jsonOf(configured) === undefined)
      yield violation({
        rule: "missing",
        message: "a user read holds no user",
        exchange: configured,
        expected: "a JSON body",
        actual: "no JSON body",
      });
    const listed = exchanges.filter(isListed);
    const lists = ["list", "list of all"].flatMap((label) => labelled(exchanges, label) ?? []);
    // An id that is never found may not be a user's: whose ids a list holds is not stated.
    if (listed.some(isSuccess))
      for (const exchange of listed.filter(isLost)) {
        const lost = wrongStatus(exchange, "success", "reading a user that is listed");
        if (lost !== undefined) yield { ...lost, also: lists };
      }
    const unknown = labelled(exchanges, "unknown");
    for (const exchange of [configured, unknown, ...listed]) {
      if (exchange === undefined || !isSuccess(exchange)) continue;
      if (showsAnother(jsonOf(exchange), "user", askedId(exchange))) yield anotherUser(exchange);
    }
  },
});
