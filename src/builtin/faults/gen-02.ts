import { faultsOf } from "./fault.ts";
import { withHeader } from "./support/answers.ts";
import { contactReads, individualsPath } from "./support/names.ts";
import { replaced } from "./support/edit.ts";
import { combinedFaults, onAnswer, onField } from "./support/rows.ts";

const milliseconds = (moment: unknown): number => Date.parse(String(moment));

const hour = 3_600_000;

/** The moment with an offset of some hours ahead of UTC. */
const atOffset = (moment: unknown, hours: number): string => {
  const local = new Date(milliseconds(moment) + hours * hour).toISOString().slice(0, 19);
  return `${local}${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
};

const isSummer = (moment: unknown): boolean => {
  const month = new Date(milliseconds(moment)).getUTCMonth();
  return month >= 3 && month <= 9;
};

const dates = ["lastGiftDate", `${individualsPath}/birthDate`] as const;

const due = "reminder/targetResolutionDateUtc";

const stamps = ["createDateTimeUtc", "modifiedDateTimeUtc", due] as const;

const withoutZone = replaced(/Z$/, "");

export const faults = faultsOf("GEN-02", {
  gross: {
    "moments-lose-their-zone": [
      "Every moment is serialized as a local one, without a zone",
      combinedFaults(
        onField(contactReads, dates, withoutZone),
        onField(["replaceContactNote", "addEventContact"], stamps, withoutZone),
      ),
    ],
  },
  structural: {
    "last-gift-date-has-an-offset": [
      "lastGiftDate is in the organization's time zone",
      onField("getContact", "lastGiftDate", (moment) => atOffset(moment, -5)),
    ],
    "note-modified-as-the-database-has-it": [
      "modifiedDateTimeUtc of a note has a space where the T belongs",
      onField("replaceContactNote", "modifiedDateTimeUtc", replaced(/T/, " ")),
    ],
    "note-created-as-ticks": [
      "createDateTimeUtc of a note comes from an old serializer: /Date(…)/",
      onField("replaceContactNote", "createDateTimeUtc", (moment) => `/Date(${milliseconds(moment)})/`),
    ],
    "event-contact-created-as-a-number": [
      "createDateTimeUtc of an event contact counts milliseconds",
      onField("addEventContact", "createDateTimeUtc", milliseconds),
    ],
    "reminder-due-as-an-http-date": [
      "targetResolutionDateUtc of a reminder is written as HTTP headers write dates",
      onField("replaceContactNote", due, (moment) => new Date(milliseconds(moment)).toUTCString()),
    ],
  },
  behavioural: {
    "midnights-are-plain-dates": [
      "A moment at midnight loses its time",
      onField(contactReads, dates, replaced(/T00:00:00Z$/, "")),
    ],
    "summer-moments-have-an-offset": [
      "Moments that fall into the summer come with the offset of summer time",
      onField(contactReads, dates, (moment) => (isSummer(moment) ? atOffset(moment, 1) : moment)),
    ],
    "stamps-are-in-local-time": [
      "A note is stamped with the local time of a server, as UTC",
      combinedFaults(
        onAnswer("replaceContactNote", (outgoing, _incoming, { now }) =>
          withHeader(outgoing, "date", new Date(now()).toUTCString()),
        ),
        onField("replaceContactNote", "modifiedDateTimeUtc", (moment) =>
          new Date(milliseconds(moment) + hour).toISOString(),
        ),
      ),
    ],
  },
});
