import {
  defineCheck,
  sendAll,
  type JudgeTools,
  type ModelInstance,
  type PlanContext,
} from "../harness/model/check.ts";
import { jsonOf, type Call, type Exchange } from "../harness/model/exchange.ts";
import { property } from "./support/json.ts";
import { labelled, notApplicable, violation } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";

/** Every contact that the configuration names, by every stated way of reading one. */
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

const isText = (value: unknown): value is string => typeof value === "string";

export const contactMethodsHaveKnownTypes = defineCheck({
  id: "contact-methods-have-known-types",
  facts: ["CRM-05"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.contactId"],
  title: "Every contact method has a type that the organization has configured",
  why: "Consumers that map types by the list drop a type they do not know.",
  *plan(context) {
    const authorization = mainBearer("crm");
    yield* sendAll([
      { operation: "listContactMethodTypes", authorization, label: "types" },
      ...contactCalls(context),
    ]);
  },
  *judge(exchanges, tools) {
    const types = labelled(exchanges, "types");
    const names = types && jsonOf(types);
    const methods = methodsIn(exchanges, tools);
    // A list that holds other things than names breaks CRM-23.
    if (types === undefined || !Array.isArray(names) || !names.every(isText) || methods.length === 0)
      return yield notApplicable("the contacts show no contact methods, or the types are not listed");
    for (const { pointer, value, exchange } of methods) {
      const type = property(value, "type");
      // A type that is no string breaks CRM-04.
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
  },
});
