import { faultsOf, type Fault } from "./fault.ts";
import { edit, editAll, property } from "./support/edit.ts";
import { behindProxy, toOtherHost } from "./support/links.ts";
import { onSuccess } from "./support/wrappers.ts";

const note = "replaceContactNote";

const links = ["reminder/completeUrl", "reminder/dismissUrl"] as const;

const onLinks = (change: (link: string, reminder: unknown) => string): Fault["wrap"] =>
  onSuccess(note, (body) => editAll(body, links, (link, reminder) => change(String(link), reminder)));

const withoutBase = (link: unknown): string => String(link).replace(/(\/\/[^/]+)\/crm\//, "$1/");

export const faults = faultsOf("CRM-13", {
  gross: {
    "reminder-links-have-a-plural-root": [
      "A reminder's links lead to /api/Reminders/",
      onLinks((link) => link.replace("/Reminder/", "/Reminders/")),
    ],
    "reminder-links-lead-to-the-application": [
      "A reminder's links are those of the application's pages",
      onLinks((link) => link.replace("/api/", "/")),
    ],
  },
  structural: {
    "reminder-links-are-swapped": [
      "completeUrl dismisses and dismissUrl completes",
      onSuccess(note, (body) =>
        edit(body, "reminder", (reminder) => ({
          ...(typeof reminder === "object" ? reminder : {}),
          completeUrl: property(reminder, "dismissUrl"),
          dismissUrl: property(reminder, "completeUrl"),
        })),
      ),
    ],
    "dismiss-link-in-lower-case": [
      "The path of dismissUrl is in lower case",
      onSuccess(note, (body) =>
        edit(body, "reminder/dismissUrl", (link) => String(link).replace("Dismissed", "dismissed")),
      ),
    ],
    "complete-link-ends-in-a-slash": [
      "completeUrl has a slash behind the id",
      onSuccess(note, (body) => edit(body, "reminder/completeUrl", (link) => `${String(link)}/`)),
    ],
    "complete-link-has-no-host": [
      "completeUrl lost its scheme",
      onSuccess(note, (body) =>
        edit(body, "reminder/completeUrl", (link) => String(link).replace(/^https?:\/\//, "")),
      ),
    ],
  },
  behavioural: {
    "complete-link-forgets-the-path-of-the-base-address": [
      "completeUrl is made from the host alone",
      onSuccess(note, (body) => edit(body, "reminder/completeUrl", withoutBase)),
    ],
    "dismiss-link-has-the-version-of-another": [
      "dismissUrl has the path of another version of the address",
      onSuccess(note, (body) =>
        edit(body, "reminder/dismissUrl", (link) => String(link).replace("/crm/", "/crm/v2/")),
      ),
    ],
    "reminder-links-name-the-contact": [
      "A reminder's links end in the id of its contact",
      onLinks((link, reminder) => link.replace(/\d+$/, String(property(reminder, "contactId")))),
    ],
    "reminder-links-name-the-next-reminder": [
      "A reminder's links are off by one",
      onLinks((link) => link.replace(/\d+$/, (id) => String(Number(id) + 1))),
    ],
    "complete-link-leads-to-another-host": [
      "completeUrl leads to another host than dismissUrl",
      onSuccess(note, (body) => edit(body, "reminder/completeUrl", toOtherHost)),
    ],
    "dismiss-link-leads-to-a-host-of-its-own": [
      "Links name the host behind the proxy, and dismissUrl another one",
      onSuccess(note, (body) =>
        edit(behindProxy(body, "node-7.internal:8443"), "reminder/dismissUrl", toOtherHost),
      ),
    ],
    "reminder-links-lead-to-another-host": [
      "The links of a reminder lead to another host than its avatar",
      onLinks(toOtherHost),
    ],
  },
});
