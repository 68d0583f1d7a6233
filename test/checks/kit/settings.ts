import type { InterfaceName } from "../../../src/contract/interface-name.ts";

/** What is configured of the target of every conversation: the shape of `interfaces` in tripact.config.yaml. */
export const settings = {
  crm: {
    credentials: {
      apiKey: "crm-apiKey",
      limitedApiKey: "crm-limitedApiKey",
      noPrivateApiKey: "crm-noPrivateApiKey",
      revokedApiKey: "crm-revokedApiKey",
      exhaustedApiKey: "crm-exhaustedApiKey",
      otherOrganizationApiKey: "crm-otherOrganizationApiKey",
      password: { username: "user+1@example.org", password: "p+a&s s" },
      twoFactor: { username: "user+2@example.org", password: "p+a&s s", otp: "002512" },
      hmac: { appKey: "crm-appKey", secret: "crm-secret" },
    },
    records: {
      contactId: 1,
      privateContactId: 3,
      referenceId: "A-1",
      webhookId: 1,
      otherOrganizationContactId: 61,
      otherOrganizationWebhookId: 4,
      otherOrganizationNoteId: 6,
    },
    scratch: { noteId: 1, noteType: "Call", eventId: 1, contactIndividualId: 1 },
  },
  donation: {
    credentials: {
      token: "donation-token",
      limitedToken: "donation-limitedToken",
      revokedToken: "donation-revokedToken",
    },
    scratch: {
      campaign: {
        id: 9,
        name: "Disposable campaign",
        description: "Free to be replaced.",
        crmKey: "C-scratch",
        goal: 2500.75,
        startDate: "2025-01-01T00:00:00.000Z",
        endDate: "2025-12-31T23:59:59.999Z",
        isActive: true,
      },
      project: {
        id: 10,
        name: "Disposable project",
        description: "Free to be replaced.",
        code: "SCRATCH",
        crmKey: "P-scratch",
        goal: 1000.5,
        isActive: true,
        isTaxDeductible: true,
      },
      segment: {
        id: 16,
        name: "Disposable segment",
        code: "SCRATCH",
        description: "Free to be replaced.",
        cost: 99.95,
        isActive: true,
        campaignId: 1,
      },
    },
    queries: {
      singleValueField: "value",
      conjunctAnd: 0,
      queryTypes: { donor: 0, gift: 3, campaign: 1, recurringGift: 4, segment: 2 },
      sampleConditions: {
        donor: [
          { parameter: "isOrganization", operator: 21 },
          { parameter: "lifetimeGiving", operator: 6, value: 100 },
          { parameter: "name", operator: 14, value: "an" },
          { parameter: "email", operator: 8 },
        ],
        gift: [
          { parameter: "status", operator: 0, value: "Approved" },
          { parameter: "amount", secondaryValue: 100, operator: 12, value: 10 },
          { parameter: "paymentMethod", values: ["Card", "Check"], operator: 3 },
        ],
        campaign: [
          { parameter: "isActive", operator: 20 },
          { parameter: "goal", operator: 7, value: 5000 },
        ],
        recurringGift: [
          { parameter: "status", operator: 0, value: "Active" },
          { parameter: "amount", operator: 4, value: 50 },
        ],
        segment: [
          { parameter: "isActive", operator: 20 },
          { parameter: "code", operator: 16, value: "MAIL" },
        ],
      },
    },
  },
  volunteer: {
    credentials: {
      token: "volunteer-token",
      limitedToken: "volunteer-limitedToken",
      revokedToken: "volunteer-revokedToken",
      suspendedToken: "volunteer-suspendedToken",
      accessDisabledToken: "volunteer-accessDisabledToken",
      otherOrganizationToken: "volunteer-otherOrganizationToken",
    },
    records: { userId: 1, otherOrganizationUserId: 43 },
    scratch: {
      groupId: 1,
      projectId: 1,
      memberIds: [2, 3, 4],
      createUser: { first_name: "Noor", last_name: "Scratch", email: "noor.scratch@volunteers.example" },
      createGroup: { name: "Scratch group", description: "May be changed by a run." },
      createProject: { name: "Scratch project", privacy: "UNLISTED", dates: ["2030-01-01"] },
      updateGroup: { name: "Scratch group, renamed" },
      updateProject: { name: "Scratch project, renamed" },
      invalidGroup: { name: "" },
      setMembers: { members: "$memberIds" },
      invalidMembers: { members: "nobody" },
    },
    created: { user: "/data/id", group: "/data/id", project: "/data/id" },
    readBack: { group: "/v1/groups/{id}", members: "/v1/groups/{id}/members", project: "/v1/projects/{id}" },
  },
} as const satisfies Record<InterfaceName, object>;
