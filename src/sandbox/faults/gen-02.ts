import { faultsOf } from "./fault.ts";
import { contactReads, individuals } from "./support/contacts.ts";
import { edit, editAll } from "./support/edit.ts";
import { both, onSuccess } from "./support/wrappers.ts";

const withoutZone = (moment: unknown): string => String(moment).replace(/Z$/, "");

const milliseconds = (moment: unknown): number => Date.parse(String(moment));

const hour = 3_600_000;

/** The moment on a clock that runs some hours ahead of UTC, with that offset. */
const atOffset = (moment: unknown, hours: number): string => {
  const local = new Date(milliseconds(moment) + hours * hour).toISOString().slice(0, 19);
  return `${local}${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
};

const isSummer = (moment: unknown): boolean => {
  const month = new Date(milliseconds(moment)).getUTCMonth();
  return month >= 3 && month <= 9;
};

const birthDate = `${individuals}/birthDate`;

export const faults = faultsOf("GEN-02", {
  gross: {
    "moments-lose-their-zone": [
      "Every moment is serialized as a local one, without a zone",
      both(
        onSuccess(contactReads, (body) => editAll(body, ["lastGiftDate", birthDate], withoutZone)),
        onSuccess(["replaceContactNote", "addEventContact"], (body) =>
          editAll(
            body,
            ["createDateTimeUtc", "modifiedDateTimeUtc", "reminder/targetResolutionDateUtc"],
            withoutZone,
          ),
        ),
      ),
    ],
  },
  structural: {
    "last-gift-date-has-an-offset": [
      "lastGiftDate is in the organization's time zone",
      onSuccess("getContact", (body) => edit(body, "lastGiftDate", (moment) => atOffset(moment, -5))),
    ],
    "note-modified-as-the-database-has-it": [
      "modifiedDateTimeUtc of a note has a space where the T belongs",
      onSuccess("replaceContactNote", (body) =>
        edit(body, "modifiedDateTimeUtc", (moment) => String(moment).replace("T", " ")),
      ),
    ],
    "note-created-as-ticks": [
      "createDateTimeUtc of a note comes from an old serializer: /Date(…)/",
      onSuccess("replaceContactNote", (body) =>
        edit(body, "createDateTimeUtc", (moment) => `/Date(${milliseconds(moment)})/`),
      ),
    ],
    "event-contact-created-as-a-number": [
      "createDateTimeUtc of an event contact counts milliseconds",
      onSuccess("addEventContact", (body) => edit(body, "createDateTimeUtc", milliseconds)),
    ],
    "reminder-due-as-an-http-date": [
      "targetResolutionDateUtc of a reminder is written as HTTP headers write dates",
      onSuccess("replaceContactNote", (body) =>
        edit(body, "reminder/targetResolutionDateUtc", (moment) =>
          new Date(milliseconds(moment)).toUTCString(),
        ),
      ),
    ],
  },
  behavioural: {
    "midnights-are-plain-dates": [
      "A moment at midnight loses its time",
      onSuccess(contactReads, (body) =>
        editAll(body, ["lastGiftDate", birthDate], (moment) => String(moment).replace(/T00:00:00Z$/, "")),
      ),
    ],
    "summer-moments-have-an-offset": [
      "Moments that fall into the summer come with the offset of summer time",
      onSuccess(contactReads, (body) =>
        editAll(body, ["lastGiftDate", birthDate], (moment) =>
          isSummer(moment) ? atOffset(moment, 1) : moment,
        ),
      ),
    ],
  },
});
