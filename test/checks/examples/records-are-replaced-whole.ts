import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        "project read whole": { body: { items: [{ id: 10, description: "Free to be replaced." }] } },
        "project read without description and crmKey and isActive": {
          body: {
            items: [
              {},
              {},
              {},
              {},
              {},
              {},
              {},
              {},
              {},
              { id: 10, name: "Disposable project", description: null },
            ],
          },
        },
        "*": {},
      },
    },
  ],
  fails: [
    {
      what: "A replacement is answered with 202 and done later",
      blames: "DON-17",
      answers: { "segment whole": { status: 202 } },
    },
    {
      what: "Replacing a project keeps whatever the body leaves out",
      blames: "DON-17",
      answers: {
        "project read without description and crmKey and isActive": {
          changes: { "/items/9/description": "Free to be replaced." },
        },
      },
      pointer: "/description",
    },
  ],
};
