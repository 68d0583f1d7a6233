import { faultsOf } from "./fault.ts";
import { isCrm, isSuccess, text, withHeader } from "./support/answers.ts";
import { property } from "./support/edit.ts";
import { onAnswer, parse } from "./support/wrappers.ts";

export const faults = faultsOf("GEN-03", {
  gross: {
    "crm-json-announced-as-html": [
      "Every successful CRM answer is announced as HTML, the framework's default",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        return isCrm(incoming) && isSuccess(outgoing)
          ? withHeader(outgoing, "content-type", "text/html")
          : outgoing;
      },
    ],
  },
  structural: {
    "gift-list-announced-as-text": [
      "The list of gifts is announced as plain text",
      onAnswer("listGifts", (outgoing) =>
        isSuccess(outgoing) ? withHeader(outgoing, "content-type", "text/plain") : outgoing,
      ),
    ],
    "volunteer-user-announced-as-javascript": [
      "A single volunteer user is announced as a script",
      onAnswer("getUser", (outgoing) =>
        isSuccess(outgoing) ? withHeader(outgoing, "content-type", "text/javascript") : outgoing,
      ),
    ],
    "reference-contact-behind-a-guard-prefix": [
      "The read by reference puts a prefix against script inclusion before its JSON",
      onAnswer("getContactByReference", (outgoing) =>
        isSuccess(outgoing) ? { ...outgoing, body: `)]}',\n${outgoing.body}` } : outgoing,
      ),
    ],
    "webhook-as-xml": [
      "A webhook is answered as XML",
      onAnswer("getWebhook", (outgoing) =>
        isSuccess(outgoing)
          ? text(
              200,
              `<Webhook><Id>${String(property(parse(outgoing.body), "id"))}</Id></Webhook>`,
              "application/xml",
            )
          : outgoing,
      ),
      { alsoBreaks: { "CRM-25": "The id of the webhook cannot be found in what is no JSON." } },
    ],
  },
  behavioural: {
    "ages-that-are-not-numbers": [
      "An age that cannot be computed is written as NaN, which no JSON parser reads",
      onAnswer("getContactByReference", (outgoing) =>
        isSuccess(outgoing)
          ? { ...outgoing, body: outgoing.body.replace(/"approximateAge":\d+/, '"approximateAge":NaN') }
          : outgoing,
      ),
    ],
  },
});
