import { isFieldName } from "../builtin/documents.ts";
import { defineTaggedCheck, send, type Judgement, type Violation } from "../core/model/check.ts";
import { isSuccess, jsonOf, type Authorization, type Call, type Exchange } from "../core/model/exchange.ts";
import { isGone, property } from "./support/json.ts";
import { notApplicable, statusOf, tagged, violation, wrongStatus } from "./support/judgements.ts";
import { bearer, idAt, mainBearer } from "./support/sample-calls.ts";
import { toBeRefused } from "./support/refusal.ts";

const isPrivate = (exchange: Exchange): unknown => property(jsonOf(exchange), "isPrivate");

/** Every significant value of a documented field, with its name: other values may be in every answer. */
const texts = function* (value: unknown, name = ""): Generator<string> {
  if (typeof value !== "object" || value === null) {
    if (name !== "id" && isFieldName(name) && !isGone(value)) yield `${name}: ${String(value)}`;
    return;
  }
  for (const [key, inner] of Object.entries(value)) yield* texts(inner, Array.isArray(value) ? name : key);
};

/** Whether an answer reveals anything of another one; its id alone was in the request. */
const reveals = (exchange: Exchange, contact: Exchange): boolean => {
  const known = new Set(texts(jsonOf(contact)));
  return isSuccess(exchange) && [...texts(jsonOf(exchange))].some((one) => known.has(one));
};

const read = (path: Call["path"] & {}, authorization: Authorization, label: string): Call => ({
  operation: "getContact",
  path,
  authorization,
  label,
});

const shown = (exchange: Exchange, permitted: Exchange): Violation =>
  violation({
    rule: "status",
    message: "a private contact is shown to a credential that may not see private ones",
    exchange,
    also: [permitted],
    expected: "a refusal",
    actual: String(statusOf(exchange)),
  });

export const privateContactIsHidden = defineTaggedCheck<"permitted" | "not permitted" | "ordinary">({
  id: "private-contact-is-hidden",
  facts: ["CRM-02"],
  effect: "read",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.credentials.noPrivateApiKey", "crm.records.privateContactId"],
  title: "Only a permitted credential sees a private contact",
  why: "Contacts are private because the people behind them asked for it.",
  *plan(context) {
    const path = { contactId: idAt(context, "crm.records.privateContactId") ?? "" };
    const limited = bearer("crm.credentials.noPrivateApiKey");
    // In sequence: an answer to a permitted caller must not be reused for others.
    yield* send({ ...read(path, mainBearer("crm"), "permitted"), tag: "permitted" });
    yield* send(toBeRefused({ ...read(path, limited, "not permitted"), tag: "not permitted" }));
    const contactId = idAt(context, "crm.records.contactId");
    if (contactId !== undefined)
      yield* send({ ...read({ contactId }, limited, "ordinary"), tag: "ordinary" });
  },
  *judge(exchanges): Generator<Judgement> {
    const permitted = tagged(exchanges, "permitted");
    const hidden = tagged(exchanges, "not permitted");
    if (permitted === undefined || hidden === undefined) return;
    const wrong = wrongStatus(permitted, [200], "a private contact with a permitted credential");
    if (wrong !== undefined) return yield wrong;
    const ordinary = tagged(exchanges, "ordinary");
    if (ordinary !== undefined && isSuccess(ordinary) && isPrivate(ordinary) === true)
      yield shown(ordinary, permitted);
    if (reveals(hidden, permitted)) {
      yield isPrivate(permitted) === false
        ? notApplicable("crm.records.privateContactId is not a private contact")
        : shown(hidden, permitted);
      return;
    }
    if (ordinary !== undefined && statusOf(ordinary) !== 200)
      return yield notApplicable("crm.credentials.noPrivateApiKey cannot read an ordinary contact either");
    if (isPrivate(permitted) === false)
      yield violation({
        rule: "relation",
        message: "a contact that is hidden as private has isPrivate false",
        exchange: permitted,
        also: [hidden],
        pointer: "/isPrivate",
        expected: "true",
        actual: "false",
      });
  },
});
