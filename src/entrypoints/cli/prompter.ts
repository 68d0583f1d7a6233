import type * as Clack from "@clack/prompts";
import type { Key } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Ctrl+D cancels like Ctrl+C: on an empty line it closes the library's input. */
const closes = ({ ctrl, name }: Key): boolean => ctrl === true && name === "d";

/** Prompts on a terminal; the library is loaded for the first question. */
export const terminalPrompter = (input: Readable, output: Writable, signal: AbortSignal) => {
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
    /** A line of text; empty if nothing is entered. */
    text: (message: string) =>
      ask<string>(({ text }, streams) => text({ ...streams, message, defaultValue: "" })),
    /** A line of text that is not echoed. */
    secret: (message: string) =>
      ask<string>(({ password }, streams) => password({ ...streams, message, mask: "" })),
    confirm: (message: string) => ask<boolean>(({ confirm }, streams) => confirm({ ...streams, message })),
  };
};

/** Asks the user. Answers are undefined if the user cancels. */
export type Prompter = ReturnType<typeof terminalPrompter>;
