import { resources } from "../../builtin/generated/resources.ts";
import type { ActiveCheck } from "../../core/model/check.ts";
import { textsComeBack } from "../relations/texts-come-back.ts";

const { crm, donation, volunteer } = resources;

export const textsAreKept: readonly ActiveCheck[] = [
  textsComeBack([crm.note], {
    id: "note-texts-are-kept",
    title: "A note keeps any text and day that was sent",
    why: "Notes are written in every language, on every day of the year.",
    turns: 6,
    few: 1,
  }),
  textsComeBack([donation.campaign, donation.project, donation.segment], {
    id: "replaced-texts-are-kept",
    title: "A replaced campaign, project or segment holds the texts and amounts that were sent",
    why: "A name that loses its accents, or an amount its cents, is wrong in every letter of thanks.",
    turns: 12,
    few: 1,
  }),
  textsComeBack([volunteer.group, volunteer.project, volunteer.user], {
    id: "volunteer-texts-are-kept",
    title: "Names and descriptions of users, groups and projects are kept as they were sent",
    why: "People notice when their names come back garbled.",
    turns: 12,
    few: 0,
  }),
];
