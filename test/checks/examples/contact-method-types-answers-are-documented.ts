import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  passes: [{ operation: "listContactMethodTypes", body: ["Home Email"] }],
  fails: [{ what: "An empty list is answered with 204", blames: "CRM-23", status: 204 }],
};
