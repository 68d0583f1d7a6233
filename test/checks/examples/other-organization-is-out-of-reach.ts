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
