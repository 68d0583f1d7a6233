import { type Fault, faultsOf } from "./fault.ts";
import { appended, takingTurns, objectOf, property, replaced, set } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";
import { behindProxy, toOtherHost } from "./support/edit.ts";

const note = "replaceContactNote";

const complete = "reminder/completeUrl";

const dismiss = "reminder/dismissUrl";

const onLinks = (change: (link: unknown, reminder: unknown) => unknown): Fault["wrap"] =>
  onField(note, [complete, dismiss], change);

export const faults = faultsOf("CRM-13", {
  gross: {
    "reminder-links-have-a-plural-root": [
      "A reminder's links lead to /api/Reminders/",
      onLinks(replaced("/Reminder/", "/Reminders/")),
    ],
    "reminder-links-lead-to-the-application": [
      "A reminder's links are those of the application's pages",
      onLinks(replaced(/\/api\//, "/")),
    ],
  },
  structural: {
    "reminder-links-are-swapped": [
      "completeUrl dismisses and dismissUrl completes",
      onField(note, "reminder", (reminder) => {
        const { completeUrl, dismissUrl } = objectOf(reminder);
        return { ...objectOf(reminder), completeUrl: dismissUrl, dismissUrl: completeUrl };
      }),
    ],
    "dismiss-link-in-lower-case": [
      "The path of dismissUrl is in lower case",
      onField(note, dismiss, replaced("Dismissed", "dismissed")),
    ],
    "complete-link-ends-in-a-slash": [
      "completeUrl has a slash behind the id",
      onField(note, complete, appended("/")),
    ],
    "complete-link-has-no-host": [
      "completeUrl lost its scheme",
      onField(note, complete, replaced(/^https?:\/\//, "")),
    ],
  },
  behavioural: {
    "complete-link-forgets-the-path-of-the-base-address": [
      "completeUrl is made from the host alone",
      onField(note, complete, replaced(/(\/\/[^/]+)\/crm\//, "$1/")),
    ],
    "dismiss-link-has-the-version-of-another": [
      "dismissUrl has the path of another version of the address",
      onField(note, dismiss, replaced(/\/crm\//, "/crm/v2/")),
    ],
    "reminder-links-name-the-contact": [
      "A reminder's links end in the id of its contact",
      onLinks((link, reminder) => String(link).replace(/\d+$/, String(property(reminder, "contactId")))),
    ],
    "reminder-links-name-the-next-reminder": [
      "A reminder's links are off by one",
      onLinks((link) => String(link).replace(/\d+$/, (id) => String(Number(id) + 1))),
    ],
    "complete-link-leads-to-another-host": [
      "completeUrl leads to another host than dismissUrl",
      onField(note, complete, toOtherHost),
    ],
    "dismiss-link-leads-to-a-host-of-its-own": [
      "Links name the host behind the proxy, and dismissUrl another one",
      onBody(note, takingTurns(behindProxy("node-7.internal:8443"), set(dismiss, toOtherHost))),
    ],
    "reminder-links-lead-to-another-host": [
      "The links of a reminder lead to another host than its avatar",
      onLinks(toOtherHost),
    ],
    "dismissed-links-have-another-scheme": [
      "A gateway turns the scheme of one of two links",
      onField("replaceContactNote", "reminder/dismissUrl", replaced(/^http:/, "https:")),
    ],
  },
});
