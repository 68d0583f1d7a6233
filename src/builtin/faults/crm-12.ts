import { faultsOf } from "./fault.ts";
import { appended, inAList, inPascalCase, respelled, turned, droppingPaths } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const note = "replaceContactNote";

const flags = ["hasContact", "isPastDue", "isUnresolved", "canComplete", "canCompleteWithNote"].map(
  (name) => `reminder/${name}`,
);

export const faults = faultsOf("CRM-12", {
  gross: {
    "reminders-in-pascal-case": [
      "A reminder's properties are spelt in PascalCase",
      onBody(note, respelled("reminder", inPascalCase)),
    ],
    "reminder-flags-are-text": [
      "A reminder's flags are the strings true and false",
      onField(note, flags, String),
    ],
    "reminders-are-a-list": ["reminder is an array of reminders", onField(note, "reminder", inAList)],
  },
  structural: {
    "reminder-without-an-owner": ["owner is missing", onBody(note, droppingPaths("reminder/owner"))],
    "reminder-target-dates-have-a-time": [
      "targetDate is a moment",
      onField(note, "reminder/targetDate", appended("T00:00:00Z")),
    ],
    "reminder-description-is-null": ["description is null", onField(note, "reminder/description", null)],
    "reminder-status-is-a-code": [
      "taskStatus is the number of an enumeration",
      onField(note, "reminder/taskStatus", 0),
    ],
  },
  behavioural: {
    "open-reminders-do-not-say-whether-they-are-past-due": [
      "isPastDue is left out as long as it is false",
      onField(note, "reminder/isPastDue", turned(false, undefined)),
    ],
  },
});
