import { defineCheck, sendAll, type Judgement } from "../harness/model/check.ts";
import { jsonOf, type Call } from "../harness/model/exchange.ts";
import { formOf } from "../harness/validation/shape-of.ts";
import { contactModels } from "./support/contact-models.ts";
import { isObject, property } from "./support/json.ts";
import { labelled, observation, statusOf, violation, wrongStatus } from "./support/judgements.ts";
import { showsModel } from "./support/misspelt-fields.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";
import { sameId } from "./support/same-id.ts";
import { unknownId } from "./support/unknown-id.ts";
import { toBeRefused } from "./support/refusal.ts";

/** The fields of the Contact model, which an answer is compared with (U-35). */
const modelFields = contactModels.Contact;

const compared = (body: object): string => {
  const absent = modelFields.filter((name) => !Object.hasOwn(body, name));
  const extra = Object.keys(body).filter((name) => !(modelFields as readonly string[]).includes(name)).length;
  const missing =
    absent.length === 0
      ? "every field of the Contact model"
      : `the Contact model without ${absent.join(", ")}`;
  return `GET by id returns ${missing}${extra === 0 ? "" : ` and ${extra} fields more`}`;
};

export const contactIsReadById = defineCheck({
  id: "contact-is-read-by-id",
  facts: ["CRM-22"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.contactId"],
  title: "A contact is read by its id; an unknown id gets 404, a bad credential 401",
  why: "No other read of a contact accepts a bearer credential.",
  judgesEach: true,
  *plan(context) {
    const contactId = idAt(context, "crm.records.contactId") ?? "";
    const call = (label: string, id: string | number, authorization = mainBearer("crm")): Call => ({
      operation: "getContact",
      path: { contactId: id },
      authorization,
      label,
    });
    yield* sendAll([
      call("known", contactId),
      toBeRefused(call("unknown", unknownId)),
      toBeRefused(call("bad credential", contactId, { kind: "literal", header: "Bearer not-a-key" })),
    ]);
  },
  *judge(exchanges): Generator<Judgement> {
    for (const [label, status] of [
      ["known", 200],
      ["unknown", 404],
      ["bad credential", 401],
    ] as const) {
      const exchange = labelled(exchanges, label);
      const wrong = exchange && wrongStatus(exchange, [status], `a contact read, ${label}`);
      if (wrong !== undefined) yield wrong;
    }
    const known = labelled(exchanges, "known");
    if (known === undefined || statusOf(known) !== 200) return;
    const body = jsonOf(known);
    if (!isObject(body) || !showsModel("Contact", body))
      return yield violation({
        rule: "shape",
        message: "the answer is no contact record",
        exchange: known,
        expected: "a JSON object with a contact's fields",
        actual: formOf(body),
      });
    yield observation("U-35", compared(body), known);
    const asked = known.call?.path?.["contactId"];
    const id = property(body, "id");
    if (id !== undefined && id !== null && !sameId(id, asked))
      yield violation({
        rule: "relation",
        message: "the answer is another contact",
        exchange: known,
        pointer: "/id",
        expected: "the id of the path",
        actual: "another id",
      });
  },
});
