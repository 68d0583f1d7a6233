import { spawnSync } from "node:child_process";
import { PassThrough } from "node:stream";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { called } from "./kit.ts";

const root = join(import.meta.dirname, "../../..");

test("tripact mcp speaks with a client of the SDK over standard input and output, and ends with it", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, "bin/tripact.js"), "mcp"],
    cwd: temporaryFolder({}),
    stderr: "pipe",
  });
  const errors: string[] = [];
  transport.stderr?.on("data", (chunk) => errors.push(String(chunk)));
  const client = new Client({ name: "test", version: "1" });
  // Whatever on standard output is no message of the protocol ends up here.
  Object.assign(client, { onerror: (error: Error) => errors.push(String(error)) });
  await client.connect(transport);
  expect(client.getServerVersion()?.name).toBe("tripact");
  expect((await called(client, "run_check", { config: "none.yaml" })).isError).toBe(true);
  expect((await called(client, "explain_fact", { id: "CRM-01" })).isError).toBe(false);
  await client.close();
  expect(errors).toEqual([]);
});

const messageOf = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

test("what is no message is answered by an error, and what follows it is read", async () => {
  const stdin = new PassThrough();
  const answers: { id: unknown; error?: { code: number }; result?: unknown }[] = [];
  const hostile = [
    "no JSON\n",
    '{"jsonrpc":"1.0","id":1}\n',
    "\n",
    `${"x".repeat(5 * 1024 * 1024)}\n`,
    "\u0000\ufffe[1]\n",
  ];
  const running = runCli("mcp", {
    stdin,
    onOut: (text) => {
      answers.push(JSON.parse(text));
      if (answers.length === hostile.length) stdin.end();
    },
  });
  for (const line of hostile) stdin.write(line);
  // In two pieces, as a pipe may hand it over.
  const initialize = messageOf(7, "ping");
  stdin.write(initialize.slice(0, 9));
  stdin.write(initialize.slice(9));
  expect(await running).toMatchObject({ code: 0, err: "" });
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32_700],
    [null, -32_700],
    [null, -32_700],
    [null, -32_700],
    [7, undefined],
  ]);
});

test("it ends when it is interrupted", async () => {
  const stop = new AbortController();
  const stdin = new PassThrough();
  const running = runCli("mcp", { stdin, signal: stop.signal, onOut: () => stop.abort() });
  stdin.write(messageOf(1, "ping"));
  expect(await running).toMatchObject({ code: 0, err: "" });
  expect(stdin.destroyed).toBe(true);
});

test("without its packages it says which, and how to install them", () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => {
      if (name.startsWith("@modelcontextprotocol/")) throw Object.assign(new Error(name), { code: "ERR_MODULE_NOT_FOUND" });
      return next(name, context);
    } });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(hook)}`,
      join(root, "bin/tripact.js"),
      "mcp",
      "--json",
    ],
    { encoding: "utf8" },
  );
  const message = "the server for coding agents needs the package @modelcontextprotocol/sdk";
  const hint = "npm install --save-dev @modelcontextprotocol/sdk";
  expect({ status, stderr }).toEqual({ status: 2, stderr: `tripact: ${message} (${hint})\n` });
  expect(JSON.parse(stdout)).toEqual({ exitCode: 2, errors: [{ message, hint }] });
});
