import { defineCheck } from "../core/model/check.ts";
import { isSuccess } from "../core/model/exchange.ts";
import { property } from "./support/json.ts";
import { violation } from "./support/judgements.ts";
import { linkForms, missesBase, oddLinks, pathOfLink } from "./support/link.ts";
import { sameId } from "./support/ids.ts";

const links = [
  { name: "completeUrl", action: "Completed", form: linkForms.completed },
  { name: "dismissUrl", action: "Dismissed", form: linkForms.dismissed },
] as const;

export const reminderLinks = defineCheck({
  id: "reminder-links",
  facts: ["CRM-13"],
  effect: "passive",
  interfaces: ["crm"],
  title: "A reminder's links contain its own id",
  why: "A link with another id completes or dismisses somebody else's task.",
  applies: (exchange, tools) => isSuccess(exchange) && tools.instances(exchange, "Reminder").length > 0,
  *judge(exchange, tools) {
    const odd = oddLinks(exchange);
    for (const { pointer, value } of tools.instances(exchange, "Reminder"))
      for (const { name, action, form } of links) {
        const link = property(value, name);
        const id = property(value, "id");
        // A missing or mistyped link or id breaks CRM-12.
        if (typeof link !== "string" || typeof id !== "number") continue;
        const isOwn = sameId(id, form.exec(pathOfLink(link) ?? "")?.[1]);
        const isOdd = odd.has(`${pointer}/${name}`);
        if (isOwn && !isOdd && !missesBase(link, exchange, form)) continue;
        yield violation({
          rule: "format",
          message: isOwn
            ? `${name} does not begin with ${isOdd ? "the base address of the record's other links" : "the base address"}`
            : `${name} does not lead to the reminder it belongs to`,
          exchange,
          pointer: `${pointer}/${name}`,
          expected: `{base_url}/api/Reminder/${action}/{the reminder's id}`,
          actual: "another link",
        });
      }
  },
});
