import { defineCommand, type OptionsOf } from "../definition.ts";

export const factsCommand = defineCommand({
  name: "facts",
  summary: "list every fact that a target must satisfy",
  description: "Lists every fact, what is needed to judge it, and how many checks do so.",
});

export const unknownsCommand = defineCommand({
  name: "unknowns",
  summary: "list the questions that the specification leaves open",
  description:
    "Lists the questions that the specification leaves open; every answer conforms. With --report it also shows what runs observed, and where reports disagree.",
  options: [{ flags: "--report <file>", text: "JSON report of a run; repeat it for more runs", many: true }],
});

export const faultsCommand = defineCommand({
  name: "faults",
  summary: "list the faults that you can plant in the sandbox",
  description:
    "Lists the faults that you can plant in the sandbox. Each breaks one fact, and the checks find it.",
});

export const explainCommand = defineCommand({
  name: "explain",
  summary: "explain a fact, an open question or a check",
  description:
    "Explains a fact, an open question or a check, and shows where the OpenAPI documents state it.",
  operands: [{ name: "<id>", text: "id of a fact, an open question or a check" }],
});

export type UnknownsOptions = OptionsOf<typeof unknownsCommand>;
