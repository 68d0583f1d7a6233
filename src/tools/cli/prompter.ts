import type * as Clack from "@clack/prompts";
import type { Key } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Asks a person. Answers are undefined when the person stops. */
export interface Prompter {
  /** A line of text; empty when nothing is entered. */
  text(question: string): Promise<string | undefined>;
  /** The same without showing what is typed. */
  secret(question: string): Promise<string | undefined>;
  confirm(question: string): Promise<boolean | undefined>;
}

/** Ctrl+D ends a question like Ctrl+C: where nothing is typed yet, it closes what the library reads from. */
const closes = ({ ctrl, name }: Key): boolean => ctrl === true && name === "d";

/** Prompts on a terminal; the library is loaded when the first question is asked. */
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
