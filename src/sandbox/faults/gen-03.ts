import { defineFault, type Fault } from "./fault.ts";
import { isCrm, isSuccess, text, withHeader } from "./support/answers.ts";
import { property } from "./support/edit.ts";
import { onAnswer, parse } from "./support/wrappers.ts";

export const faults: readonly Fault[] = [
  defineFault({
    id: "crm-json-announced-as-html",
    fact: "GEN-03",
    grade: "gross",
    title: "Every successful CRM answer is announced as HTML, the framework's default",
    wrap: (next) => async (incoming) => {
      const outgoing = await next(incoming);
      return isCrm(incoming) && isSuccess(outgoing)
        ? withHeader(outgoing, "content-type", "text/html")
        : outgoing;
    },
  }),
  defineFault({
    id: "gift-list-announced-as-text",
    fact: "GEN-03",
    grade: "structural",
    title: "The list of gifts is announced as plain text",
    wrap: onAnswer("listGifts", (outgoing) =>
      isSuccess(outgoing) ? withHeader(outgoing, "content-type", "text/plain") : outgoing,
    ),
  }),
  defineFault({
    id: "volunteer-user-announced-as-javascript",
    fact: "GEN-03",
    grade: "structural",
    title: "A single volunteer user is announced as a script",
    wrap: onAnswer("getUser", (outgoing) =>
      isSuccess(outgoing) ? withHeader(outgoing, "content-type", "text/javascript") : outgoing,
    ),
  }),
  defineFault({
    id: "reference-contact-behind-a-guard-prefix",
    fact: "GEN-03",
    grade: "structural",
    title: "The read by reference puts a prefix against script inclusion before its JSON",
    wrap: onAnswer("getContactByReference", (outgoing) =>
      isSuccess(outgoing) ? { ...outgoing, body: `)]}',\n${outgoing.body}` } : outgoing,
    ),
  }),
  defineFault({
    id: "webhook-as-xml",
    fact: "GEN-03",
    grade: "structural",
    title: "A webhook is answered as XML",
    drags: { "CRM-25": "The id of the webhook cannot be found in what is no JSON." },
    wrap: onAnswer("getWebhook", (outgoing) =>
      isSuccess(outgoing)
        ? text(
            200,
            `<Webhook><Id>${String(property(parse(outgoing.body), "id"))}</Id></Webhook>`,
            "application/xml",
          )
        : outgoing,
    ),
  }),
  defineFault({
    id: "ages-that-are-not-numbers",
    fact: "GEN-03",
    grade: "behavioural",
    title: "An age that cannot be computed is written as NaN, which no JSON parser reads",
    wrap: onAnswer("getContactByReference", (outgoing) =>
      isSuccess(outgoing)
        ? { ...outgoing, body: outgoing.body.replace(/"approximateAge":\d+/, '"approximateAge":NaN') }
        : outgoing,
    ),
  }),
];
