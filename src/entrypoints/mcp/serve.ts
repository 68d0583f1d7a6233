import { Readable } from "node:stream";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { messageOf } from "../../core/model/error-code.ts";
import type { Environment } from "../../core/model/environment.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { version } from "../../core/model/version.ts";
import { escapeLines, printable } from "../../core/output/escape.ts";
import { safeJson, type SafeText } from "../../core/output/safe-text.ts";
import { suggestionHint } from "../../core/output/suggest.ts";
import { createLineSplitter } from "../../traffic/recordings/split-recording.ts";
import { findOpened } from "../../inputs/open-config.ts";
import { createResources, isResource, type TextResource } from "./resources.ts";
import { createSandboxes, type Sandboxes } from "./sandboxes.ts";
import { assertFiles, type ToolCall } from "./tool.ts";
import { toolsOf } from "./tools.ts";

/** Size limit of a message, in bytes; a longer one is refused, and reading continues with the next. */
const mostBytes = 4 * 1024 * 1024;

const parseError = (message: string) => ({
  jsonrpc: "2.0" as const,
  id: null,
  error: { code: -32_700, message },
});

/**
 * The protocol over two streams, one message per line. Answers an invalid message with an error and continues; the
 * SDK's transport would end at a message that is too long.
 */
export const createLineTransport = (
  input: AsyncIterable<Uint8Array>,
  write: (text: SafeText) => void,
): Transport => {
  let isClosed = false;
  const transport: Transport = {
    start: async () => void read(),
    send: async (message) => {
      if (!isClosed) write(safeJson(message));
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      // Otherwise a pending read would keep the process alive.
      if (input instanceof Readable) input.destroy();
      transport.onclose?.();
    },
  };

  const take = (line: Uint8Array): void => {
    if (isClosed) return;
    let message: JSONRPCMessage;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(Buffer.from(line).toString()));
    } catch {
      return write(safeJson(parseError("not a message of JSON-RPC 2.0")));
    }
    transport.onmessage?.(message);
  };

  const read = async (): Promise<void> => {
    const splitter = createLineSplitter(
      { entry: take, problem: () => write(safeJson(parseError(`longer than ${mostBytes} bytes`))) },
      mostBytes,
    );
    try {
      for await (const chunk of input) for (let at = 0; at < chunk.length;) at = splitter.read(chunk, at);
    } catch {
      // The stream was closed by either side.
    }
    await transport.close?.();
  };
  return transport;
};

/** The environment of the server. */
export interface McpOptions extends Environment {
  readonly stateFolder: string;
  /** A signal that aborts after the given number of milliseconds. */
  readonly after: (milliseconds: number) => AbortSignal;
}

/** Characters of a text; the line that says what was cut follows, and both have at most 20,000. */
const mostText = 19_900;

/** Maximum number of concurrent calls. */
const mostCalls = 8;

/** A call that lasts longer ends with its results so far. */
const longestMinutes = 30;

/** Longest interval between progress messages, in milliseconds. */
const noticeMs = 5000;

const instructions =
  "tripact checks an HTTP API against its contract: any OpenAPI document, or the built-in contract of a nonprofit platform (CRM, donation, volunteer). " +
  "Begin with run_check: with openapi and url for an API of your own, with config for a configured target, without arguments for an embedded sandbox. " +
  "A result begins with the verdict; the whole report is the linked resource. " +
  "replay_finding asks for one finding again; explain_fact says what an id means.";

const cut = (text: string, resource: string | undefined): string =>
  text.length <= mostText
    ? text
    : `${text.slice(0, mostText)}\n… ${text.length - mostText} more characters${resource === undefined ? "" : ` in ${resource}`}`;

const asText = (text: string) => ({ type: "text" as const, text: escapeLines(text) });

/** Maximum characters of a bug's message, which may quote data. */
const longestBug = 200;

/** An error as the command line prints it, with the tool's option names. */
const errorResult = (error: unknown): CallToolResult => {
  if (error instanceof UsageError) {
    const all = [error, ...error.others];
    return {
      isError: true,
      content: [asText(cut(all.map(({ line }) => line).join("\n"), undefined))],
      structuredContent: {
        errors: all.map(({ option, location, message, hint }) => ({ option, location, message, hint })),
      },
    };
  }
  return { isError: true, content: [asText(`${messageOf(error).slice(0, longestBug)}: this is a bug`)] };
};

const readable = (resources: readonly TextResource[], sandboxes: Sandboxes): readonly TextResource[] => [
  ...sandboxes.list().map(({ uri, served }) => ({
    uri,
    name: `configuration of the sandbox at ${served.origin}`,
    mimeType: "application/json",
    text: `${JSON.stringify(served.config, undefined, 2)}\n`,
  })),
  ...resources,
];

/** What all calls of one connection share. */
interface Connection {
  readonly server: McpServer;
  readonly options: McpOptions;
  readonly tools: ReturnType<typeof toolsOf>;
  readonly resources: ReturnType<typeof createResources>;
  readonly sandboxes: Sandboxes;
  /** Aborts when the server stops or the client is gone. */
  readonly until: AbortSignal;
  /** Calls that have not ended. */
  readonly underWay: Set<Promise<unknown>>;
}

type Extra = Parameters<Parameters<McpServer["server"]["setRequestHandler"]>[1]>[1];

const configOf =
  ({ sandboxes }: Connection, environment: Environment): ToolCall["configOf"] =>
  async (named, reading) => {
    if (named !== undefined && isResource(named)) return sandboxes.find(named).served.config;
    if (named !== undefined) await assertFiles("config", [named], environment);
    const opened = await findOpened(named, environment, reading);
    // A file that the user did not name may serve another purpose.
    return opened?.isNamed === false && opened.config.interfaces.length === 0 ? undefined : opened;
  };

/** Sends messages about a call to a client that asked for them, numbered from 1. */
const createNotifier = (
  { sendNotification }: Pick<Extra, "sendNotification">,
  progressToken: string | number | undefined,
  signal: AbortSignal,
): ToolCall["progress"] => {
  let progress = 0;
  return async (message) => {
    if (progressToken === undefined || signal.aborted) return;
    progress += 1;
    await sendNotification({
      method: "notifications/progress",
      params: { progressToken, progress, message },
    });
  };
};

const findTool = ({ tools }: Connection, name: string): Connection["tools"][number] => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    throw new UsageError(`there is no tool ${printable(name)}`, {
      hint: suggestionHint(
        name,
        tools.map((one) => one.name),
      ),
    });
  return tool;
};

const linkTo = ({ resources, sandboxes }: Connection, resource: string | undefined) =>
  resource === undefined
    ? undefined
    : readable(resources.list(), sandboxes).find(({ uri }) => uri === resource);

/** Runs a tool and words its result; `late` aborts after the longest time of a call. */
const answerCall = async (
  connection: Connection,
  { name, input, late }: { readonly name: string; readonly input: unknown; readonly late: AbortSignal },
  call: ToolCall,
): Promise<CallToolResult> => {
  const tool = findTool(connection, name);
  if (connection.underWay.size >= mostCalls)
    throw new UsageError(`${mostCalls} calls are under way`, { hint: "wait for one, or cancel it" });
  await call.progress("started");
  const { text, data, resource } = await tool.run(input, call);
  const note = late.aborted ? `ended after ${longestMinutes} minutes\n` : "";
  const link = linkTo(connection, resource);
  if (link !== undefined) await connection.server.sendResourceListChanged();
  return {
    content: [
      asText(note + cut(text, resource)),
      ...(link === undefined
        ? []
        : [{ type: "resource_link" as const, uri: link.uri, name: link.name, mimeType: link.mimeType }]),
    ],
    structuredContent: { ...data, ...(resource === undefined ? {} : { resource }) },
  };
};

const serveResources = ({ server, resources, sandboxes }: Connection): void => {
  server.server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: readable(resources.list(), sandboxes).map(({ uri, name, mimeType, text }) => ({
      uri,
      name,
      mimeType,
      size: Buffer.byteLength(text),
    })),
  }));
  server.server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const { mimeType, text } = readable([], sandboxes).find((one) => one.uri === uri) ?? resources.read(uri);
    return { contents: [{ uri, mimeType, text }] };
  });
};

const serveTools = (connection: Connection): void => {
  const { server, options, tools, resources, until, underWay } = connection;
  const { cwd, env, clock, stateFolder } = options;
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ run: _, ...listed }) => listed),
  }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: input = {}, _meta: { progressToken } = {} } = params;
    const late = options.after(longestMinutes * 60_000);
    const environment = { cwd, env, clock, signal: AbortSignal.any([until, extra.signal, late]) };
    const progress = createNotifier(extra, progressToken, environment.signal);
    const call = {
      ...environment,
      stateFolder,
      resources,
      progress,
      configOf: configOf(connection, environment),
    };
    const ticks = setInterval(() => void progress("under way").catch(() => undefined), noticeMs);
    const working = answerCall(connection, { name, input, late }, call).catch(errorResult);
    underWay.add(working);
    try {
      return await working;
    } finally {
      clearInterval(ticks);
      underWay.delete(working);
    }
  });
};

/**
 * Serves the verbs of the library to a coding agent until the client disconnects or the signal aborts. Writes only
 * protocol messages.
 */
export const serveMcp = async (transport: Transport, options: McpOptions): Promise<void> => {
  const { signal: stop } = options;
  const ended = new AbortController();
  const server = new McpServer(
    { name: "tripact", title: "tripact", version: version() },
    { capabilities: { tools: {}, resources: { listChanged: true } }, instructions },
  );
  const sandboxes = createSandboxes();
  const connection: Connection = {
    server,
    options,
    tools: toolsOf(sandboxes),
    resources: createResources(),
    sandboxes,
    until: AbortSignal.any([stop, ended.signal]),
    underWay: new Set(),
  };
  serveTools(connection);
  serveResources(connection);
  const closed = new Promise<void>((resolve) => {
    Object.assign(server.server, { onclose: resolve });
  });
  stop.addEventListener("abort", () => void server.close(), { once: true });
  await server.connect(transport);
  if (stop.aborted) await server.close();
  await closed;
  ended.abort();
  // Changes on a target are undone before the process ends.
  await Promise.allSettled(connection.underWay);
  await sandboxes.close();
};
