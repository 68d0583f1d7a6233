import { defineCheck, sendAll } from "../model/check.ts";
import { jsonOf } from "../model/exchange.ts";
import { property } from "./support/json.ts";
import { labelled, notApplicable, violation } from "./support/judgements.ts";
import { idAt, mainBearer } from "./support/sample-calls.ts";

export const contactMethodsHaveKnownTypes = defineCheck({
  id: "contact-methods-have-known-types",
  facts: ["CRM-05"],
  effect: "read",
  severity: "error",
  interfaces: ["crm"],
  needs: ["crm.credentials.apiKey", "crm.records.contactId"],
  title: "Every contact method has a type that the organization has configured",
  why: "A consumer that maps types by the list drops what it does not know.",
  *plan(context) {
    const contactId = idAt(context, "crm.records.contactId") ?? "";
    const authorization = mainBearer("crm");
    yield* sendAll([
      { operation: "listContactMethodTypes", authorization, label: "types" },
      { operation: "getContact", path: { contactId }, authorization, label: "contact" },
    ]);
  },
  *judge(exchanges, tools) {
    const types = labelled(exchanges, "types");
    const contact = labelled(exchanges, "contact");
    const names = types && jsonOf(types);
    const methods = contact ? tools.instances(contact, "ContactMethod") : [];
    if (contact === undefined || !Array.isArray(names) || methods.length === 0)
      return yield notApplicable("the contact shows no contact methods, or the types are not listed");
    for (const { pointer, value } of methods) {
      const type = property(value, "type");
      // A type that is no string is CRM-04's to tell.
      if (typeof type !== "string" || names.includes(type)) continue;
      yield violation({
        rule: "enum",
        message: "a contact method has a type that the types endpoint does not list",
        exchange: contact,
        ...(types === undefined ? {} : { also: [types] }),
        pointer: `${pointer}/type`,
        expected: `one of the ${names.length} listed names`,
        actual: `another name, string(${type.length})`,
      });
    }
  },
});
