/** Forwards every request to a target, by a minimal proxy on node:http or by a library. */
import { Agent, createServer, request } from "node:http";
import { createRequire } from "node:module";

const [kind, port, target = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

interface Library {
  createProxyServer(options: object): {
    web(incoming: unknown, outgoing: unknown): void;
    on(event: string, act: () => void): void;
  };
}

if (kind === "http-proxy") {
  // Installed only for the bench.
  const library = createRequire(`${process.env["TRIPACT_BENCH_MODULES"]}/`)("http-proxy") as Library;
  const proxy = library.createProxyServer({ target, agent });
  proxy.on("error", () => undefined);
  createServer((incoming, outgoing) => proxy.web(incoming, outgoing)).listen(Number(port), "127.0.0.1");
} else {
  const { hostname, port: targetPort, host } = new URL(target);
  createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const upstream = request(
      { hostname, port: targetPort, agent, method, path: url, headers: { ...headers, host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  }).listen(Number(port), "127.0.0.1");
}
