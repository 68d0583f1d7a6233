import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { codeOf } from "../model/error-code.ts";
import { UsageError } from "../model/usage-error.ts";
import { printable } from "../output/escape.ts";

/** @throws UsageError for an empty host: Node would listen on every address of this machine. */
export const assertHost = (host: string): void => {
  if (host.trim() === "")
    throw new UsageError("must not be empty", { option: "host", hint: "omit it to serve on 127.0.0.1" });
};

/**
 * Resolves to the origin; port 0 is any free one.
 * @throws UsageError if the port is taken or the host is not of this machine
 */
export const listen = async (server: Server, port: number, host: string): Promise<string> => {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw whyNot(error, port, host);
  }
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo;
  return `http://${shownHost(host)}:${address.port}`;
};

/** A server on all network interfaces is reached through this machine's own address. */
const shownHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};

const whyNot = (error: unknown, port: number, host: string): unknown => {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new UsageError(`port ${port} is taken`, {
        hint: "choose another one, or 0 for a free one",
      });
    case "EACCES":
      return new UsageError(`you may not use port ${port}`, { hint: "choose one above 1023" });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new UsageError(`${printable(host)} is not an address of this machine`, {
        hint: "omit `host` to serve on 127.0.0.1",
      });
    case "":
      return error;
    default:
      return new UsageError(`cannot listen on ${printable(host)} (${codeOf(error)})`, {
        hint: "omit `host` to serve on 127.0.0.1",
      });
  }
};
