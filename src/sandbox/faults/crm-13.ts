import { defineFault, type Fault } from "./fault.ts";
import { edit, editAll, property } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const note = "replaceContactNote";

const links = ["reminder/completeUrl", "reminder/dismissUrl"] as const;

const onLinks = (change: (link: string, reminder: unknown) => string): Fault["wrap"] =>
  onSuccess(note, (body) => editAll(body, links, (link, reminder) => change(String(link), reminder)));

export const faults: readonly Fault[] = [
  defineFault({
    id: "reminder-links-have-a-plural-root",
    fact: "CRM-13",
    grade: "gross",
    title: "A reminder's links lead to /api/Reminders/",
    wrap: onLinks((link) => link.replace("/Reminder/", "/Reminders/")),
  }),
  defineFault({
    id: "reminder-links-lead-to-the-application",
    fact: "CRM-13",
    grade: "gross",
    title: "A reminder's links are those of the application's pages",
    wrap: onLinks((link) => link.replace("/api/", "/")),
  }),
  defineFault({
    id: "reminder-links-are-swapped",
    fact: "CRM-13",
    grade: "structural",
    title: "completeUrl dismisses and dismissUrl completes",
    wrap: onSuccess(note, (body) =>
      edit(body, "reminder", (reminder) => ({
        ...(typeof reminder === "object" ? reminder : {}),
        completeUrl: property(reminder, "dismissUrl"),
        dismissUrl: property(reminder, "completeUrl"),
      })),
    ),
  }),
  defineFault({
    id: "dismiss-link-in-lower-case",
    fact: "CRM-13",
    grade: "structural",
    title: "The path of dismissUrl is in lower case",
    wrap: onSuccess(note, (body) =>
      edit(body, "reminder/dismissUrl", (link) => String(link).replace("Dismissed", "dismissed")),
    ),
  }),
  defineFault({
    id: "complete-link-ends-in-a-slash",
    fact: "CRM-13",
    grade: "structural",
    title: "completeUrl has a slash behind the id",
    wrap: onSuccess(note, (body) => edit(body, "reminder/completeUrl", (link) => `${String(link)}/`)),
  }),
  defineFault({
    id: "complete-link-has-no-host",
    fact: "CRM-13",
    grade: "structural",
    title: "completeUrl lost its scheme",
    wrap: onSuccess(note, (body) =>
      edit(body, "reminder/completeUrl", (link) => String(link).replace(/^https?:\/\//, "")),
    ),
  }),
  defineFault({
    id: "reminder-links-name-the-contact",
    fact: "CRM-13",
    grade: "behavioural",
    title: "A reminder's links end in the id of its contact",
    wrap: onLinks((link, reminder) => link.replace(/\d+$/, String(property(reminder, "contactId")))),
  }),
  defineFault({
    id: "reminder-links-name-the-next-reminder",
    fact: "CRM-13",
    grade: "behavioural",
    title: "A reminder's links are off by one",
    wrap: onLinks((link) => link.replace(/\d+$/, (id) => String(Number(id) + 1))),
  }),
];
