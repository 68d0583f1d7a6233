import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import { retryAfterMs } from "../../../src/core/http/retry-after.ts";
import { isTransient } from "../../../src/core/model/exchange.ts";
import { noWaits, retrying, type RetryOptions } from "../../../src/core/transports/retry.ts";
import { recording, response, wireRequest } from "./kit.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

interface Result {
  readonly answer: FinalOutcome;
  readonly sent: number;
  readonly clock: VirtualClock;
}

/** Sends one request at a target that answers with each of the given in turn, and with the last one for ever. */
const retry = async (
  answers: readonly FinalOutcome[],
  options: Partial<RetryOptions> = {},
  parts: Partial<WireRequest> = {},
): Promise<Result> => {
  const clock = createVirtualClock();
  const target = recording((before) => answers[Math.min(before, answers.length - 1)] ?? response(200));
  const send = retrying(target.transport, { clock, maxWaitMs: 60_000, random: () => 0.5, ...options });
  const answer = await clock.settle(send(wireRequest(parts)));
  return { answer, sent: target.sent.length, clock };
};

const statusOf = (answer: FinalOutcome): number => (answer.kind === "response" ? answer.status : 0);

const transient = [429, 500, 502, 503, 504];
const final = [400, 401, 403, 404, 409, 422];

describe("CRM-47: what a client retries, and what it never does", () => {
  test.each(transient)("%i is retried until it passes", async (status) => {
    const { answer, sent } = await retry([response(status), response(status), response(200)]);
    expect([statusOf(answer), sent]).toEqual([200, 3]);
  });

  test.each(final)("%i is final, 401 too: no key gets better by being shown twice", async (status) => {
    const { answer, sent, clock } = await retry([response(status, { "retry-after": "1" }), response(200)]);
    expect([statusOf(answer), sent, clock.sleeps]).toEqual([status, 1, []]);
  });

  test("any other status is final", async () => {
    const others = fc.integer({ min: 100, max: 599 }).filter((status) => !transient.includes(status));
    await fc.assert(
      fc.asyncProperty(others, async (status) => {
        expect(isTransient(status)).toBe(false);
        const { sent } = await retry([response(status), response(200)]);
        expect(sent).toBe(1);
      }),
    );
  });

  test.each([429, 503])("%i waits as long as Retry-After says in seconds", async (status) => {
    const { clock } = await retry([response(status, { "retry-after": "7" }), response(200)]);
    expect(clock.sleeps).toEqual([7000]);
  });

  test.each([429, 503])("%i waits until the moment that Retry-After names", async (status) => {
    const header = "Sat, 01 Mar 2025 00:00:09 GMT";
    const { answer, clock } = await retry([response(status, { "retry-after": header }), response(200)]);
    expect([statusOf(answer), clock.sleeps]).toEqual([200, [9000]]);
  });

  test("without Retry-After the waits grow, with jitter within bounds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...transient),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        async (status, jitter) => {
          const answers = [response(status), response(status), response(200)];
          const { clock } = await retry(answers, { random: () => jitter });
          const [first = 0, second = 0] = clock.sleeps;
          expect(clock.sleeps).toHaveLength(2);
          expect(first).toBeGreaterThanOrEqual(50);
          expect(first).toBeLessThanOrEqual(100);
          expect(second).toBe(first * 2);
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0);

  test.each([
    ["0", 0],
    [" 120 ", 120_000],
    ["99999999999", 99_999_999_999_000],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun Nov  6 08:49:37 1994", 37_000],
    ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
  ])("%s is a wait of %i ms", (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  test.each([
    [undefined],
    [""],
    ["soon"],
    ["-1"],
    ["1.5"],
    ["1, 2"],
    ["wait 2099"],
    ["2099-01-01T00:00:00Z"],
  ])("%s asks for nothing", (header) => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });

  test("whatever it holds, it is a wait that is not negative or none", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const ms = retryAfterMs(header, now);
          expect(ms === undefined || ms >= 0).toBe(true);
        },
      ),
    );
  });
});

describe("bounds", () => {
  test.each([500, 502, 504])("%i is given up after three tries and left to the checks", async (status) => {
    const { answer, sent } = await retry([response(status)]);
    expect([statusOf(answer), sent]).toEqual([status, 3]);
  });

  test.each([429, 503])("%i that outlasts the allowed wait ends the run", async (status) => {
    const { answer, sent, clock } = await retry([response(status, { "retry-after": "20" })]);
    expect(answer).toMatchObject({ kind: "failure", reason: "not-sent", stop: "budget" });
    expect(answer.kind === "failure" && answer.message).toContain("safety.maxWaitMs");
    expect([sent, clock.sleeps]).toEqual([4, [20_000, 20_000, 20_000]]);
  });

  test("503 that says nothing of its end is the answer of an operation, if it is wanted, and then at once", async () => {
    const clock = createVirtualClock();
    const target = recording((_, { operation }) => response(operation === "off" ? 503 : 200));
    const send = retrying(target.transport, { clock, maxWaitMs: 60_000, random: () => 0.5 });
    const ask = async (operation: string, parts: Partial<WireRequest> = { asItFails: true }) =>
      statusOf(await clock.settle(send(wireRequest({ operation, ...parts }))));
    expect([await ask("off"), target.sent.length]).toEqual([503, 5]);
    expect([await ask("off"), await ask("on"), target.sent.length]).toEqual([503, 200, 7]);
    expect(clock.sleeps.reduce((sum, one) => sum + one, 0)).toBeLessThan(2000);
    expect(
      (await retry([response(503, { "retry-after": "30" })], {}, { asItFails: true })).answer,
    ).toMatchObject({
      stop: "budget",
    });
  });

  test("a wait of years is not begun where minutes are allowed", async () => {
    for (const header of ["99999999999", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"]) {
      const { answer, sent, clock } = await retry([response(503, { "retry-after": header })], {
        maxWaitMs: 600_000,
      });
      expect(answer).toMatchObject({ stop: "budget" });
      expect([sent, clock.sleeps]).toEqual([1, []]);
    }
  });

  test("transports that share their waits wait no longer together than one alone", async () => {
    const clock = createVirtualClock();
    const target = recording(() => response(429, { "retry-after": "20" }));
    const options = { clock, maxWaitMs: 30_000, random: () => 0, waits: noWaits() };
    for (const expected of [1, 0]) {
      const before = clock.sleeps.length;
      await clock.settle(retrying(target.transport, options)(wireRequest()));
      expect(clock.sleeps.length - before).toBe(expected);
    }
  });

  test("a wait that would be too long is not begun", async () => {
    const { sent, clock } = await retry([response(503, { "retry-after": "3600" })]);
    expect([sent, clock.sleeps]).toEqual([1, []]);
  });

  test.each(["0", "Sat, 01 Jan 2000 00:00:00 GMT"])(
    "a server that says %s for ever is not asked for ever",
    async (header) => {
      const { answer, sent } = await retry([response(503, { "retry-after": header })]);
      expect(answer).toMatchObject({ stop: "budget" });
      expect(sent).toBeLessThan(15);
    },
  );

  test("a server error that would outgrow the wait is answered as it is", async () => {
    const { answer, sent } = await retry([response(500, { "retry-after": "3600" })]);
    expect([statusOf(answer), sent]).toEqual([500, 1]);
  });

  test("the waits of a run never add up to more than the allowed", async () => {
    const headers = fc.option(fc.integer({ min: 0, max: 40 }).map(String), { nil: undefined });
    const answers = fc.array(fc.tuple(fc.constantFrom(...transient), headers), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 0, max: 90_000 }), async (all, maxWaitMs) => {
        const { clock } = await retry(
          all.map(([status, header]) =>
            response(status, header === undefined ? {} : { "retry-after": header }),
          ),
          { maxWaitMs },
        );
        expect(clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(maxWaitMs);
      }),
    );
  });

  test("requests that wait at the same time wait once", async () => {
    const clock = createVirtualClock();
    const target = recording((before) =>
      before < 4 ? response(429, { "retry-after": "50" }) : response(200),
    );
    const send = retrying(target.transport, { clock, maxWaitMs: 60_000, random: () => 0 });
    const started = clock.now();
    const answers = await clock.settle(Promise.all(Array.from({ length: 4 }, () => send(wireRequest()))));
    expect(answers.map(statusOf)).toEqual([200, 200, 200, 200]);
    expect(clock.now() - started).toBe(50_000);
  });
});

describe("what comes along", () => {
  test("the first answer as it comes, where that is wanted", async () => {
    const { answer, sent } = await retry([response(429), response(200)], {}, { asItComes: true });
    expect([statusOf(answer), sent, answer.earlier]).toEqual([429, 1, undefined]);
  });

  test("the answers that were waited out, oldest first", async () => {
    const { answer } = await retry([response(503), response(429), response(200)]);
    expect(answer.earlier?.map(({ status }) => status)).toEqual([503, 429]);
  });

  test("every answer, when the wait was too long", async () => {
    const { answer } = await retry([response(429, { "retry-after": "50" })]);
    expect(answer.earlier?.map(({ status }) => status)).toEqual([429, 429]);
  });

  const broken = { kind: "failure", reason: "reset", message: "the connection broke" } as const;

  test("a read whose connection broke is asked once more, soon", async () => {
    const { answer, sent, clock } = await retry([broken, response(200)]);
    expect([statusOf(answer), sent, clock.sleeps]).toEqual([200, 2, [75]]);
  });

  test("a connection that breaks again is a failure, an answer in between or not", async () => {
    expect(await retry([broken, broken, response(200)])).toMatchObject({ answer: broken, sent: 2 });
    const { answer, sent } = await retry([broken, response(502), broken, response(200)]);
    expect([answer, sent]).toMatchObject([{ ...broken, earlier: [{ status: 502 }] }, 3]);
  });

  test.each(["write", "token"] as const)(
    "a %s whose connection broke may have been done, and is not sent again",
    async (effect) => {
      expect(await retry([broken, response(200)], {}, { effect })).toMatchObject({ answer: broken, sent: 1 });
    },
  );

  test("a read whose answer had begun, which was given up, or for which no wait is left is not asked again", async () => {
    const partial = { ...broken, isPartial: true } as const;
    expect(await retry([partial, response(200)])).toMatchObject({ answer: partial, sent: 1 });
    expect(await retry([broken, response(200)], { maxWaitMs: 74 })).toMatchObject({
      answer: broken,
      sent: 1,
    });
    const target = recording(() => broken);
    const send = retrying(target.transport, {
      clock: createVirtualClock(),
      maxWaitMs: 1000,
      random: () => 0,
    });
    expect(await send(wireRequest(), AbortSignal.abort())).toEqual(broken);
    expect(target.sent).toHaveLength(1);
  });

  test("an answer that is wanted as it comes is not asked for again", async () => {
    expect(await retry([broken, response(200)], {}, { asItComes: true })).toMatchObject({ sent: 1 });
  });

  test.each(["timeout", "unreachable", "malformed-response"] as const)(
    "%s is passed on and not tried again",
    async (reason) => {
      const failure = { kind: "failure", reason, message: "no answer" } as const;
      expect(await retry([failure, response(200)])).toMatchObject({ answer: failure, sent: 1 });
    },
  );

  test("a wait ends when the run is aborted", async () => {
    const clock = createVirtualClock();
    const target = recording(() => response(429, { "retry-after": "50" }));
    const send = retrying(target.transport, { clock, maxWaitMs: 60_000, random: () => 0 });
    const controller = new AbortController();
    const answer = send(wireRequest(), controller.signal);
    await Promise.resolve();
    controller.abort(new Error("stopped"));
    await expect(answer).rejects.toThrow("stopped");
    expect(target.sent).toHaveLength(1);
  });
});
