import { fileURLToPath } from "node:url";
import { main } from "../src/tools/cli/main.ts";
import type { SafeText } from "../src/harness/output/safe-text.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A command of the README with its output. */
const shown = /```sh\nnpx tripact (?<command>.+)\n```\n\n```text\n[\s\S]*?\n```/g;

/**
 * Runs the command line as a function in the project's folder, and returns its output.
 * @param isServer a server is stopped as soon as it prints something
 */
export const outputOf = async (command: string, isServer = false): Promise<string> => {
  const texts: string[] = [];
  const stop = new AbortController();
  const write = (text: SafeText): void => {
    texts.push(String(text));
    if (isServer) stop.abort();
  };
  const stream = { write, isTerminal: false, columns: 100 };
  await main(command.split(" "), {
    env: {},
    stdout: stream,
    stderr: stream,
    stdin: (async function* () {})(),
    cwd: root,
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    signal: stop.signal,
  });
  return texts.join("").trimEnd();
};

/** The README with the current output below every command that shows one. */
export const withOutputs = async (
  readme: string,
  run: (command: string) => Promise<string> = outputOf,
): Promise<string> => {
  const outputs = new Map<string, string>();
  for (const { groups } of readme.matchAll(shown))
    if (groups?.["command"] !== undefined) outputs.set(groups["command"], await run(groups["command"]));
  return readme.replace(
    shown,
    (_, command: string) =>
      `\`\`\`sh\nnpx tripact ${command}\n\`\`\`\n\n\`\`\`text\n${outputs.get(command) ?? ""}\n\`\`\``,
  );
};
