import { describe, expect, it } from "vitest";
import { crmEventKinds } from "../../../src/sandbox/store/webhooks.ts";
import { crmBench, errorOf } from "./crm-bench.ts";

const subscription = { payloadUrl: "https://receiver.example/hook", giftCreate: true, eventDelete: true };

describe("reading a webhook", () => {
  it("answers the secret and all 15 flags", async () => {
    const made = crmBench();
    const { at } = await made.call("getWebhook", { path: [made.record("webhookId")] });
    const keys = Object.keys(Object(at("")));
    expect(keys.toSorted()).toEqual(["id", "payloadUrl", "secret", "active", ...crmEventKinds].toSorted());
    expect(String(at("/secret"))).toHaveLength(32);
    expect(crmEventKinds.map((kind) => at(`/${kind}`))).toEqual(crmEventKinds.map(() => true));
  });

  it("answers 404 to unknown ids", async () => {
    const made = crmBench();
    expect(errorOf(await made.call("getWebhook", { path: [987_654_321] }))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("changing webhooks", () => {
  it("creates one that the stated read answers", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Webhook", { body: subscription });
    const read = await made.call("getWebhook", { path: [Number(created.at("/id"))] });
    expect(read.json).toEqual(created.json);
    expect(crmEventKinds.filter((kind) => read.at(`/${kind}`) === true)).toEqual([
      "giftCreate",
      "eventDelete",
    ]);
    expect([read.at("/active"), String(read.at("/secret")).length]).toEqual([true, 32]);
  });

  it("gives every webhook a secret of its own", async () => {
    const made = crmBench();
    const one = await made.crm("/api/Webhook", { body: subscription });
    const other = await made.crm("/api/Webhook", { body: subscription });
    expect(one.at("/secret")).not.toBe(other.at("/secret"));
  });

  it("replaces all but the secret", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Webhook", { body: subscription });
    const path = `/api/Webhook/${String(created.at("/id"))}`;
    const answer = await made.crm(path, {
      method: "PUT",
      body: { payloadUrl: "http://localhost:1/x", giftDelete: true },
    });
    expect(answer.json).toEqual({
      ...Object(created.json),
      payloadUrl: "http://localhost:1/x",
      giftCreate: false,
      eventDelete: false,
      giftDelete: true,
    });
  });

  it("switches one off and on, and deletes it", async () => {
    const made = crmBench();
    const created = await made.crm("/api/Webhook", { body: subscription });
    const path = `/api/Webhook/${String(created.at("/id"))}`;
    for (const active of [false, true]) {
      const answer = await made.crm(`${path}/Active?active=${String(active)}`, { method: "PUT" });
      expect(answer.at("/active")).toBe(active);
    }
    expect((await made.crm(`${path}/Active`, { method: "PUT" })).status).toBe(400);
    expect((await made.crm(path, { method: "DELETE" })).status).toBe(204);
    expect((await made.crm(path)).status).toBe(404);
  });

  it.each([
    [{}, "payloadUrl", "REQUIRED"],
    [{ payloadUrl: "ftp://receiver.example" }, "payloadUrl", "INVALID_FORMAT"],
    [{ payloadUrl: "somewhere" }, "payloadUrl", "INVALID_FORMAT"],
    [{ ...subscription, giftCreate: "yes" }, "giftCreate", "INVALID_TYPE"],
  ])("refuses %j", async (body, field, code) => {
    const made = crmBench();
    const answer = await made.crm("/api/Webhook", { body });
    expect([answer.status, answer.at("/error/details/0/field"), answer.at("/error/details/0/code")]).toEqual([
      422,
      field,
      code,
    ]);
  });

  it("is not served with U-06=none, and reading still is", async () => {
    const made = crmBench({ assumptions: { "U-06": "none" } });
    expect((await made.crm("/api/Webhook", { body: subscription })).status).toBe(404);
    expect((await made.crm(`/api/Webhook/${made.record("webhookId")}`, { method: "DELETE" })).status).toBe(
      405,
    );
    expect((await made.call("getWebhook", { path: [made.record("webhookId")] })).status).toBe(200);
  });
});
