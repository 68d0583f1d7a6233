import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { idsApart, readById } from "../relations/read-by-id.ts";
import { contactModels, showsModel } from "../support/contact-models.ts";
import type { JsonObject } from "../support/json.ts";
import { observation } from "../support/judgements.ts";

const { contact, webhook } = resources.crm;
const { user } = resources.volunteer;

/** The fields of the Contact model, which an answer is compared with (U-35). */
const modelFields = contactModels.Contact;

const compared = (body: JsonObject): string => {
  const absent = modelFields.filter((name) => !Object.hasOwn(body, name));
  const extra = Object.keys(body).filter((name) => !modelFields.includes(name)).length;
  const missing =
    absent.length === 0
      ? "every field of the Contact model"
      : `the Contact model without ${absent.join(", ")}`;
  return `GET by id returns ${missing}${extra === 0 ? "" : ` and ${extra} fields more`}`;
};

export const readsById: readonly ActiveCheck[] = [
  readById(contact, {
    id: "contact-is-read-by-id",
    title: "A contact is read by its id; an unknown id gets 404, a bad credential 401",
    why: "No other read of a contact accepts a bearer credential.",
    judgesEach: true,
    isRecord: (body) => showsModel("Contact", body),
    observe: (body, exchange) => observation("U-35", compared(body), exchange),
  }),
  readById(webhook, {
    id: "webhook-is-read-by-id",
    title: "A webhook is read by its id",
    why: "Consumers read their subscription to learn its signing secret and its kinds of events.",
    judgesEach: true,
  }),
  readById(user, {
    id: "user-is-read-by-id",
    title: "A user is read by id",
    why: "Consumers follow an id from a group or a webhook to the person.",
  }),
  idsApart(contact, {
    id: "troublesome-contact-ids-find-nothing",
    title: "An id that starts like a contact's, or equals it modulo 2^32, finds nothing",
    why: "A consumer that asks for one person must never get another.",
  }),
  idsApart(webhook, {
    id: "troublesome-webhook-ids-find-nothing",
    title: "An id that starts like a webhook's, or equals it modulo 2^32, finds nothing",
    why: "A consumer that asks for one webhook must never get the secret of another.",
  }),
  idsApart(user, {
    id: "troublesome-user-ids-find-nothing",
    title: "An id that starts like a user's, or equals it modulo 2^32, finds nothing",
    why: "A consumer that asks for one person must never get another.",
  }),
];
