import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { onTestFinished } from "vitest";
import { systemClock } from "../../../src/core/model/system-clock.ts";
import { type McpOptions, serveMcp } from "../../../src/entrypoints/mcp/serve.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

export interface Connected {
  readonly client: Client;
  /** Resolves when the server has ended. */
  readonly served: Promise<void>;
  /** Calls a tool, and gives what its result says. */
  call(name: string, input?: Record<string, unknown>): Promise<Called>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
}

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
  /** URI of the linked resource. */
  readonly link: string | undefined;
}

const never = (): AbortSignal => new AbortController().signal;

/** A client of the SDK with a server in this process. */
export const connect = async (options: Partial<McpOptions> = {}): Promise<Connected> => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  const served = serveMcp(far, {
    cwd: temporaryFolder({}),
    env: {},
    clock: systemClock,
    signal: never(),
    after: never,
    stateFolder: temporaryFolder({}),
    ...options,
  });
  await client.connect(near);
  // From now on, the client compares what a tool gives with its output schema.
  await client.listTools();
  onTestFinished(async () => {
    await client.close();
    await served;
  });
  return {
    client,
    served,
    call: (name, input) => called(client, name, input),
    read: (uri) => read(client, uri),
  };
};

export const called = async (
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Called> => {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
  const blocks = content as readonly {
    readonly type: string;
    readonly text?: string;
    readonly uri?: string;
  }[]; // the SDK's type is a union with older protocols
  return {
    isError: isError === true,
    text: blocks.map(({ text = "" }) => text).join(""),
    data: { ...(structuredContent as object | undefined) },
    link: blocks.find(({ type }) => type === "resource_link")?.uri,
  };
};

const read = async (client: Client, uri: string): Promise<string> => {
  const { contents } = await client.readResource({ uri });
  return contents.map((one) => ("text" in one ? one.text : "")).join("");
};
