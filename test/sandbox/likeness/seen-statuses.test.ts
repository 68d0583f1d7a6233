import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ShapeFile, ShapeFileAnswer } from "../../../src/core/shapes/shape-file.ts";
import { createLikeness } from "../../../src/sandbox/likeness/likeness.ts";
import {
  createStatusDraw,
  describeStatus,
  seenStatuses,
} from "../../../src/sandbox/likeness/seen-statuses.ts";
import { bench } from "../support.ts";

const answer = (
  operation: string,
  status: number,
  answers: number,
  more: Partial<ShapeFileAnswer> = {},
): ShapeFileAnswer => ({
  interface: operation.startsWith("list") ? "donation" : "crm",
  operation,
  status,
  answers,
  locations: {},
  ...more,
});

const shapeOf = (...answers: readonly ShapeFileAnswer[]): ShapeFile => ({
  form: 1,
  tripact: "0.0.0",
  settings: {},
  answers,
});

const described = (...answers: readonly ShapeFileAnswer[]): readonly string[] =>
  seenStatuses(answers).map(describeStatus);

describe("statuses that a target was seen with", () => {
  it.each<readonly [said: string | undefined, answers: readonly ShapeFileAnswer[]]>([
    // What is documented, and limits of rates, are the sandbox's own; records that nobody has say nothing.
    [undefined, [answer("getContact", 200, 9), answer("getContact", 404, 1)]],
    [undefined, [answer("getContact", 200, 9), answer("getContact", 429, 1)]],
    [undefined, [answer("getContact", 404, 9)]],
    [undefined, [answer("listDonors", 401, 9), answer("listDonors", 403, 9)]],
    // Outages of writes are not repeated: what was written is written.
    [undefined, [answer("createUser", 200, 9), answer("createUser", 503, 9)]],
    ["getWebhook answers 204 where it should succeed, in 100 % of the cases", [answer("getWebhook", 204, 4)]],
    // Another refusal for the same reason, whenever it is due, or now and then.
    [
      "listDonors answers 422 in place of 400, in 100 % of the cases",
      [answer("listDonors", 200, 9), answer("listDonors", 422, 3)],
    ],
    [
      "getContact answers 410 in place of 404, in 25 % of the cases",
      [answer("getContact", 200, 9), answer("getContact", 404, 3), answer("getContact", 410, 1)],
    ],
    [
      "listDonors answers 503 where it should succeed, in 4 % of the cases",
      [answer("listDonors", 200, 48), answer("listDonors", 503, 2)],
    ],
    [
      "getContact answers 500 in place of 404, in 100 % of the cases",
      [answer("getContact", 200, 9), answer("getContact", 500, 1)],
    ],
    ["listDonors answers 404 where it should succeed, in 100 % of the cases", [answer("listDonors", 404, 3)]],
  ])("%#: %s", (said, answers) => {
    expect(described(...answers)).toEqual(said === undefined ? [] : [said]);
  });

  it("are drawn as often as they were seen, the same for one seed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 5 }), (outages, seed) => {
        const rules = seenStatuses([
          answer("listDonors", 200, 100 - outages),
          answer("listDonors", 503, outages),
        ]);
        const drawAll = () => {
          const draw = createStatusDraw(rules, seed);
          return Array.from({ length: 400 }, () => draw("listDonors", 200));
        };
        const drawn = drawAll();
        expect(drawAll()).toEqual(drawn);
        const count = drawn.filter((status) => status === 503).length;
        const [mean, deviation] = [4 * outages, Math.sqrt(4 * outages * (1 - outages / 100))];
        expect(Math.abs(count - mean)).toBeLessThan(6 * deviation + 1);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a sandbox like a target with statuses of its own", () => {
  const donors = "/donation/api/Donor/list?Take=1";

  it("answers them with bodies of their form, and none of them with --like-only documented", async () => {
    const shape = shapeOf(
      answer("listDonors", 503, 5, { forms: { text: 5 }, headers: { "retry-after": 5 } }),
      answer("getWebhook", 204, 5, { forms: { empty: 5 } }),
    );
    const { ask, credential, setting } = bench({ like: createLikeness({ shape }) });
    const webhook = `/crm/api/Webhook/${String(setting("crm", "records", "webhookId"))}`;
    const list = await ask(donors, { token: credential("donation", "token") });
    expect([list.status, list.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(list.text).toMatch(/^[a-z ]+$/);
    const read = await ask(webhook, { token: credential("crm", "apiKey") });
    expect([read.status, read.text, read.headers.get("content-type")]).toEqual([204, "", null]);

    const documented = bench({ like: createLikeness({ shape, only: "documented" }) });
    expect((await documented.ask(donors, { token: credential("donation", "token") })).status).toBe(200);
  });

  it("gives another refusal the body of its own", async () => {
    const shape = shapeOf(answer("getContact", 200, 9), answer("getContact", 410, 3));
    const { ask, credential } = bench({ like: createLikeness({ shape }) });
    const gone = await ask("/crm/api/Contact/987654321", { token: credential("crm", "apiKey") });
    expect(gone.status).toBe(410);
    expect(gone.at("/error/code")).toBe("NOT_FOUND");
  });
});
