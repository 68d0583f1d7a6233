import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": 404,
    "*": 200,
  },
  otherwise: {
    "a record out of reach is not found": {
      "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
        status: 403,
        body: { id: 43 },
      },
    },
    "a success shows the record that was asked for": {
      "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
        status: 200,
        body: { message: "Nothing here." },
      },
    },
  },
  fails: {
    "GEN-05: A volunteer user is looked up without regard to the organization": {
      "stranger: volunteer.records.otherOrganizationUserId with volunteer.credentials.token": {
        status: 200,
        body: { data: { id: 43 } },
      },
    },
  },
};
