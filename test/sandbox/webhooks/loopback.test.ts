import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { listening } from "../../listening.ts";
import { deliverToLoopback } from "../../../src/sandbox/webhooks/deliver.ts";

describe("deliverToLoopback", () => {
  it("sends to this machine and tells the status", async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      bodies.push((await request.toArray()).join(""));
      response.writeHead(418).end();
    });
    const url = `${await listening(server)}/`;
    const outcome = await deliverToLoopback({ url, headers: {}, body: "hello" });
    expect(outcome).toEqual({ kind: "answered", status: 418 });
    expect(bodies).toEqual(["hello"]);
    server.close();
    server.closeAllConnections();
    await once(server, "close");
    expect(await deliverToLoopback({ url, headers: {}, body: "" })).toEqual({
      kind: "failed",
      reason: "unreachable",
    });
  });

  it.each(["https://example.org/hook", "http://10.0.0.1/", "http://localhost.example/", "no address"])(
    "only logs %s",
    async (url) => {
      expect(await deliverToLoopback({ url, headers: {}, body: "" })).toEqual({ kind: "logged" });
    },
  );
});
