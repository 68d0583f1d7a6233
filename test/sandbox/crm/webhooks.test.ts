import { describe, expect, it } from "vitest";
import { crmEventKinds } from "../../../src/builtin/crm-event-kinds.ts";
import { crmBench } from "./crm-bench.ts";
import { refused, testRows, type Row } from "../rows.ts";

const subscription = { payloadUrl: "https://receiver.example/hook", giftCreate: true, eventDelete: true };
const flags = (...set: readonly string[]) =>
  Object.fromEntries(crmEventKinds.map((kind) => [kind, set.includes(kind)]));
const secret: unknown = expect.stringMatching(/^.{32}$/);
const create: Row = [
  "POST /crm/api/Webhook",
  subscription,
  200,
  { id: "$id", secret: "$secret", "": "$all" },
];

describe("webhooks", () => {
  testRows({
    "are read with their secret and all 15 flags": [
      ["GET /crm/api/Webhook/{webhookId}", 200, { secret, ...flags(...crmEventKinds), "": "$all" }],
    ],
    "are created, as the stated read answers": [
      create,
      [
        "GET /crm/api/Webhook/$id",
        200,
        { "": "$all", active: true, secret, ...flags("giftCreate", "eventDelete") },
      ],
    ],
    "sign with the secret that their caller chose": [
      [
        "POST /crm/api/Webhook",
        { ...subscription, secret: "of my own" },
        200,
        { id: "$id", secret: "of my own" },
      ],
      ["PUT /crm/api/Webhook/$id", subscription, 200, { secret: "of my own" }],
      ["PUT /crm/api/Webhook/$id", { ...subscription, secret: "another" }, 200, { secret: "another" }],
      ["POST /crm/api/Webhook", { ...subscription, secret: "" }, 422],
    ],
    "are replaced but for the secret": [
      create,
      [
        "PUT /crm/api/Webhook/$id",
        { payloadUrl: "http://localhost:1/x", giftDelete: true },
        200,
        { secret: "$secret", active: true, payloadUrl: "http://localhost:1/x", ...flags("giftDelete") },
      ],
    ],
    "are switched off and on, and deleted": [
      create,
      ["PUT /crm/api/Webhook/$id/Active?active=false", 200, { active: false }],
      ["PUT /crm/api/Webhook/$id/Active?active=true", 200, { active: true }],
      ["PUT /crm/api/Webhook/$id/Active", 400],
      ["DELETE /crm/api/Webhook/$id", 204],
      ["GET /crm/api/Webhook/$id", 404, "NOT_FOUND"],
    ],
  });
  testRows({
    "are refused, and the field at fault is named": refused("POST /crm/api/Webhook", subscription, {
      "payloadUrl REQUIRED": [undefined],
      "payloadUrl INVALID_FORMAT": ["ftp://receiver.example", "somewhere"],
      "giftCreate INVALID_TYPE": ["yes"],
    }),
  });
  it("have a secret each of their own", async () => {
    const made = crmBench();
    const [one, other] = [1, 2].map(async () =>
      (await made.crm("/api/Webhook", { body: subscription })).at("/secret"),
    );
    expect(await one).not.toBe(await other);
  });

  testRows(
    {
      "are not written with U-06=none, and still read": [
        ["POST /crm/api/Webhook", subscription, 404],
        ["DELETE /crm/api/Webhook/{webhookId}", 405],
        ["GET /crm/api/Webhook/{webhookId}", 200],
      ],
    },
    { "U-06": "none" },
  );
});
