import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { listening } from "./listening.ts";
import { ownCertificate } from "./own-certificate.ts";

interface AskedTunnel {
  /** `host:port` */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server with TLS on this machine, behind a name that only a proxy knows: `https://crm.target.example:PORT`. */
export const secureTarget = async (body: (path: string) => unknown = () => ({ total: 0, items: [] })) => {
  const seen: string[] = [];
  const server = createSecureServer(ownCertificate, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(body(request.url ?? "")));
  });
  await listening(server);
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return { origin: `https://crm.target.example:${port}`, port, seen };
};

/**
 * A proxy that connects to ports of this machine, whatever the host is called. It may answer otherwise: `answer` gets
 * the socket of a tunnel, and returns whether that is all.
 */
export const connectProxy = async ({
  answer = () => false,
  isSecure = false,
}: {
  readonly answer?: (socket: Socket, asked: AskedTunnel) => boolean;
  readonly isSecure?: boolean;
} = {}) => {
  const tunnels: AskedTunnel[] = [];
  const plain: string[] = [];
  const listener: RequestListener = ({ url }) => void plain.push(url ?? "");
  const server = isSecure ? createSecureServer(ownCertificate, listener) : createServer(listener);
  server.on("connect", (request, socket: Socket) => {
    socket.on("error", () => undefined);
    const asked = { target: request.url ?? "", headers: request.headers };
    tunnels.push(asked);
    if (answer(socket, asked)) return;
    const target = connect(Number(asked.target.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    target.on("error", () => socket.destroy());
    socket.on("close", () => target.destroy());
  });
  const origin = await listening(server);
  return { origin: isSecure ? origin.replace("http:", "https:") : origin, tunnels, plain };
};
