/** A minimal proxy on node:http, which forwards every request to a target. */
import { Agent, createServer, request } from "node:http";

const [port, target = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

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
