import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  passes: [
    {
      answers: {
        types: {
          body: ["Home Email", "Work Email", "Home Phone", "Work Phone", "Mobile Phone", "Messenger"],
        },
      },
    },
  ],
  otherwise: [
    { assumes: "an organization has configured some types", answers: { types: { body: [] } } },
    {
      assumes: "each name is listed once, and has letters",
      answers: { types: { body: ["Home", "Home", "", "24"] } },
    },
  ],
  fails: [
    {
      what: "The types are one string, separated by commas",
      blames: "CRM-23",
      answers: { types: { changes: { "": "Home Email, Work Email, Home Phone, Work Phone, " } } },
    },
    {
      what: "A type whose name is made of digits is written as a number",
      blames: "CRM-23",
      answers: { types: { changes: { "/6": 24 } } },
      pointer: "/6",
    },
  ],
};
