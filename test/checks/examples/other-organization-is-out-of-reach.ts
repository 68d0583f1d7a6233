import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
          status: 404,
        },
        "*": {},
      },
    },
  ],
  otherwise: [
    {
      assumes: "a record out of reach is not found",
      answers: {
        "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
          status: 403,
          body: { id: 43 },
        },
      },
    },
    {
      assumes: "a success shows the record that was asked for",
      answers: {
        "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
          status: 200,
          body: { message: "Nothing here." },
        },
      },
    },
  ],
  fails: [
    {
      what: "A volunteer user is looked up without regard to the organization",
      blames: "GEN-05",
      answers: {
        "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
          status: 200,
          body: { data: { id: 43 } },
        },
      },
    },
  ],
};
