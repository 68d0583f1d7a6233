import type { ScratchRule } from "../harness/model/contract.ts";

const byPath = (parameter: string, setting: string): ScratchRule => ({ kind: "path", parameter, setting });

/** Which record each write may change. */
export const scratch: Readonly<Record<string, ScratchRule>> = {
  replaceContactNote: byPath("noteId", "crm.scratch.noteId"),
  addEventContact: {
    kind: "path",
    parameter: "eventId",
    setting: "crm.scratch.eventId",
    body: { property: "contactIndividualId", setting: "crm.scratch.contactIndividualId" },
  },
  replaceCampaign: { kind: "body", declared: "donation.scratch.campaign" },
  replaceProject: { kind: "body", declared: "donation.scratch.project" },
  replaceSegment: { kind: "body", declared: "donation.scratch.segment" },
  createUser: { kind: "creation", declared: ["volunteer.scratch.createUser"] },
  createProject: { kind: "creation", declared: ["volunteer.scratch.createProject"] },
  createGroup: {
    kind: "creation",
    declared: ["volunteer.scratch.createGroup", "volunteer.scratch.invalidGroup"],
  },
  updateProject: byPath("id", "volunteer.scratch.projectId"),
  updateGroup: byPath("id", "volunteer.scratch.groupId"),
  setGroupMembers: byPath("id", "volunteer.scratch.groupId"),
};
