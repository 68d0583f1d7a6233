import type { ActiveExamples } from "../kit/example.ts";

export const examples: ActiveExamples = {
  pass: {
    types: { body: ["Home Email", "Work Email", "Home Phone", "Work Phone", "Mobile Phone", "Messenger"] },
  },
  otherwise: {
    "an organization has configured some types": { types: { body: [] } },
    "each name is listed once, and has letters": { types: { body: ["Home", "Home", "", "24"] } },
  },
  fails: {
    "CRM-23: The types are one string, separated by commas": {
      types: { body: "Home Email, Work Email, Home Phone, Work Phone, " },
    },
    "CRM-23 /6: A type whose name is made of digits is written as a number": { types: { "/6": 24 } },
  },
};
