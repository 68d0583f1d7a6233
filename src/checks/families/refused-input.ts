import type { OperationId } from "../../builtin/generated/operations.ts";
import { resources } from "../../builtin/generated/resources.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import { interfaces } from "../../builtin/interfaces.ts";
import { malformedJsonOf } from "../../values/odd-values.ts";
import { send, type ActiveCheck, type Judgement, type PlanContext } from "../../core/model/check.ts";
import { isSuccess, type Call, type Exchange } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../support/json.ts";
import { notApplicable, tagged, wrongStatus } from "../support/judgements.ts";
import { queryEndpointNames } from "../support/paged-endpoint.ts";
import { toBeRefused } from "../support/refusal.ts";
import { declaredBody, needsOf, writeCall } from "../support/resource.ts";
import { mainBearer, sampleCall } from "../support/sample-calls.ts";
import { unknownId } from "../support/ids.ts";

/** Input that must be refused, between writes of what is valid. */
interface Input {
  /** Must be accepted: an unreadable body must not be replaced by the one before. */
  readonly before?: Call<Kind> | undefined;
  readonly refused: readonly Call<Kind>[];
  /** Restores the record if something was accepted. */
  readonly after?: Call | undefined;
}

/** The kinds of input whose answers are stated. */
type Kind =
  | "valid input"
  | "malformed JSON"
  | "an empty body"
  | "a body without its required field"
  | "true for an integer"
  | "an unknown id"
  | "a note of another type";

interface Row extends Pick<ActiveCheck, "id" | "title" | "why"> {
  readonly fact: string;
  readonly of: BuiltinInterface;
  readonly effect: "read" | "write";
  readonly needs?: readonly string[];
  /** The stated statuses, by the kind of input; what has none is refused so that others see the refusal. */
  readonly statuses: Readonly<Partial<Record<Kind, readonly number[]>>>;
  inputs(context: PlanContext): readonly Input[];
  readonly lacks: string;
}

const malformed = "malformed JSON";
const valid = "valid input";

const labelOf = (what: string, operation: string): string => `${operation} with ${what}`;

const empty = "an empty body";

/** The call with bodies that are no JSON in place of its own, the first one cut off, the last one empty. */
const unreadable = (call: Call | undefined): readonly Call<Kind>[] => {
  if (call?.body?.kind !== "json" || !isObject(call.body.value)) return [];
  const { operation } = call;
  const as = (what: string, tag: Kind, text: string): Call<Kind> => ({
    ...call,
    body: { kind: "text", text, mediaType: "application/json" },
    label: labelOf(what, operation),
    tag,
  });
  return [
    ...malformedJsonOf(call.body.value).map(({ name, value }) =>
      as(`${malformed} ${name}`, malformed, value),
    ),
    as(empty, empty, ""),
  ];
};

/** Of several operations each gets the body that is cut off, and they share the others: one parser reads them all. */
const shareOf = (
  call: Call | undefined,
  [index, count]: readonly [index: number, count: number],
  context: PlanContext,
): readonly Call<Kind>[] => {
  const own = unreadable(call).filter((_, form) => form === 0 || form % count === index);
  return context.sample(own, 1);
};

/** A sample of a write with another body, or of another record. */
const sampleWith = (
  operation: OperationId,
  context: PlanContext,
  what: Kind,
  change: (call: Call) => Call,
): readonly Call<Kind>[] => {
  const call = sampleCall(operation, context, mainBearer("crm"), labelOf(what, operation));
  return call === undefined ? [] : [{ ...change(call), tag: what }];
};

const ofUnknown = (call: Call): Call => ({
  ...call,
  path: Object.fromEntries(Object.keys(call.path ?? {}).map((name) => [name, unknownId])),
});

const crmWrites = ["replaceContactNote", "addEventContact"] as const;

/** Writes that name no record that is declared as scratch: only the embedded sandbox is sent them. */
const ofNoScratchRecord = (context: PlanContext): readonly Call<Kind>[] => [
  ...sampleWith("addEventContact", context, "true for an integer", (call) => ({
    ...call,
    body: { kind: "json", value: { contactIndividualId: true } },
  })),
  ...crmWrites.flatMap((operation) => sampleWith(operation, context, "an unknown id", ofUnknown)),
];

const { note } = resources.crm;

/** Notes of unconfigured types: unlike any, alike but for wildcards, and without other properties. */
const strangeNotes = (whole: JsonObject): Readonly<Record<string, JsonObject>> => {
  const { type: unlike } = note.invalid.values;
  return {
    "a note of a type that is not configured": { ...whole, type: unlike },
    "a note of a type that only begins like a configured one": {
      ...whole,
      type: `${String(whole["type"])} 7f3a`,
    },
    "a note of a type with a wildcard for a letter of a configured one": {
      ...whole,
      type: String(whole["type"]).replace(/.$/u, "_"),
    },
    "a note of a type that is a wildcard": { ...whole, type: "%" },
    "a note with nothing but a type that is not configured": { type: unlike },
  };
};

/** The same record with an object for every value but its id: refusing a type is not stated. */
const illTyped = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, /^id$/i.test(name) ? value : { value: "" }]),
  );

/** Statuses of HTTP itself for a body without a length or type are legal beside those that are stated. */
const unreadableOrEmpty = [400, 404, 411, 415];

const rows: readonly Row[] = [
  {
    id: "bad-input-is-refused",
    fact: "CRM-45",
    of: "crm",
    effect: "write",
    // Nothing at all may count as unparseable, or as an object without what is required.
    statuses: {
      [malformed]: [400],
      [empty]: [400, 411, 415, 422],
      "true for an integer": [400, 422],
      "a body without its required field": [422],
      "an unknown id": [404],
    },
    title: "Malformed JSON gets 400; input that breaks a business rule gets 422",
    why: "A 400 is a bug in the client; a 422 is a message for its user.",
    lacks: "crm.scratch.noteId or crm.scratch.eventId",
    inputs: (context) => [
      {
        refused: [
          ...crmWrites.flatMap((operation) =>
            context.sample(unreadable(sampleCall(operation, context, mainBearer("crm"))), 1),
          ),
          ...sampleWith("addEventContact", context, "a body without its required field", (call) => ({
            ...call,
            body: { kind: "json", value: {} },
          })),
          ...(context.isEmbedded === true ? ofNoScratchRecord(context) : []),
        ],
      },
    ],
  },
  {
    id: "note-type-must-be-configured",
    fact: note.invalid.fact,
    of: "crm",
    effect: "write",
    needs: needsOf(note.replace),
    // Unreadable, not found, or a broken rule: a duplicate (409) and a bad credential have other causes.
    statuses: { "a note of another type": [400, 404, 422] },
    title: "A note type that the organization has not configured is refused",
    why: "Notes of an unknown type appear in no view and no report.",
    lacks: "crm.scratch",
    inputs(context) {
      const whole = declaredBody(context, note.replace);
      if (whole === undefined) return [];
      const put = (label: string, value: JsonObject) => writeCall(context, note, note.replace, value, label);
      const refused = Object.entries(strangeNotes(whole)).map(([label, value]): Call<Kind> => ({
        ...put(label, value),
        tag: "a note of another type",
      }));
      const before: Call<Kind> = { ...put(valid, whole), tag: valid };
      return [{ before, refused, after: put("put back", whole) }];
    },
  },
  {
    id: "malformed-query-is-refused",
    fact: "DON-20",
    of: "donation",
    effect: "read",
    statuses: { [malformed]: [400, 404], [empty]: unreadableOrEmpty },
    title: "A malformed query gets 400",
    why: "Clients treat a 400 as their own mistake and report anything else as an outage.",
    lacks: "no query",
    inputs(context) {
      const some = context.sample(queryEndpointNames, 1);
      const refused = some.flatMap(({ operation }, index) =>
        shareOf(sampleCall(operation, context, mainBearer("donation")), [index, some.length], context),
      );
      return [{ refused }];
    },
  },
  {
    id: "malformed-replacement-is-refused",
    fact: "DON-20",
    of: "donation",
    effect: "write",
    statuses: { [malformed]: [400, 404], [empty]: unreadableOrEmpty },
    title: "A malformed replacement gets 400",
    why: "A success for a body that was never read loses the sender's changes.",
    lacks: "donation.scratch",
    inputs(context) {
      // A run may write only if there is a scratch record of the kind.
      const allowed = Object.values(resources.donation).filter(({ replace }) => context.has(replace.body));
      const some = context.sample(allowed, 1);
      return some.flatMap((of, index): readonly Input[] => {
        const { operation } = of.replace;
        const whole = context.setting(of.replace.body);
        const put = (label: string, value: JsonObject): Call =>
          writeCall(context, of, of.replace, value, labelOf(label, operation));
        const refused = shareOf(put(malformed, isObject(whole) ? whole : {}), [index, some.length], context);
        if (!isObject(whole)) return [{ refused }];
        const [before] = context.sample([put("the whole record", whole)], 0);
        const illTypedPut = put("ill-typed values", illTyped(whole));
        return [{ before, refused: [...refused, illTypedPut], after: put("the record put back", whole) }];
      });
    },
  },
];

/** The statuses that are stated for an answer. */
const statedFor = ({ statuses }: Row, { call }: Exchange<Kind>): readonly number[] | undefined =>
  call?.tag && statuses[call.tag];

const checkOf = (row: Row): ActiveCheck<Kind> => {
  const { id, title, why, fact, of, effect, needs, inputs, lacks } = row;
  return {
    id,
    title,
    why,
    facts: [fact],
    effect,
    interfaces: [of],
    needs: [interfaces[of].mainCredential, ...(needs ?? [])],
    *plan(context) {
      for (const { before, refused, after } of inputs(context)) {
        if (before !== undefined) yield* send(before);
        let isTaken = false;
        for (const call of refused) isTaken = isSuccess(yield* send(toBeRefused(call))) || isTaken;
        if (after !== undefined && isTaken) yield* send(after);
      }
    },
    *judge(exchanges): Generator<Judgement> {
      if (exchanges.length === 0) return yield notApplicable(`not configured: ${lacks}`);
      const refusal = tagged(exchanges, valid);
      if (refusal !== undefined && !isSuccess(refusal))
        return yield notApplicable("even what is configured is refused");
      for (const exchange of exchanges) {
        const stated = statedFor(row, exchange);
        const wrong = stated && wrongStatus(exchange, stated, exchange.call?.label ?? "");
        if (wrong !== undefined) yield wrong;
      }
    },
  };
};

/** Checks that input which cannot be read or breaks a stated rule is refused with the stated status. */
export const refusedInput = rows.map(checkOf);
