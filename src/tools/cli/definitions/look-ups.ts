import { defineCommand, type OptionsOf } from "../definition.ts";

export const factsCommand = defineCommand({
  name: "facts",
  summary: "list every fact that a target is held to",
  description: "Lists every fact with how it is seen and how many checks hold a target to it.",
});

export const unknownsCommand = defineCommand({
  name: "unknowns",
  summary: "list the questions that the specification leaves open",
  description:
    "Lists every question that the specification leaves open; whatever a target does there conforms. With reports of runs also what was observed, and where the reports disagree.",
  options: [{ flags: "--report <file>", text: "a JSON report, given once for each run", many: true }],
});

export const faultsCommand = defineCommand({
  name: "faults",
  summary: "list the faults that the sandbox can be given",
  description: "Lists the planted faults: each breaks one fact of the sandbox, and the checks must find it.",
});

export const explainCommand = defineCommand({
  name: "explain",
  summary: "tell what a fact, an open question or a check is about",
  description: "Tells what a fact, an open question or a check is about, and where the documents state it.",
  operands: [{ name: "<id>", text: "a fact, an open question or a check" }],
});

export type UnknownsOptions = OptionsOf<typeof unknownsCommand>;
