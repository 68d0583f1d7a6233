import { defineTaggedCheck, send, type Judgement, type Plan, type PlanContext } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import type { Method } from "../core/model/operation.ts";
import { learntId } from "./support/ids.ts";
import { at, isObject, property } from "./support/json.ts";
import { notApplicable, tagged, violation } from "./support/judgements.ts";
import { mainBearer, sampleCall } from "./support/sample-calls.ts";
import { act, askWhatIsOpen, receiver } from "./support/open-questions.ts";
import { sandboxCall } from "./support/sandbox-calls.ts";

/** A subscription, what causes events, or the log of deliveries. */
type Tag = { readonly webhook: string } | { readonly cause: string } | "deliveries";

/** Each kind of event, and the call of the plan that causes it. */
const causes = {
  contactCreate: "POST Contact",
  contactUpdate: "PUT Contact",
  giftCreate: "POST Gift",
  giftUpdate: "PUT Gift",
  giftDelete: "DELETE Gift",
  projectCreate: "POST Project",
  projectUpdate: "PUT Project",
  projectDelete: "DELETE Project",
  formSubmission: "submit a form",
  contactNoteCreate: "POST ContactNote",
  contactNoteUpdate: "replace the note",
  contactNoteDelete: "DELETE ContactNote",
  eventCreate: "POST Event",
  eventUpdate: "PUT Event",
  eventDelete: "DELETE Event",
} as const;

const kinds = Object.keys(causes);

/** Three of six webhooks for each kind, never the same: the deliveries of any two kinds differ. */
const threes = Array.from({ length: 2 ** 6 }, (_, bits) => [...bits.toString(2).padStart(6, "0")]).filter(
  (digits) => digits.filter((digit) => digit === "1").length === 3,
);

const webhooks = Array.from({ length: 6 }, (_, place) => ({
  name: `webhook ${place + 1}`,
  kinds: kinds.filter((_kind, index) => threes[index]?.[place] === "1"),
  active: true,
}));

const subscribe = ({ name, kinds: wanted, active }: Subscription): Call<Tag> => ({
  ...sandboxCall("crm", "POST", "/control/webhooks", `subscribe ${name}`, {
    body: { interface: "crm", payloadUrl: receiver, kinds: wanted, active },
  }),
  tag: { webhook: name },
});

/** A call of an endpoint that the sandbox assumes, which causes an event. */
const causing = (cause: string, method: Method, path: string, body?: object): Call<Tag> => ({
  ...act(method, path, cause, body),
  tag: { cause },
});

interface Subscription {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly active: boolean;
}

const subscriptions: readonly Subscription[] = [
  { name: "none", kinds: [], active: true },
  { name: "inactive", kinds, active: false },
  ...webhooks,
];

/** The location of the id of what was just created. */
const idOf = (exchange: Exchange): string =>
  String(property(jsonOf(exchange), "id") ?? at(jsonOf(exchange), "/data/id"));

/** Creates a record at an assumed endpoint, changes it and deletes it. */
function* lifeOf(path: string, body: object, changes: readonly Method[]): Plan<void, Tag> {
  const made = yield* send(causing(`POST ${path}`, "POST", path, body));
  for (const method of changes) {
    const changed = method === "DELETE" ? undefined : body;
    yield* send(causing(`${method} ${path}`, method, `${path}/${idOf(made)}`, changed));
  }
}

/** Causes every kind of event once, by whatever operation causes it in the sandbox. */
function* causeAll(context: PlanContext): Plan<void, Tag> {
  const contactId = Number(context.setting("crm.records.contactId"));
  const type = context.setting("crm.scratch.noteType");
  yield* lifeOf("Contact", { contactType: "Household", name: "A conformance run" }, ["PUT"]);
  yield* lifeOf("Gift", { contactId, amount: "12.50" }, ["PUT", "DELETE"]);
  yield* lifeOf("Project", { name: "A conformance run" }, ["PUT", "DELETE"]);
  yield* lifeOf("ContactNote", { contactId, type, note: "By a conformance run." }, ["DELETE"]);
  yield* lifeOf("Event", { name: "A conformance run" }, ["PUT", "DELETE"]);
  yield* send(causing("submit a form", "POST", "Form/1/Submissions", { fields: {} }));
  const note = sampleCall("replaceContactNote", context, mainBearer("crm"), "replace the note");
  if (note !== undefined) yield* send({ ...note, tag: { cause: "replace the note" } });
}

const deliveredIn = (exchange: Exchange | undefined) => {
  const log = exchange && property(jsonOf(exchange), "data");
  return Array.isArray(log)
    ? log.filter(isObject).map((entry) => ({ webhookId: entry["webhookId"], kind: entry["kind"] }))
    : [];
};

const wrongly = (
  exchange: Exchange,
  fact: string,
  message: string,
  expected: string,
  actual: string,
): Judgement => violation({ fact, rule: "relation", message, exchange, expected, actual });

export const webhookFlagsDecide = defineTaggedCheck<Tag>({
  id: "webhook-flags-decide",
  facts: ["EVT-01", "EVT-02"],
  effect: "sandbox",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.contactId", "crm.scratch.noteId", "crm.scratch.noteType"],
  title: "A webhook receives only the kinds of events that its flags name, and none while inactive",
  why: "Consumers get out of sync when events are missing or unexpected.",
  *plan(context) {
    const subscribed: Exchange[] = [];
    for (const one of subscriptions) subscribed.push(yield* send(subscribe(one)));
    const [none] = subscribed;
    const id = none && at(jsonOf(none), "/data/id");
    // Flags that are all false are shown too (CRM-15).
    if (typeof id === "number")
      yield* send({
        operation: "getWebhook",
        path: { webhookId: learntId("crm webhook", id) },
        authorization: mainBearer("crm"),
        label: "the webhook without a flag",
      });
    yield* causeAll(context);
    yield* askWhatIsOpen(context);
    yield* send(sandboxCall("crm", "POST", "/control/deliveries/settle", "settle", { body: {} }));
    yield* send({ ...sandboxCall("crm", "GET", "/control/deliveries", "deliveries"), tag: "deliveries" });
  },
  *judge(exchanges): Generator<Judgement> {
    const log = tagged(exchanges, "deliveries");
    const delivered = deliveredIn(log);
    const kindsOf = (name: string): ReadonlySet<unknown> => {
      const webhook = tagged(exchanges, { webhook: name });
      const id = webhook && at(jsonOf(webhook), "/data/id");
      return new Set(delivered.filter((one) => one.webhookId === id).map(({ kind }) => kind));
    };
    const happened = (cause: string): boolean => {
      const exchange = tagged(exchanges, { cause });
      return exchange !== undefined && isSuccess(exchange);
    };
    if (log === undefined || !Object.values(causes).some(happened))
      return yield notApplicable("no operation of the sandbox caused an event");
    for (const [kind, cause] of Object.entries(causes)) {
      const wanted = webhooks.filter((webhook) => webhook.kinds.includes(kind));
      const unwanted = webhooks.filter((webhook) => !wanted.includes(webhook));
      const missed = wanted.filter(({ name }) => !kindsOf(name).has(kind));
      if (happened(cause) && missed.length > 0)
        yield wrongly(
          log,
          "EVT-01",
          `${kind} does not reach a webhook that asked for it`,
          kind,
          `nothing at ${missed.length} of ${wanted.length} webhooks`,
        );
      if (unwanted.some(({ name }) => kindsOf(name).has(kind)))
        yield wrongly(log, "EVT-01", `a webhook that did not ask for ${kind} is sent it`, "nothing", kind);
    }
    if (kindsOf("none").size > 0)
      yield wrongly(log, "EVT-01", "a webhook without a flag is sent something", "nothing", "deliveries");
    if (kindsOf("inactive").size > 0)
      yield wrongly(log, "EVT-02", "an inactive webhook is sent something", "nothing", "deliveries");
  },
});
