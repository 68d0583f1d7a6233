import type * as Clack from "@clack/prompts";
import type { Readable, Writable } from "node:stream";

/** Asks a person. Answers are undefined when the person stops. */
export interface Prompter {
  /** A line of text; empty when nothing is entered. */
  text(question: string): Promise<string | undefined>;
  /** The same without showing what is typed. */
  secret(question: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}

/** Prompts on a terminal; the library is loaded when the first question is asked. */
export const terminalPrompter = (input: Readable, output: Writable, signal: AbortSignal): Prompter => {
  const ask = async <Answer extends string | boolean>(
    prompt: (library: typeof Clack) => Promise<Answer | symbol>,
  ): Promise<Answer | undefined> => {
    const answer = await prompt(await import("@clack/prompts"));
    return typeof answer === "symbol" ? undefined : answer;
  };
  const streams = { input, output, signal };
  return {
    text: (message) => ask<string>(({ text }) => text({ ...streams, message, defaultValue: "" })),
    secret: (message) => ask<string>(({ password }) => password({ ...streams, message, mask: "" })),
    confirm: (message) => ask<boolean>(({ confirm }) => confirm({ ...streams, message })),
  };
};
