import { faultsOf } from "./fault.ts";
import { drop, edit, editAll, pascalCase, property, respell } from "./support/edit.ts";
import { onSuccess } from "./support/wrappers.ts";

const note = "replaceContactNote";

const flags = ["hasContact", "isPastDue", "isUnresolved", "canComplete", "canCompleteWithNote"].map(
  (name) => `reminder/${name}`,
);

export const faults = faultsOf("CRM-12", {
  gross: {
    "reminders-in-pascal-case": [
      "A reminder's properties are spelt in PascalCase",
      onSuccess(note, (body) => respell(body, "reminder", pascalCase)),
    ],
    "reminder-flags-are-text": [
      "A reminder's flags are the strings true and false",
      onSuccess(note, (body) => editAll(body, flags, String)),
    ],
    "reminders-are-a-list": [
      "reminder is an array of reminders",
      onSuccess(note, (body) => edit(body, "reminder", (reminder) => [reminder])),
    ],
  },
  structural: {
    "reminder-without-an-owner": [
      "owner is missing",
      onSuccess(note, (body) => drop(body, "reminder/owner")),
    ],
    "reminder-target-dates-have-a-time": [
      "targetDate is a moment",
      onSuccess(note, (body) => edit(body, "reminder/targetDate", (day) => `${String(day)}T00:00:00Z`)),
    ],
    "reminder-description-is-null": [
      "description is null",
      onSuccess(note, (body) => edit(body, "reminder/description", () => null)),
    ],
    "reminder-status-is-a-code": [
      "taskStatus is the number of an enumeration",
      onSuccess(note, (body) => edit(body, "reminder/taskStatus", () => 0)),
    ],
  },
  behavioural: {
    "open-reminders-do-not-say-whether-they-are-past-due": [
      "isPastDue is left out as long as it is false",
      onSuccess(note, (body) =>
        property(property(body, "reminder"), "isPastDue") === false ? drop(body, "reminder/isPastDue") : body,
      ),
    ],
  },
});
