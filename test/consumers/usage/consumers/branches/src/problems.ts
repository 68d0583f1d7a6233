import type { components } from "../contract/donation.ts";

type Problem = components["schemas"]["Problem"];

/** The messages of all fields in one text. */
export const messagesOf = ({ errors = {} }: Problem): string =>
  Object.values(errors)
    .map((messages) => messages.join(", "))
    .join("; ");

export const byField = (problem: Problem, field: string): string =>
  problem.errors?.[field]?.map((message) => message.trim()).join(" ") ?? "";

export const fieldsOf = (problem: Problem): string[] =>
  Object.entries(problem.errors ?? {}).map(([field, [first]]) => `${field}: ${first?.toUpperCase()}`);
