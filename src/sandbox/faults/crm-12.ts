import { faultsOf } from "./fault.ts";
import { appended, inAList, pascalCase, respelled, turned, without } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const note = "replaceContactNote";

const flags = ["hasContact", "isPastDue", "isUnresolved", "canComplete", "canCompleteWithNote"].map(
  (name) => `reminder/${name}`,
);

export const faults = faultsOf("CRM-12", {
  gross: {
    "reminders-in-pascal-case": onBody(note, respelled("reminder", pascalCase)),
    "reminder-flags-are-text": onField(note, flags, String),
    "reminders-are-a-list": onField(note, "reminder", inAList),
  },
  structural: {
    "reminder-without-an-owner": onBody(note, without("reminder/owner")),
    "reminder-target-dates-have-a-time": [
      "targetDate is a moment",
      onField(note, "reminder/targetDate", appended("T00:00:00Z")),
    ],
    "reminder-description-is-null": onField(note, "reminder/description", null),
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
