import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { openService, type ServiceLimits } from "../../../src/core/http/service.ts";
import type { FailureOutcome, Outcome } from "../../../src/core/model/exchange.ts";
import { http } from "../../hostile/hostile-case.ts";
import { type Answer, type Asked, endlessly, pour, serveBytes } from "../../hostile/server.ts";

const ok = http(200, "{}");

const open = (origin: string, limits: Partial<ServiceLimits> = {}, signal = new AbortController().signal) =>
  openService({
    name: "the tracker",
    address: new URL(origin),
    headers: { authorization: "Bearer secret" },
    signal,
    ...limits,
  });

const failureOf = (outcome: Outcome): Pick<FailureOutcome, "reason" | "message"> | number => {
  if (outcome.kind === "response") return outcome.status;
  return { reason: outcome.reason, message: outcome.message };
};

const repeat =
  (bytes: string | Uint8Array) =>
  (_: Asked, socket: Socket): void =>
    void socket.write(bytes);

describe("a service is asked within limits:", () => {
  test.each<[string, Answer, Partial<ServiceLimits>, Pick<FailureOutcome, "reason" | "message"> | number]>([
    [
      "a body without end",
      async (_, socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        await pour(socket, endlessly("x".repeat(1000)));
      },
      { maxBodyBytes: 5000 },
      {
        reason: "body-too-large",
        message: "the tracker gave no answer: the body is larger than 5000 bytes",
      },
    ],
    [
      "drips",
      async (_, socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        await pour(socket, endlessly(" "), 5);
      },
      { timeoutMs: 1000 },
      { reason: "timeout", message: "the tracker gave no answer: it took longer than 1000 ms" },
    ],
    [
      "no answer",
      () => undefined,
      { timeoutMs: 1000 },
      { reason: "timeout", message: "the tracker gave no answer: it took longer than 1000 ms" },
    ],
    [
      "JSON that nests without end",
      repeat(http(200, "[".repeat(5000))),
      {},
      {
        reason: "malformed-response",
        message: "the tracker gave no answer: the body nests deeper than 100 levels",
      },
    ],
    [
      "more values than anybody needs",
      repeat(http(200, `[${"0,".repeat(100_000)}0]`)),
      {},
      {
        reason: "body-too-large",
        message: "the tracker gave no answer: the body holds more than 100000 values",
      },
    ],
    ["a redirect, which is not followed", repeat(http(302, "", { location: "/elsewhere" })), {}, 302],
    ["an answer", repeat(ok), {}, 200],
  ])("%s", async (_, answer, limits, outcome) => {
    const { origin, asked } = await serveBytes(answer);
    expect(failureOf(await open(origin, limits).send("GET", "/x"))).toEqual(outcome);
    expect(asked.map(({ path }) => path)).toEqual(["/x"]);
  });

  test.each<[string, Partial<ServiceLimits>, string, number]>([
    ["requests", { maxRequests: 3 }, "the tracker has used up its limit of 3 requests", 3],
    ["time", { maxTotalMs: 20, monotonic: ticking(10) }, "the tracker has used up its limit of 20 ms", 2],
    [
      "memory",
      { maxKeptBytes: 200 },
      "the tracker gave no answer: the answers of this run take more than 0 MiB",
      5,
    ],
  ])("of all answers together the %s", async (_, limits, message, most) => {
    const { origin, asked } = await serveBytes(repeat(ok));
    const service = open(origin, limits);
    const outcomes: Outcome[] = [];
    for (let count = 0; count < 6; count += 1) outcomes.push(await service.send("GET", "/"));
    expect(outcomes.at(-1)).toMatchObject({ kind: "failure", stop: "budget", message });
    expect(asked.length).toBeLessThanOrEqual(most + 1);
  });

  test.each([
    ["https://elsewhere.example/x", "the tracker points to another address"],
    ["//elsewhere.example/x", "the tracker points to another address"],
    ["http://127.0.0.1:1/x", "the tracker points to another address"],
    ["file:///etc/passwd", "the tracker points to another address"],
    ["http://", "the tracker points to an invalid address"],
    ["http://[", "the tracker points to an invalid address"],
  ])("nothing is sent to %s", async (url, message) => {
    const { origin, asked } = await serveBytes(repeat(ok));
    expect(failureOf(await open(origin).send("GET", url))).toEqual({ reason: "not-sent", message });
    expect(asked).toEqual([]);
  });

  test("a stopped run sends nothing more", async () => {
    const { origin, asked } = await serveBytes(repeat(ok));
    const service = open(origin, {}, AbortSignal.abort());
    await expect(service.send("GET", "/")).rejects.toThrow("aborted");
    expect(asked).toEqual([]);
  });
});

/** A clock that goes on by so many milliseconds each time somebody looks. */
function ticking(ms: number): () => number {
  let now = 0;
  return () => (now += ms);
}
