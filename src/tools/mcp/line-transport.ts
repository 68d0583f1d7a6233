import { Readable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { createLineSplitter } from "../../harness/recordings/split-recording.ts";
import { safeJson, type SafeText } from "../../harness/output/safe-text.ts";

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
