import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { answeredAsWritten, leftOut } from "../relations/shown-in-answers.ts";
import { replacedWhole } from "../relations/replaced-whole.ts";

const { note } = resources.crm;
const { campaign, project, segment } = resources.donation;

/** Text that a wrong encoding, an escape or a short column would change. */
const changedText = `Changed by a conformance run: 5 € & a café, "quoted", ${"and long enough for a column, ".repeat(3)}to see.`;

/** Checks of what replacements show: of notes, which no documented read shows, the answers. */
export const replacements: readonly ActiveCheck[] = [
  answeredAsWritten(note, {
    id: "note-replacement-answers-the-note",
    fact: "CRM-26",
    title: "Replacing a note returns 200 with the updated note",
    why: "No read of a note is documented: consumers see only this answer.",
    bodies: (declared) => ({
      whole: declared,
      changed: { ...declared, note: changedText, important: false },
    }),
  }),
  answeredAsWritten(note, {
    id: "note-privacy-is-renamed",
    fact: "CRM-10",
    title: "A note's private comes back as isPrivate",
    why: "A consumer that misses the renamed flag shows a private note to everybody.",
    // Back and forth: a stuck flag shows in one direction only.
    bodies: (declared) => ({
      private: { ...declared, private: true },
      public: { ...declared, private: false },
    }),
  }),
  leftOut(note, {
    id: "note-is-replaced-whole",
    title: "Replacing a note clears every property that the body leaves out",
    why: "A server that merges keeps a private or important flag that the user has just removed.",
  }),
  replacedWhole([campaign, project, segment], {
    id: "records-are-replaced-whole",
    title: "Replacing a campaign, project or segment replaces the whole record",
    why: "A property that survives a replacement can never be deleted.",
    few: 2,
  }),
];
