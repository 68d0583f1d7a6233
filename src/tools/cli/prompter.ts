import type * as Clack from "@clack/prompts";
import type { Key } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Asks the user. Answers are undefined if the user cancels. */
export interface Prompter {
  /** A line of text; empty if nothing is entered. */
  text(question: string): Promise<string | undefined>;
  /** A line of text that is not echoed. */
  secret(question: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}

/** Ctrl+D cancels like Ctrl+C: on an empty line it closes the library's input. */
const closes = ({ ctrl, name }: Key): boolean => ctrl === true && name === "d";

/** Prompts on a terminal; the library is loaded for the first question. */
export const terminalPrompter = (input: Readable, output: Writable, signal: AbortSignal): Prompter => {
  const ask = async <Answer extends string | boolean>(
    prompt: (library: typeof Clack, streams: Clack.CommonOptions) => Promise<Answer | symbol>,
  ): Promise<Answer | undefined> => {
    const closed = new AbortController();
    const hear = (_: unknown, key: Key): void => {
      if (closes(key)) closed.abort();
    };
    input.on("keypress", hear);
    try {
      const streams = { input, output, signal: AbortSignal.any([signal, closed.signal]) };
      const answer = await prompt(await import("@clack/prompts"), streams);
      return typeof answer === "symbol" ? undefined : answer;
    } finally {
      input.off("keypress", hear);
    }
  };
  return {
    text: (message) => ask<string>(({ text }, streams) => text({ ...streams, message, defaultValue: "" })),
    secret: (message) => ask<string>(({ password }, streams) => password({ ...streams, message, mask: "" })),
    confirm: (message) => ask<boolean>(({ confirm }, streams) => confirm({ ...streams, message })),
  };
};
