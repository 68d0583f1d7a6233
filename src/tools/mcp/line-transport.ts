import { Readable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { safeJson, type SafeText } from "../../harness/output/safe-text.ts";

/** Bytes of a message; a longer one is refused, and the next one is read. */
const mostBytes = 4 * 1024 * 1024;

const parseError = (message: string) => ({
  jsonrpc: "2.0" as const,
  id: null,
  error: { code: -32_700, message },
});

/** Lines of a stream; undefined for one that is too long. */
const linesOf = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const isLong = size + end > mostBytes;
      yield isLong ? undefined : Buffer.concat([...parts, rest.subarray(0, end)]).toString();
      parts = [];
      size = 0;
      rest = rest.subarray(end + 1);
    }
    size += rest.length;
    if (size > mostBytes) parts = [];
    else parts.push(rest);
  }
};

/**
 * The protocol over two streams, one message a line. What is no message is answered by an error, and what follows it is
 * read; that of the SDK ends with a message that is too long.
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
      // Else what is read next would keep the process from ending.
      if (input instanceof Readable) input.destroy();
      transport.onclose?.();
    },
  };

  const take = (line: string | undefined): void => {
    let message: JSONRPCMessage;
    try {
      if (line === undefined) return write(safeJson(parseError(`longer than ${mostBytes} bytes`)));
      if (line.trim() === "") return;
      message = JSONRPCMessageSchema.parse(JSON.parse(line));
    } catch {
      return write(safeJson(parseError("not a message of JSON-RPC 2.0")));
    }
    transport.onmessage?.(message);
  };

  const read = async (): Promise<void> => {
    try {
      for await (const line of linesOf(input)) {
        if (isClosed) return;
        take(line);
      }
    } catch {
      // The stream was closed, by this side or the other.
    }
    await transport.close?.();
  };
  return transport;
};
