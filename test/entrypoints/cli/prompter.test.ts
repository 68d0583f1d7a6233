import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type Prompter, terminalPrompter } from "../../../src/entrypoints/cli/prompter.ts";

/** A terminal on which somebody types. */
const atTerminal = async <Answer>(ask: (prompter: Prompter) => Promise<Answer>, typed: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  const shown: string[] = [];
  output.on("data", (chunk: Buffer) => shown.push(chunk.toString("utf8")));
  // The question is there before anybody answers it.
  const isAsked = new Promise((resolve) => output.once("data", resolve));
  const answer = ask(terminalPrompter(input, output, new AbortController().signal));
  await isAsked;
  input.write(typed);
  return { answer: await answer, shown: shown.join("") };
};

test("a line of text is what was typed", async () => {
  const { answer, shown } = await atTerminal(
    (prompter) => prompter.text("Base address"),
    "https://a.example\r",
  );
  expect(answer).toBe("https://a.example");
  expect(shown).toContain("Base address");
});

test("an empty line is an empty answer", async () => {
  expect((await atTerminal((prompter) => prompter.text("Base address"), "\r")).answer).toBe("");
});

test("a secret is not shown", async () => {
  const { answer, shown } = await atTerminal((prompter) => prompter.secret("API key"), "s3cret-key\r");
  expect(answer).toBe("s3cret-key");
  const before = await atTerminal((prompter) => prompter.secret("API key"), "\r");
  // Not even how long it is.
  const printed = (text: string): string => text.replace(/\u001B\[[\d?]*[A-Za-z]|\s/g, "");
  expect(new Set(printed(shown))).toEqual(new Set(printed(before.shown)));
});

test("who confirms says so", async () => {
  expect((await atTerminal((prompter) => prompter.confirm("Extend it?"), "y")).answer).toBe(true);
});

test.each([
  ["Ctrl+C", "\u0003"],
  ["Ctrl+D", "\u0004"],
  ["Ctrl+D after half an answer", "https\u0004"],
])("%s is no answer", async (_, typed) => {
  expect((await atTerminal((prompter) => prompter.text("Base address"), typed)).answer).toBe(undefined);
  expect((await atTerminal((prompter) => prompter.secret("API key"), typed)).answer).toBe(undefined);
});
