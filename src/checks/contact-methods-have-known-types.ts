import {
  defineTaggedCheck,
  sendAll,
  type JudgeTools,
  type ModelInstance,
  type PlanContext,
  type Violation,
} from "../core/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../core/model/exchange.ts";
import { property } from "./support/json.ts";
import { notApplicable, tagged, violation } from "./support/judgements.ts";
import { same } from "./support/order.ts";
import { misspeltFields } from "./support/contact-models.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";

/** Every configured contact, by every stated way of reading one. */
const contactCalls = (context: PlanContext): Call[] => {
  const byId = ["crm.records.contactId", "crm.records.privateContactId"].flatMap((setting): Call[] => {
    const contactId = idAt(context, setting);
    if (contactId === undefined) return [];
    return [
      { operation: "getContact", path: { contactId }, authorization: mainBearer("crm"), label: setting },
    ];
  });
  const referenceId = idAt(context, "crm.records.referenceId");
  const signs = context.has("crm.credentials.hmac.appKey") && context.has("crm.credentials.hmac.secret");
  if (referenceId === undefined || !signs) return byId;
  const operation = "getContactByReference";
  return [...byId, { operation, path: { referenceId }, authorization: { kind: "hmac" }, label: "reference" }];
};

interface Shown extends ModelInstance {
  readonly exchange: Exchange;
}

const methodsIn = (exchanges: readonly Exchange[], tools: JudgeTools): readonly Shown[] =>
  exchanges.flatMap((exchange) =>
    tools.instances(exchange, "ContactMethod").map((instance) => ({ ...instance, exchange })),
  );

/** Names that must be spelt as documented to find types, each with the fact that says so. */
const onTheWay = [
  { model: "Contact", end: "/contactIndividuals", fact: "CRM-01" },
  { model: "ContactIndividual", end: "/contactMethods", fact: "CRM-03" },
  { model: "ContactMethod", end: "/type", fact: "CRM-04" },
] as const;

/** Why no type was found: a field on the way to it is spelt differently. */
const misspeltIn = (exchanges: readonly Exchange[], tools: JudgeTools): string | undefined => {
  for (const { model, end, fact } of onTheWay)
    for (const exchange of exchanges)
      for (const { pointer = "", message } of misspeltFields(model, exchange, tools))
        if (pointer.endsWith(end)) return `no exchange showed it: ${message} (${fact})`;
  return undefined;
};

const isText = (value: unknown): value is string => typeof value === "string";

const typesCall: Call<"types"> = {
  operation: "listContactMethodTypes",
  authorization: mainBearer("crm"),
  label: "types",
  tag: "types",
};

const namesIn = (types: Exchange | undefined): readonly string[] | undefined => {
  const names = types && jsonOf(types);
  return Array.isArray(names) && names.every(isText) ? names : undefined;
};

/** The names in the list, or those at the documented location of a contact. */
const typesShown = (exchange: Exchange): readonly string[] =>
  namesIn(exchange) ??
  listAt(jsonOf(exchange), "contactIndividuals")
    .flatMap((individual) => listAt(individual, "contactMethods"))
    .map((method) => property(method, "type"))
    .filter(isText);

const listAt = (value: unknown, name: string): readonly unknown[] => {
  const list = property(value, name);
  return Array.isArray(list) ? list : [];
};

/** Types of contacts that the list lacks. */
const judgeTypes = function* (
  types: Exchange,
  names: readonly string[],
  methods: readonly Shown[],
): Generator<Violation> {
  for (const { pointer, value, exchange } of methods) {
    const type = property(value, "type");
    // A type that is not a string breaks CRM-04.
    if (!isText(type) || names.includes(type)) continue;
    yield violation({
      rule: "enum",
      message: "a contact method has a type that the types endpoint does not list",
      exchange,
      also: [types],
      pointer: `${pointer}/type`,
      expected: `one of the ${names.length} listed names`,
      actual: "another name",
    });
  }
};

export const contactMethodsHaveKnownTypes = defineTaggedCheck<"types">({
  id: "contact-methods-have-known-types",
  facts: ["CRM-05"],
  effect: "read",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.contactId"],
  title: "Every contact method has a type that the organization has configured",
  why: "Consumers that map types by the list drop a type they do not know.",
  *plan(context) {
    yield* sendAll([typesCall, ...contactCalls(context)]);
  },
  // Types and contacts may have changed between the answers.
  looksAgain: (one, other) => same(typesShown(one).toSorted(), typesShown(other).toSorted()),
  *judge(exchanges, tools) {
    const types = tagged(exchanges, "types");
    const names = namesIn(types);
    const methods = methodsIn(exchanges, tools).filter(({ value }) => isText(property(value, "type")));
    if (methods.length === 0)
      return yield notApplicable(
        misspeltIn(exchanges, tools) ?? "the contacts show no contact method with a type",
      );
    // A list of anything but names breaks CRM-23.
    if (types === undefined || names === undefined) return yield notApplicable("the types are not listed");
    yield* judgeTypes(types, names, methods);
  },
});
