/** A server that answers every request with the same bytes: the most that a sandbox could reach. */
import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const [kind, port] = process.argv.slice(2);
const body = process.env["TRIPACT_BENCH_BODY"] ?? "";
const type = "application/json";

if (kind === "hono") {
  const app = new Hono();
  app.all("*", (context) => context.body(body, 200, { "content-type": type }));
  serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
} else {
  createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  }).listen(Number(port), "127.0.0.1");
}
