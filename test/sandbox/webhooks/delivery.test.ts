import { createHmac } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandboxDatabase } from "../../../src/sandbox/store/database.ts";
import { addDelivery, deliveries, listDeliveries } from "../../../src/sandbox/store/deliveries.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import type { Deliver, DeliveryOutcome, DeliveryRequest } from "../../../src/sandbox/webhooks/deliver.ts";
import { verifyWebhook } from "../../../src/sandbox/webhooks/signed-delivery.ts";
import { bench, type Bench } from "../support.ts";

const url = "https://receiver.example/hook";

/** A sandbox whose deliveries land in a list; `outcomes` are what the receiver does, then 200 for ever. */
const listening = (
  ...outcomes: DeliveryOutcome[]
): { made: Bench; sent: DeliveryRequest[]; act: () => Promise<unknown> } => {
  const sent: DeliveryRequest[] = [];
  const deliver = async (request: DeliveryRequest): Promise<DeliveryOutcome> => {
    sent.push(request);
    return outcomes.shift() ?? { kind: "answered", status: 200 };
  };
  const made = bench({ control: true, deliver });
  const token = made.credential("volunteer", "token");
  const act = (): Promise<unknown> => made.ask("/volunteer/v1/projects", { token, body: { name: "p" } });
  return { made, sent, act };
};

const subscribe = async (made: Bench, more: Record<string, unknown> = {}): Promise<string> => {
  const body = { interface: "volunteer", payloadUrl: url, kinds: ["project.created"], ...more };
  const answer = await made.ask("/control/webhooks", { body });
  expect(answer.status).toBe(201);
  return String(answer.at("/data/secret"));
};

describe("webhook deliveries", () => {
  it("tell subscribers of what happened, signed with their secret", async () => {
    const { made, sent, act } = listening();
    const secret = await subscribe(made);
    await act();
    await made.sandbox.deliveriesSettled();
    expect(sent).toHaveLength(1);
    const [{ body, headers, url: to } = { body: "", headers: {}, url: "" }] = sent;
    expect(to).toBe(url);
    expect(JSON.parse(body)).toMatchObject({
      type: "project.created",
      organization_id: 1,
      data: { name: "p" },
    });
    expect(headers["x-webhook-signature"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
    expect(made.sandbox.deliveries()).toMatchObject([{ state: "delivered", attempts: [{ outcome: 200 }] }]);
  });

  it("are verified by their secret, as a request or as headers and a body, and by no other", async () => {
    const { made, sent, act } = listening();
    const secret = await subscribe(made);
    await act();
    await made.sandbox.deliveriesSettled();
    const [{ body, headers } = { body: "", headers: {} }] = sent;
    const request = new Request(url, { method: "POST", headers, body });
    expect(await verifyWebhook(request, secret)).toBe(true);
    expect(await request.text()).toBe(body);
    expect(await verifyWebhook({ headers, body: new TextEncoder().encode(body) }, secret)).toBe(true);
    const signature = String(new Headers(headers).get("x-webhook-signature"));
    for (const received of [
      { "X-Webhook-Signature": signature },
      { "X-WEBHOOK-SIGNATURE": [signature] },
      [["X-Webhook-Signature", signature]] as const,
      new Headers({ "X-Webhook-Signature": signature }),
    ])
      expect(await verifyWebhook({ headers: received, body }, secret)).toBe(true);
    expect(
      await verifyWebhook({ headers: { "x-webhook-signature": [signature, signature] }, body }, secret),
    ).toBe(false);
    expect(await verifyWebhook({ headers, body: `${body} ` }, secret)).toBe(false);
    expect(await verifyWebhook({ headers, body }, `${secret}x`)).toBe(false);
    expect(await verifyWebhook({ headers: {}, body }, secret)).toBe(false);
    await expect(verifyWebhook({ headers, body }, "")).rejects.toThrow("the secret of the webhook is empty");
  });

  it("are signed in the header that the setting names", async () => {
    const sent: DeliveryRequest[] = [];
    const made = bench({
      control: true,
      assumptions: { "U-21.header": "X-Shop-Signature" },
      deliver: async (request) => {
        sent.push(request);
        return { kind: "answered", status: 200 };
      },
    });
    const secret = await subscribe(made);
    const token = made.credential("volunteer", "token");
    await made.ask("/volunteer/v1/projects", { token, body: { name: "p" } });
    await made.sandbox.deliveriesSettled();
    const [{ body, headers } = { body: "", headers: {} }] = sent;
    expect(Object.keys(headers)).toEqual(["content-type", "x-shop-signature"]);
    expect(await verifyWebhook({ headers, body }, secret, "X-Shop-Signature")).toBe(true);
    expect(await verifyWebhook({ headers, body }, secret)).toBe(false);
    expect(made.sandbox.deliveries()[0]?.headers).toEqual(headers);
    const log = await made.ask("/control/deliveries");
    expect(log.at("/data/0/headers")).toEqual(headers);
  });

  it.each([
    ["an inactive webhook", { active: false }],
    ["a webhook for other kinds", { kinds: ["project.updated", "user.created"] }],
    ["a webhook of another organization", { organizationId: 2 }],
    ["a webhook of another interface", { interface: "donation" }],
  ])("leave out %s", async (_, more) => {
    const { made, sent, act } = listening();
    await subscribe(made, more);
    await act();
    await made.sandbox.deliveriesSettled();
    expect(sent).toEqual([]);
    expect(made.sandbox.deliveries()).toEqual([]);
  });

  it.each<[string, string | number, () => unknown]>([
    ["never ends", "timeout", () => new Promise(() => {})],
    ["rejects", "error", () => Promise.reject(new Error("no"))],
    [
      "throws",
      "error",
      () => {
        throw new Error("no");
      },
    ],
    ["returns nothing", "error", () => undefined],
  ])(
    "by code of the user's that %s are tried again, and closing does not wait for it",
    async (_, reason, act) => {
      const bugs: unknown[] = [];
      const made = createSandbox({
        scale: 20,
        control: true,
        // As a caller without types passes it.
        deliver: act as Deliver,
        onBug: (bug) => bugs.push(bug),
      });
      const { baseUrl, credentials } = made.config().interfaces.volunteer;
      const post = (address: string, body: object) =>
        made.fetch(
          new Request(address, {
            method: "POST",
            headers: { authorization: `Bearer ${credentials["token"]}`, "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
        );
      const webhook = { interface: "volunteer", payloadUrl: url, kinds: ["project.created"] };
      expect((await post("http://sandbox.test/control/webhooks", webhook)).status).toBe(201);
      expect((await post(`${baseUrl}/projects`, { name: "p" })).status).toBe(201);
      await made.deliveriesSettled();
      expect(made.deliveries()).toMatchObject([{ state: "waiting", attempts: [{ outcome: reason }] }]);
      expect(bugs).toHaveLength(reason === "timeout" ? 0 : 1);
      await Promise.all([made.close(), made.close()]);
      await made.close();
    },
  );

  it("are not made of what was refused", async () => {
    const { made, sent } = listening();
    await subscribe(made, { kinds: ["group.created", "group.updated"] });
    const token = made.credential("volunteer", "token");
    await made.ask("/volunteer/v1/groups", { token, body: { name: "" } });
    await made.sandbox.deliveriesSettled();
    expect(sent).toEqual([]);
  });

  it("are tried again after 10 and 100 seconds, with the same body, until they arrive", async () => {
    const { made, sent, act } = listening(
      { kind: "answered", status: 500 },
      { kind: "failed", reason: "timeout" },
    );
    const { clock } = made.sandbox;
    await subscribe(made);
    await act();
    await made.sandbox.deliveriesSettled();
    clock.advance(9_999);
    await made.sandbox.deliveriesSettled();
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await made.sandbox.deliveriesSettled();
    expect(sent).toHaveLength(2);
    clock.advance(100_000);
    await made.sandbox.deliveriesSettled();
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(
      made.sandbox.deliveries().map(({ state, attempts }) => [state, attempts.map(({ outcome }) => outcome)]),
    ).toEqual([["delivered", [500, "timeout", 200]]]);
  });

  it("are given up after the third attempt", async () => {
    const broken: DeliveryOutcome = { kind: "answered", status: 404 };
    const { made, sent, act } = listening(broken, broken, broken);
    await subscribe(made);
    await act();
    for (const pause of [0, 10_000, 100_000, 1_000_000]) {
      made.sandbox.clock.advance(pause);
      await made.sandbox.deliveriesSettled();
    }
    expect(sent).toHaveLength(3);
    expect(made.sandbox.deliveries()).toMatchObject([{ state: "failed" }]);
  });

  it("wake by themselves when the clock reaches their time", async () => {
    const { made, sent, act } = listening({ kind: "answered", status: 500 });
    await subscribe(made);
    await act();
    await made.sandbox.deliveriesSettled();
    made.sandbox.clock.advance(10_000);
    await expect.poll(() => sent.length).toBe(2);
  });

  it("are to be seen as soon as the request is answered, in the order of what happened", async () => {
    const made = bench({ control: true });
    await subscribe(made, { kinds: ["project.created", "project.updated"] });
    const token = made.credential("volunteer", "token");
    const names = ["a", "b", "c", "d", "e"];
    const log = () => made.ask("/control/deliveries");
    await Promise.all(names.map((name) => made.ask("/volunteer/v1/projects", { token, body: { name } })));
    const seen = made.sandbox.deliveries();
    expect(seen.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)).toEqual(names);
    expect((await log()).at("/data")).toEqual(seen);
    const change = { method: "PUT", token, body: { name: "f" } };
    await made.ask(`/volunteer/v1/projects/${made.setting("volunteer", "scratch", "projectId")}`, change);
    expect((await log()).at("/data/5")).toMatchObject({ id: 6, kind: "project.updated", state: "logged" });
  });

  it("that are to be sent wait in the log until they are", async () => {
    const { made, act } = listening({ kind: "failed", reason: "timeout" });
    await subscribe(made);
    await act();
    expect(made.sandbox.deliveries()).toMatchObject([{ state: "waiting" }]);
    await made.sandbox.deliveriesSettled();
    expect(made.sandbox.deliveries()).toMatchObject([
      { state: "waiting", attempts: [{ outcome: "timeout" }] },
    ]);
  });

  it("are signed with the secret of the time, and show nothing of it", async () => {
    const made = bench({ control: true });
    const secret = await subscribe(made);
    const token = made.credential("volunteer", "token");
    await made.ask("/volunteer/v1/projects", { token, body: { name: "p" } });
    await made.ask("/control/webhooks/1/1000", { method: "DELETE", body: {} });
    const log = await made.ask("/control/deliveries");
    const body = String(log.at("/data/0/body"));
    expect(log.at("/data/0/headers")).toEqual({
      "content-type": "application/json",
      "x-webhook-signature": createHmac("sha256", secret).update(body).digest("hex"),
    });
    expect(log.text).not.toContain(secret);
  });

  it("hold the number of the event, counting events without a subscriber, but no refused one", async () => {
    const made = bench({ control: true });
    const token = made.credential("volunteer", "token");
    const key = made.credential("crm", "apiKey");
    const create = (name: string) => made.ask("/volunteer/v1/projects", { token, body: { name } });
    const note = (type: string) =>
      made.ask("/crm/api/ContactNote/1", { method: "PUT", token: key, body: { type } });
    expect((await note("Call")).status).toBe(200);
    await create("no subscriber");
    expect((await note("no such type")).status).toBe(422);
    expect((await note("Call")).status).toBe(200);
    const delivered = made.sandbox.deliveries().map(({ body }) => JSON.parse(body) as { eventId: number });
    expect(delivered.map(({ eventId }) => eventId)).toEqual([1, 3]);
  });

  it("are logged up to 10,000 of them, those apart that still wait", () => {
    const database = openSandboxDatabase();
    onTestFinished(() => database.close());
    database.script(deliveries.schema);
    const delivery = { webhookId: 1, interface: "crm", kind: "k", url, secret: "s", body: "{}" } as const;
    const add = (state: "waiting" | "logged"): void =>
      addDelivery(database, { ...delivery, state, attempts: [], dueAt: 0 });
    add("waiting");
    database.transaction(() => {
      for (let count = 0; count < 10_150; count += 1) add("logged");
    });
    const ids = listDeliveries(database).map(({ id }) => id);
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([10_001, 1, 152, 10_151]);
  });

  it("go only to this machine by default", async () => {
    const made = bench({ control: true });
    await subscribe(made);
    const token = made.credential("volunteer", "token");
    await made.ask("/volunteer/v1/projects", { token, body: { name: "p" } });
    await made.sandbox.deliveriesSettled();
    expect(made.sandbox.deliveries()).toMatchObject([{ state: "logged", url }]);
  });
});
