import type { ScratchRule } from "../harness/model/contract.ts";

const byPath = (parameter: string, ...settings: readonly string[]): ScratchRule => ({
  kind: "path",
  parameter,
  settings,
});

const groups = ["volunteer.scratch.groupId", "volunteer.scratch.otherOrganizationGroupId"] as const;

/** Which record each write may change: a declared one of this organization, or of another that is as disposable. */
export const scratch: Readonly<Record<string, ScratchRule>> = {
  replaceContactNote: byPath("noteId", "crm.scratch.noteId", "crm.scratch.otherOrganizationNoteId"),
  addEventContact: {
    kind: "path",
    parameter: "eventId",
    settings: ["crm.scratch.eventId", "crm.scratch.otherOrganizationEventId"],
    body: {
      property: "contactIndividualId",
      settings: ["crm.scratch.contactIndividualId", "crm.scratch.otherOrganizationContactIndividualId"],
    },
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
  updateProject: byPath("id", "volunteer.scratch.projectId", "volunteer.scratch.otherOrganizationProjectId"),
  updateGroup: byPath("id", ...groups),
  setGroupMembers: byPath("id", ...groups),
};
