import fc from "fast-check";
import {
  defineTaggedCheck,
  send,
  sendAll,
  type Judgement,
  type Plan,
  type PlanContext,
} from "../../core/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../../core/model/exchange.ts";
import { defineStep, replayed, stepOf, type Exploration, type Action } from "../../core/model/exploration.ts";
import { learntId, sameId } from "../support/ids.ts";
import { contactIdOf, shownIndividuals, ofAnotherContact, takenOff } from "../support/event-contact.ts";
import { property } from "../support/json.ts";
import { statusOf, violation, wrongStatus } from "../support/judgements.ts";
import { malformedJson } from "../support/malformed.ts";
import { toBeRefused } from "../support/refusal.ts";
import { bearer, mainBearer, sampleCall } from "../support/sample-calls.ts";

/** Of two additions at once. */
type OfTwo = "one" | "other";

const addition = (context: PlanContext, label: string): Call | undefined =>
  sampleCall("addEventContact", context, mainBearer("crm"), label);

function* add(context: PlanContext, label: string): Plan {
  const call = addition(context, label);
  if (call !== undefined) yield* send(call);
}

/** Reads the contact named by the last addition. */
function* readContact(history: readonly Exchange[], label: string): Plan {
  const added = history.findLast((one) => one.operation === "addEventContact" && statusOf(one) === 200);
  const id = added && contactIdOf(added);
  if (id === undefined) return;
  const path = { contactId: learntId("crm contact", id) };
  yield* send({ operation: "getContact", path, authorization: mainBearer("crm"), label });
}

/** Required answers to refused additions, each with its fact. */
const refusals = {
  none: { fact: "CRM-30", status: 401, how: "with no credential" },
  revokedApiKey: { fact: "CRM-32", status: 401, how: "with revokedApiKey" },
  limitedApiKey: { fact: "CRM-39", status: 403, how: "with limitedApiKey" },
  malformed: { fact: "CRM-45", status: 400, how: "with malformed JSON" },
  nobody: { fact: "CRM-45", status: 422, how: "with an empty object" },
} as const;

type Refusal = keyof typeof refusals;

const refusalsIn = (context: PlanContext): readonly Refusal[] =>
  (Object.keys(refusals) as Refusal[]) // Its own keys.
    .filter((name) => !name.endsWith("ApiKey") || context.has(`crm.credentials.${name}`));

const altered = (call: Call, name: Refusal): Call => {
  if (name === "malformed") return { ...call, body: malformedJson };
  if (name === "nobody") return { ...call, body: { kind: "json", value: {} } };
  return { ...call, authorization: name === "none" ? { kind: "none" } : bearer(`crm.credentials.${name}`) };
};

const refusedStep = (context: PlanContext, name: Refusal): Action<never> => ({
  name: `refused-${name.toLowerCase()}`,
  shows: [refusals[name].fact, "CRM-24"],
  *plan() {
    const call = addition(context, `an addition ${refusals[name].how}, to be refused`);
    if (call === undefined) return;
    yield* takenOff(context);
    yield* send(toBeRefused(altered(call, name)));
    yield* add(context, "an addition after a refused one");
  },
});

const exploration: Exploration<OfTwo> = {
  effort: 40,
  longest: 8,
  begin: {
    name: "begin",
    shows: ["CRM-24"],
    *plan(_, { context }) {
      yield* takenOff(context);
      const call = addition(context, "the individual is added");
      if (call !== undefined) yield* readContact([yield* send(call)], "the contact of the individual");
    },
  },
  steps: (context) => [
    defineStep({
      name: "again",
      shows: ["CRM-24"],
      argument: fc.boolean(),
      *plan(isNew) {
        if (isNew) yield* takenOff(context);
        yield* add(context, isNew ? "the individual is added once more" : "the same addition again");
      },
    }),
    {
      name: "contact",
      shows: ["CRM-24"],
      *plan(_, { history }) {
        yield* readContact(history, "the contact of the individual");
        yield* readContact(history, "the same contact once more");
      },
    },
    {
      name: "two-at-once",
      shows: ["CRM-24"],
      *plan() {
        yield* takenOff(context);
        const one = addition(context, "one of two at once");
        const other = addition(context, "the other of two at once");
        if (one === undefined || other === undefined) return;
        yield* sendAll<OfTwo>([
          { ...one, tag: "one" },
          { ...other, tag: "other" },
        ]);
      },
    },
    ...refusalsIn(context).map((name) => refusedStep(context, name)),
  ],
};

/** What is known about the individual and the event. */
interface Known {
  /** The individual is not on the event. */
  isOff: boolean;
  /** The addition refused since then. */
  refused: Exchange | undefined;
  /** Adding somebody who is not on the event has succeeded before. */
  isSeen: boolean;
  /** The first event contact that was answered, and the first read of its contact. */
  added: Exchange | undefined;
  contact: Exchange | undefined;
}

const refusalOf = (exchange: Exchange): (typeof refusals)[Refusal] | undefined =>
  (Object.keys(refusals) as Refusal[]) // Its own keys.
    .filter((name) => stepOf(exchange) === `refused-${name.toLowerCase()}`)
    .map((name) => refusals[name])[0];

/**
 * Additions of somebody already on the event may be accepted or refused. Those of somebody who was taken off are
 * accepted if one has been.
 */
const judgeStatus = function* (
  exchange: Exchange<OfTwo>,
  known: Known,
  before: Exchange | undefined,
): Generator<Judgement> {
  const label = exchange.call?.label ?? "";
  const overlaps = stepOf(exchange) === "two-at-once";
  const isNew =
    known.isOff && (!overlaps || (exchange.call?.tag === "other" && statusOf(before ?? exchange) !== 200));
  const wrong = wrongStatus(exchange, isNew && known.isSeen ? [200] : [200, 400, 409, 422], label, "CRM-24");
  if (wrong === undefined) {
    known.isSeen ||= isNew && known.refused === undefined && statusOf(exchange) === 200;
    return;
  }
  const { refused } = known;
  const expected = refused && refusalOf(refused);
  yield isNew && refused !== undefined && statusOf(exchange) === 409
    ? {
        ...wrong,
        // A malformed request names nobody.
        fact: expected === undefined || expected.fact === "CRM-45" ? "CRM-24" : expected.fact,
        message: "the individual is on the event after an addition that was refused",
        also: [refused],
      }
    : wrong;
};

const judgeAdded = function* (exchange: Exchange, known: Known): Generator<Judgement> {
  known.added ??= exchange;
  yield* ofAnotherContact(exchange, known.contact);
  for (const name of ["contactId", "firstName"]) {
    const [first, now] = [known.added, exchange].map((one) => property(jsonOf(one), name));
    if (first === undefined || now === undefined || first === now) continue;
    yield violation({
      fact: "CRM-24",
      rule: "relation",
      message: `${name} of the same individual is not the one from before`,
      exchange,
      also: [known.added],
      pointer: `/${name}`,
      expected: "what the first addition was answered",
      actual: "another value",
    });
  }
};

/** Whether a contact has the added individual; undefined if its individuals cannot be read. */
const hasAdded = (contact: Exchange, { added }: Known): boolean | undefined => {
  const asked = property(added?.request.body, "contactIndividualId");
  return shownIndividuals(contact)?.some((one) => sameId(property(one, "id"), asked));
};

/** An addition removes nobody from a contact. Its other individuals may change meanwhile, by other writers. */
const judgeContact = function* (exchange: Exchange, known: Known): Generator<Judgement> {
  const wrong = wrongStatus(exchange, [200], exchange.call?.label ?? "", "CRM-24");
  // Other checks judge whether it can be read at all.
  if (known.contact !== undefined && wrong !== undefined) yield wrong;
  if (wrong !== undefined) return;
  const first = (known.contact ??= exchange);
  if (hasAdded(first, known) !== true || hasAdded(exchange, known) !== false) return;
  yield violation({
    fact: "CRM-24",
    rule: "relation",
    message: "adding an individual to an event has removed the individual from the contact",
    exchange,
    also: [first],
    pointer: "/contactIndividuals",
    expected: "the individual that was added",
    actual: "others",
  });
};

export const eventContactOverTime = defineTaggedCheck<OfTwo>({
  id: "event-contact-over-time",
  facts: ["CRM-24", "CRM-30", "CRM-32", "CRM-39", "CRM-45"],
  effect: "write",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.scratch.eventId", "crm.scratch.contactIndividualId"],
  title: "Every accepted request adds an individual to an event; no refused request does",
  why: "The organizer of an event must not change because somebody was refused.",
  explore: exploration,
  plan: (context) => replayed(exploration, context),
  *judge(exchanges): Generator<Judgement> {
    const known: Known = {
      isOff: false,
      refused: undefined,
      isSeen: false,
      added: undefined,
      contact: undefined,
    };
    for (const [index, exchange] of exchanges.entries()) {
      if (exchange.call?.sandbox !== undefined)
        Object.assign(known, { isOff: statusOf(exchange) < 300, refused: undefined });
      else if (exchange.operation === "getContact") yield* judgeContact(exchange, known);
      else if (exchange.call?.expects === "refusal") {
        const expected = refusalOf(exchange);
        const label = exchange.call.label;
        const wrong = expected && wrongStatus(exchange, [expected.status], label, expected.fact);
        if (wrong !== undefined) yield wrong;
        known.refused = exchange;
        known.isOff &&= statusOf(exchange) >= 300;
      } else {
        yield* judgeStatus(exchange, known, exchanges[index - 1]);
        if (statusOf(exchange) === 200) yield* judgeAdded(exchange, known);
        known.isOff &&= exchange.call?.tag === "one";
      }
    }
  },
});
