import { send, type Plan, type PlanContext } from "../../core/model/check.ts";
import { jsonOf, type Call } from "../../core/model/exchange.ts";
import type { Method } from "../../core/model/operation.ts";
import { at } from "./json.ts";
import { mainBearer, sampleCall } from "./sample-calls.ts";
import { sandboxCall } from "./sandbox-calls.ts";

/** A call of an endpoint that the sandbox assumes. */
export const act = (method: Method, path: string, label: string, body?: unknown): Call =>
  sandboxCall("crm", method, `/crm/api/${path}`, label, { authorization: mainBearer("crm"), body });

export const receiver = "https://receiver.example/hook";

/** The writes that trigger the webhooks of the other two interfaces, and the kinds by which these subscribe. */
const otherInterfaces = [
  { name: "donation", kinds: ["campaignUpdate", "projectUpdate"], operations: ["replaceCampaign"] },
  { name: "volunteer", kinds: ["user.created", "user.updated"], operations: ["createUser"] },
] as const;

/** A write may include a reminder; its link is followed, and the repeated write shows its new state. */
function* followReminder(context: PlanContext): Plan {
  const note = sampleCall("replaceContactNote", context, mainBearer("crm"), "the note with its reminder");
  if (note === undefined) return;
  const reminder = at(jsonOf(yield* send(note)), "/reminder/id");
  if (typeof reminder !== "number") return;
  yield* send(act("PUT", `Reminder/Completed/${reminder}`, "complete the reminder", {}));
  yield* send({ ...note, label: "the note with its reminder completed" });
}

function* tryWebhooks(): Plan {
  const made = yield* send(
    act("POST", "Webhook", "make a webhook", { payloadUrl: receiver, giftCreate: true }),
  );
  const id = at(jsonOf(made), "/id");
  if (typeof id === "number") yield* send(act("DELETE", `Webhook/${id}`, "remove the webhook"));
}

/** Triggers the webhooks of the donation and the volunteer interface. */
function* causeOtherEvents(context: PlanContext): Plan {
  for (const { name, kinds, operations } of otherInterfaces) {
    if (!context.interfaces.includes(name)) continue;
    yield* send(
      sandboxCall(name, "POST", "/control/webhooks", `subscribe ${name}`, {
        body: { interface: name, payloadUrl: receiver, kinds },
      }),
    );
    for (const operation of operations) {
      const call = sampleCall(operation, context, mainBearer(name), `${operation} for its webhooks`);
      if (call === undefined) continue;
      yield* send(call);
      yield* send({ ...call, label: `${operation} once more` });
    }
  }
}

/**
 * For observers, asks what the sandbox assumes about questions that are open (U-04 to U-08): how guests are invited and
 * webhooks made, possible amounts of a gift, the effect of a reminder's link. No target is asked.
 */
export function* askWhatIsOpen(context: PlanContext): Plan {
  const [eventId, contactIndividualId] = ["crm.scratch.eventId", "crm.scratch.contactIndividualId"].map(
    (path) => Number(context.setting(path)),
  );
  const contactId = Number(context.setting("crm.records.contactId"));
  yield* send(act("POST", `Event/${eventId}/Attendees`, "invite a guest", { contactIndividualId }));
  yield* send(act("POST", "Gift", "a gift of a number", { contactId, amount: 12.5 }));
  yield* tryWebhooks();
  yield* followReminder(context);
  yield* causeOtherEvents(context);
}
