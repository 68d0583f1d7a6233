import { jsonAnswer } from "../../../src/builtin/faults/support/answers.ts";
import { edit, property, put, set, droppingPaths } from "../../../src/builtin/faults/support/edit.ts";
import {
  answers,
  isObject,
  lot,
  mapObjects,
  mapStrings,
  operationsOf,
  successes,
  type Json,
} from "./support/shapes.ts";
import { variantOf, type Variant } from "./variant.ts";

const variant = variantOf("crm");

const crm = operationsOf("crm");
const contactReads = ["getContact", "getContactByReference"] as const;
const individuals = "contactIndividuals/*";
const methods = `${individuals}/contactMethods/*`;
const amounts = ["giftAskAmount", "lifeToDateGiving", "yearToDateGiving", "lastGiftAmount"] as const;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const moments = (write: (text: string) => string) =>
  successes(crm, (body) => mapStrings(body, (text) => (moment.test(text) ? write(text) : text)));

const amountsAs = (write: (text: string) => string) =>
  successes(
    contactReads,
    set(amounts, (amount) => write(String(amount))),
  );

/** Leaves out some fields of every object of a contact, others with each salt; never the contact's own name. */
const sparse = (salt: string) =>
  successes(contactReads, (body) =>
    mapObjects(body, (object, depth) =>
      Object.fromEntries(
        Object.entries(object).filter(
          ([name]) => (depth === 0 && name === "name") || lot(`${salt} ${depth} ${name}`) < 500,
        ),
      ),
    ),
  );

const widest = 9_007_199_254_740_993n;

/** An odd number beyond what a number of JavaScript can distinguish. */
const wide = (id: string): string => String(widest + 2n * BigInt(id));

const narrow = (id: string): string => String((BigInt(id) - widest) / 2n);

/** The ids of contacts, webhooks and notes in a section of the configuration, widened. */
const wideIn = (section: unknown): unknown =>
  mapObjects(section, (object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        /(contact|webhook|note)Id$/i.test(name) ? wide(String(value)) : value,
      ]),
    ),
  );

const u01 =
  "Resources A: which contact fields are required is not stated (U-01), so that any of them may be absent.";
const u35 =
  "Endpoints A: the read by id returns a contact record, not said to be exactly the Contact model (U-35).";
const utc = "Resources A: ISO 8601 in UTC is all that is stated of dates and times.";
const decimals =
  "Resources A: amounts are decimal numbers in strings; how many digits, and of what sign, is not stated.";

export const crmRecords: readonly Variant[] = [
  ...["a", "b", "c"].map((salt) =>
    variant(`contact-fields-left-out-${salt}`, "contacts", {
      open: u01,
      hides: ["GEN-01", "CRM-03", "CRM-04", "CRM-05", "CRM-06"],
      wrap: sparse(salt),
    }),
  ),
  variant("contact-fields-without-value-left-out", "contacts", {
    open: u01,
    wrap: successes(contactReads, (body) =>
      mapObjects(body, (object) =>
        Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== "")),
      ),
    ),
  }),
  variant("individuals-without-ids", "contacts", {
    open: u01,
    wrap: successes(contactReads, droppingPaths(`${individuals}/id`, `${methods}/id`)),
  }),
  variant("individuals-without-contact-methods", "contacts", {
    open: u01,
    hides: ["CRM-04", "CRM-05"],
    wrap: successes(contactReads, droppingPaths(`${individuals}/contactMethods`)),
  }),
  variant("contact-without-its-id", "contacts", {
    open: u01,
    wrap: successes(contactReads, droppingPaths("id")),
  }),
  variant("contacts-without-individuals", "contacts", {
    open: "Resources A: contactIndividuals is an array; that it holds anything is not stated.",
    hides: ["CRM-03", "CRM-04", "CRM-05"],
    wrap: successes(contactReads, (body) => put(body, "contactIndividuals", [])),
  }),
  variant("contact-privacy-not-shown", "contacts", {
    open: u01,
    wrap: successes(contactReads, droppingPaths("isPrivate")),
  }),
  variant("contact-by-id-is-a-summary", "contacts", {
    open: u35,
    hides: ["GEN-01", "CRM-03", "CRM-04", "CRM-05", "CRM-06"],
    wrap: successes(["getContact"], (body) => ({
      id: property(body, "id"),
      name: property(body, "name"),
      contactType: property(body, "contactType"),
      contactViewUrl: "https://app.example.net/contacts/view",
    })),
  }),
  variant("contact-by-id-has-more-parts", "contacts", {
    open: u35,
    wrap: successes(["getContact"], (body) => ({
      ...(body as Json),
      contactAddresses: [property(body, "address")],
      tags: [],
      customFields: null,
      originSegmentCode: null,
      contactGiftsUrl: "/api/Gift/ByContact/1",
      merged: false,
    })),
  }),
  variant("contact-types-of-its-own", "contacts", {
    open: "What the service does: the contact types that are named are only some of them.",
    wrap: successes(contactReads, (body) => edit(body, "contactType", () => "Donor Advised Fund")),
  }),
  variant("contact-nullable-fields-are-null", "contacts", {
    open: "Resources A: website, marital status, the parts of the anniversary, suffix, address2 and the season may be null.",
    wrap: successes(
      contactReads,
      set(
        [
          "website",
          "maritalStatus",
          "anniversaryMonth",
          "anniversaryDay",
          "anniversaryYear",
          `${individuals}/suffix`,
          "address/address2",
          "address/startMonth",
          "address/startDay",
          "address/endMonth",
          "address/endDay",
        ],
        null,
      ),
    ),
  }),
  variant("texts-in-many-scripts", "texts", {
    open: "Resources A: strings; neither their letters nor their length are stated (U-01, U-31).",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) =>
        /^(informalName|description|passion|displayName|createdByUser|modifiedByUser|owner|message|label|city)$/.test(
          name,
        )
          ? `${text} Łódź 東京 عربي 🐈‍⬛ \u0000\u2028 ${"x".repeat(3000)}`
          : text,
      ),
    ),
  }),
  variant("texts-are-empty", "texts", {
    open: "Resources A: strings; that they are never empty is not stated (U-01).",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) =>
        /^(informalName|description|passion|prefix|middleName|giftAskType|label|state|createdByAvatarUrl|ownerAvatarUrl|primaryPhone|primaryEmail|completeActionName)$/.test(
          name,
        )
          ? ""
          : text,
      ),
    ),
  }),
  variant("moments-with-fractions", "moments", {
    open: utc,
    wrap: moments((text) => text.replace("Z", ".1234567Z")),
  }),
  variant("moments-with-a-zero-offset", "moments", {
    open: utc,
    wrap: moments((text) => text.replace("Z", "+00:00")),
  }),
  variant("moments-in-the-basic-form", "moments", {
    open: utc,
    wrap: moments((text) => text.replaceAll(/[-:]/g, "")),
  }),
  variant("moments-without-seconds", "moments", {
    open: utc,
    wrap: moments((text) => text.replace(/:\d\dZ$/, "Z")),
  }),
  variant("amounts-without-decimals", "contacts", {
    open: decimals,
    wrap: amountsAs((text) => text.replace(/\..*$/, "")),
  }),
  variant("amounts-with-four-decimals", "contacts", {
    open: decimals,
    wrap: amountsAs((text) => Number(text).toFixed(4)),
  }),
  variant("amounts-below-zero", "contacts", { open: decimals, wrap: amountsAs((text) => `-${text}`) }),
  variant("contact-method-types-of-many-kinds", "contacts", {
    open: "Resources A: an organization configures its own contact method types; names may be anything, in any order.",
    wrap: (next, environment) =>
      successes([...contactReads, "listContactMethodTypes"], (body) =>
        mapStrings(body, (text, name) =>
          /^$|^type$/.test(name) ? `☎ ${text.toUpperCase()} (privat)` : text,
        ),
      )(
        successes(["listContactMethodTypes"], (body) =>
          Array.isArray(body) ? [...body.toReversed(), "Fax", "Fax", ""] : body,
        )(next, environment),
        environment,
      ),
  }),
  variant("removed-note-properties-are-null", "notes", {
    open: "Endpoints A, rule 1: what was left out is removed; how the answer shows that is not stated.",
    assumptions: { removedNoteProperties: "null" },
    isDormant: true,
  }),
  variant("removed-note-properties-are-absent", "notes", {
    open: "Endpoints A, rule 1: what was left out is removed; how the answer shows that is not stated.",
    assumptions: { removedNoteProperties: "absent" },
    isDormant: true,
  }),
  variant("notes-answer-the-whole-request-too", "notes", {
    open: "Resources A: that an answer has no further fields is not stated, timeSpent and noteDateTime among them.",
    wrap: successes(["replaceContactNote"], (body, { body: sent }) => {
      const { timeSpent = null, noteDateTime = null } = JSON.parse(sent ?? "{}") as Json;
      return { ...(body as Json), timeSpent, noteDateTime, contactUrl: "/api/Contact/1" };
    }),
  }),
  variant("notes-without-a-reminder", "reminders", {
    open: "Resources A: the reminder of a note is optional.",
    hides: ["CRM-12", "CRM-13"],
    wrap: successes(["replaceContactNote"], droppingPaths("reminder")),
  }),
  variant("notes-with-a-null-for-reminder", "reminders", {
    open: "Resources A: the reminder of a note is optional; whether that is an absence or a null is not stated.",
    hides: ["CRM-12", "CRM-13"],
    wrap: successes(["replaceContactNote"], (body) => put(body, "reminder", null)),
  }),
  variant("reminders-of-other-kinds", "reminders", {
    open: "States: reminderType and taskStatus may have other values than the ones named (U-04).",
    wrap: successes(["replaceContactNote"], (body) =>
      edit(body, "reminder", (reminder) => ({
        ...(reminder as Json),
        reminderType: "GiftFollowUp",
        reminderTypeDisplayName: "Nachfassen",
        taskStatus: "InProgress",
        taskStatusDisplayName: "",
        hasContact: false,
        isPastDue: true,
        targetDate: "2031-02-28",
        contactAvatarUrl: "https://pictures.example.net/7.png?s=80",
        contactViewUrl: "/contacts/2",
      })),
    ),
  }),
  variant("links-are-relative", "links", {
    open: "Endpoints A, rule 4: links begin with the base address; a path on the same host leads to the same place.",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) =>
        /^(?!payload).*Url$/.test(name) ? text.replace(/^https?:\/\/[^/]+/, "") : text,
      ),
    ),
  }),
  variant("links-name-the-host-behind-a-proxy", "links", {
    open: "Document head: an interface has its own base address; under which name the server knows itself is not stated.",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) =>
        name.endsWith("Url")
          ? text.replace(/^https?:\/\/[^/]+\/crm/, "https://node-7.internal:8443/tenants/12/crm")
          : text,
      ),
    ),
  }),
  variant("links-have-the-scheme-of-a-gateway", "links", {
    open: "Document head: an interface has its own base address; that nothing in front of the server ends TLS is not stated.",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) =>
        name.endsWith("Url")
          ? text.replace(/^https?:/, (scheme) => (scheme === "http:" ? "https:" : "http:"))
          : text,
      ),
    ),
  }),
  variant("links-of-other-forms-lead-elsewhere", "links", {
    open: "Resources A: the links of an event contact and the pages of a reminder are links, without a form; whose avatar is no individual's lies anywhere.",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) => {
        if (/^(?:createdBy|owner)AvatarUrl$/.test(name)) return "https://pictures.example.net/avatars/7.png";
        return /^(?:eventContactUrl|contactUrl|contactViewUrl)$/.test(name)
          ? text.replace(/^https?:\/\/[^/]+\/crm\/api/, "https://app.example.org/view")
          : text;
      }),
    ),
  }),
  variant("avatars-of-nobody-are-empty", "links", {
    open: "Endpoints A, rule 4: the form of an avatar link; that everybody has one is not stated.",
    hides: ["CRM-14"],
    wrap: successes(crm, (body) => mapStrings(body, (text, name) => (/avatarUrl$/i.test(name) ? "" : text))),
  }),
  variant("avatars-have-a-query", "links", {
    open: "Endpoints A, rule 4: the form of an avatar link; a query behind it changes no path.",
    wrap: successes(crm, (body) =>
      mapStrings(body, (text, name) =>
        /avatarUrl$/i.test(name) && text !== "" ? `${text}?size=80&v=2` : text,
      ),
    ),
  }),
  variant("event-contacts-may-be-added-twice", "event contacts", {
    open: "Errors A: 409 is for duplicates; that adding an individual again is one is not stated.",
    wrap: (next) => {
      let first: string | undefined;
      return async (incoming) => {
        const outgoing = await next(incoming);
        if (incoming.operation !== "addEventContact") return outgoing;
        if (outgoing.status === 200) first ??= outgoing.body;
        return outgoing.status === 409 && first !== undefined ? jsonAnswer(200, JSON.parse(first)) : outgoing;
      };
    },
  }),
  variant("event-contacts-twice-break-a-rule", "event contacts", {
    open: "Errors A: 422 is for what breaks a business rule, and adding an individual again may be that.",
    wrap: answers(["addEventContact"], (outgoing) =>
      outgoing.status === 409
        ? jsonAnswer(422, {
            error: {
              code: "VALIDATION_FAILED",
              message: "Already a host.",
              details: [{ field: "contactIndividualId", code: "duplicate-host", message: "Already a host." }],
            },
          })
        : outgoing,
    ),
  }),
  variant("scratch-individual-is-on-the-event-already", "event contacts", {
    open: "Errors A: 409 is for duplicates, and a scratch record may hold what an earlier run put there.",
    hides: ["CRM-07", "CRM-14", "CRM-24"],
    wrap: answers(["addEventContact"], (outgoing) =>
      outgoing.status === 200
        ? jsonAnswer(409, { error: { code: "CONFLICT", message: "That one hosts already.", details: [] } })
        : outgoing,
    ),
  }),
  variant("webhooks-list-more-kinds", "webhooks", {
    open: "Resources A: a webhook has one flag for each kind that is listed; that there are no others is not stated (U-06).",
    wrap: successes(["getWebhook"], (body) =>
      isObject(body)
        ? { ...body, pledgeCreate: false, eventAttendeeUpdate: true, name: null, url: body["payloadUrl"] }
        : body,
    ),
  }),
  variant("crm-ids-are-wide", ["contacts", "notes", "webhooks", "reminders", "crm id scope"], {
    open: "Resources A: ids are integers; that they fit into the 53 bits of a number in some languages is not stated.",
    settings: (settings) => {
      const { crm: known } = settings;
      if (known === undefined) return settings;
      return {
        ...settings,
        crm: { ...known, records: wideIn(known["records"]), scratch: wideIn(known["scratch"]) },
      };
    },
    wrap: (next) => async (incoming) => {
      const url = new URL(incoming.url);
      url.pathname = decodeURIComponent(url.pathname).replace(
        /(?<=\/(?:Contact|Webhook|ContactNote)\/)\d{16}/,
        narrow,
      );
      const outgoing = await next({ ...incoming, url });
      if (incoming.url.href === url.href || outgoing.status !== 200) return outgoing;
      const body = outgoing.body
        .replace(/^\{"id":(\d+)/, (_, id: string) => `{"id":${wide(id)}`)
        .replace(/(?<="reminder":\{"id":|\/Reminder\/(?:Completed|Dismissed)\/)\d+/g, wide);
      return { ...outgoing, body };
    },
  }),
];
