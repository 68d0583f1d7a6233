import { defineFault, type Fault } from "./fault.ts";
import { drop, edit, editAll, pascalCase, property, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const note = "replaceContactNote";

const flags = ["hasContact", "isPastDue", "isUnresolved", "canComplete", "canCompleteWithNote"].map(
  (name) => `reminder/${name}`,
);

export const faults: readonly Fault[] = [
  defineFault({
    id: "reminders-in-pascal-case",
    fact: "CRM-12",
    grade: "gross",
    title: "A reminder's properties are spelt in PascalCase",
    wrap: onSuccess(note, (body) => respell(body, "reminder", pascalCase)),
  }),
  defineFault({
    id: "reminder-flags-are-text",
    fact: "CRM-12",
    grade: "gross",
    title: "A reminder's flags are the strings true and false",
    wrap: onSuccess(note, (body) => editAll(body, flags, String)),
  }),
  defineFault({
    id: "reminders-are-a-list",
    fact: "CRM-12",
    grade: "gross",
    title: "reminder is an array of reminders",
    wrap: onSuccess(note, (body) => edit(body, "reminder", (reminder) => [reminder])),
  }),
  defineFault({
    id: "reminder-without-an-owner",
    fact: "CRM-12",
    grade: "structural",
    title: "owner is missing",
    wrap: onSuccess(note, (body) => drop(body, "reminder/owner")),
  }),
  defineFault({
    id: "reminder-target-dates-have-a-time",
    fact: "CRM-12",
    grade: "structural",
    title: "targetDate is a moment",
    wrap: onSuccess(note, (body) => edit(body, "reminder/targetDate", (day) => `${String(day)}T00:00:00Z`)),
  }),
  defineFault({
    id: "reminder-description-is-null",
    fact: "CRM-12",
    grade: "structural",
    title: "description is null",
    wrap: onSuccess(note, (body) => edit(body, "reminder/description", () => null)),
  }),
  defineFault({
    id: "reminder-status-is-a-code",
    fact: "CRM-12",
    grade: "structural",
    title: "taskStatus is the number of an enumeration",
    wrap: onSuccess(note, (body) => edit(body, "reminder/taskStatus", () => 0)),
  }),
  defineFault({
    id: "open-reminders-do-not-say-whether-they-are-past-due",
    fact: "CRM-12",
    grade: "behavioural",
    title: "isPastDue is left out as long as it is false",
    wrap: onSuccess(note, (body) =>
      property(property(body, "reminder"), "isPastDue") === false ? drop(body, "reminder/isPastDue") : body,
    ),
  }),
];
