import { defineFault, type Fault } from "./fault.ts";
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

export const faults: readonly Fault[] = [
  defineFault({
    id: "moments-lose-their-zone",
    fact: "GEN-02",
    grade: "gross",
    title: "Every moment is serialized as a local one, without a zone",
    wrap: both(
      onSuccess(contactReads, (body) => editAll(body, ["lastGiftDate", birthDate], withoutZone)),
      onSuccess(["replaceContactNote", "addEventContact"], (body) =>
        editAll(
          body,
          ["createDateTimeUtc", "modifiedDateTimeUtc", "reminder/targetResolutionDateUtc"],
          withoutZone,
        ),
      ),
    ),
  }),
  defineFault({
    id: "last-gift-date-has-an-offset",
    fact: "GEN-02",
    grade: "structural",
    title: "lastGiftDate is told in the organization's zone",
    wrap: onSuccess("getContact", (body) => edit(body, "lastGiftDate", (moment) => atOffset(moment, -5))),
  }),
  defineFault({
    id: "note-modified-as-the-database-has-it",
    fact: "GEN-02",
    grade: "structural",
    title: "modifiedDateTimeUtc of a note has a space where the T belongs",
    wrap: onSuccess("replaceContactNote", (body) =>
      edit(body, "modifiedDateTimeUtc", (moment) => String(moment).replace("T", " ")),
    ),
  }),
  defineFault({
    id: "note-created-as-ticks",
    fact: "GEN-02",
    grade: "structural",
    title: "createDateTimeUtc of a note comes from an old serializer: /Date(…)/",
    wrap: onSuccess("replaceContactNote", (body) =>
      edit(body, "createDateTimeUtc", (moment) => `/Date(${milliseconds(moment)})/`),
    ),
  }),
  defineFault({
    id: "event-contact-created-as-a-number",
    fact: "GEN-02",
    grade: "structural",
    title: "createDateTimeUtc of an event contact counts milliseconds",
    wrap: onSuccess("addEventContact", (body) => edit(body, "createDateTimeUtc", milliseconds)),
  }),
  defineFault({
    id: "reminder-due-as-an-http-date",
    fact: "GEN-02",
    grade: "structural",
    title: "targetResolutionDateUtc of a reminder is written as HTTP headers write dates",
    wrap: onSuccess("replaceContactNote", (body) =>
      edit(body, "reminder/targetResolutionDateUtc", (moment) =>
        new Date(milliseconds(moment)).toUTCString(),
      ),
    ),
  }),
  defineFault({
    id: "midnights-are-plain-dates",
    fact: "GEN-02",
    grade: "behavioural",
    title: "A moment at midnight loses its time",
    wrap: onSuccess(contactReads, (body) =>
      editAll(body, ["lastGiftDate", birthDate], (moment) => String(moment).replace(/T00:00:00Z$/, "")),
    ),
  }),
  defineFault({
    id: "summer-moments-have-an-offset",
    fact: "GEN-02",
    grade: "behavioural",
    title: "Moments that fall into the summer come with the offset of summer time",
    wrap: onSuccess(contactReads, (body) =>
      editAll(body, ["lastGiftDate", birthDate], (moment) =>
        isSummer(moment) ? atOffset(moment, 1) : moment,
      ),
    ),
  }),
];
