import { fileURLToPath } from "node:url";
import { main } from "../src/entrypoints/cli/main.ts";
import { cliIo, outputTo } from "../test/entrypoints/cli/cli-io.ts";

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
  const output = outputTo((text) => {
    texts.push(text);
    if (isServer) stop.abort();
  });
  await main(command.split(" "), cliIo(root, { stdout: output, stderr: output, signal: stop.signal }));
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
