import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isObject, type JsonObject } from "../../../src/core/model/json-object.ts";
import { alertKinds } from "../../../src/core/model/notify.ts";
import { deliver } from "../../../src/monitoring/notify/deliver.ts";
import { transactionIn } from "../../../src/core/store/sqlite-database.ts";
import type { Receiver } from "../../../src/monitoring/notify/receivers.ts";
import { alertOf, createMeans, openedStore } from "./kit.ts";
import { dayOf, run, subject } from "./runs.ts";
import { type Answer, flood, standIn } from "../../stand-in.ts";
import { outboxIn } from "./outbox-in.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const jsonOf = (text: string | undefined): unknown => JSON.parse(text ?? "");

const objectIn = (text: string | undefined): JsonObject => {
  const value = jsonOf(text);
  if (!isObject(value)) throw new Error("this is no object");
  return value;
};

const openReceiver = async () => ({ ...(await standIn()), ...createMeans() });

describe("Slack", () => {
  test("gets one message for all alerts of a run, whose texts are no markup", async () => {
    const { received, origin, means } = await openReceiver();
    const odd = {
      ...subject("b", "warning"),
      title: "<!channel> *x* & :fire:",
      text: "<https://e.example|x>",
    };
    const settings = { slack: [{ url: `${origin}/services/T/B/secret?x=1` }] };
    expect(await alertOf(settings, run(1, [subject("a"), odd]), means)).toMatchObject({
      sent: 1,
      problems: [],
    });
    const [{ method, path, headers, body } = {}] = received;
    expect([method, path, headers?.["content-type"]]).toEqual([
      "POST",
      "/services/T/B/secret?x=1",
      "application/json",
    ]);
    expect(objectIn(body)).toEqual({
      text: "tripact: 1 breaking, 1 likely breaking",
      blocks: [
        {
          type: "header",
          text: { type: "plain_text", text: "tripact: 1 breaking, 1 likely breaking", emoji: false },
        },
        ...[subject("a"), odd].map(({ title, text }) => ({
          type: "section",
          text: { type: "plain_text", text: `${title}\n${text}`, emoji: false },
        })),
      ],
    });
    await alertOf(settings, run(1, [odd]), means);
    expect(objectIn(received[1]?.body)["text"]).toBe(
      "tripact: likely breaking: &lt;!channel&gt; *x* &amp; :fire:",
    );
  });

  test("gets no more than a message may hold", async () => {
    const { received, origin, means } = await openReceiver();
    const many = Array.from({ length: 300 }, (_, at) => ({ ...subject(`f${at}`), text: "😀".repeat(5000) }));
    await alertOf({ slack: [{ url: origin }] }, run(1, many), means);
    const { blocks } = objectIn(received[0]?.body);
    const texts = (Array.isArray(blocks) ? blocks : []).map((block) => String(block.text.text));
    expect(texts).toHaveLength(22);
    expect(texts.every((text) => text.length <= 3000 && text.isWellFormed())).toBe(true);
    expect(texts.at(-1)).toBe("and 280 more alerts");
  });
});

describe("a webhook", () => {
  test("gets a signed CloudEvent for each alert", async () => {
    const { received, origin, means } = await openReceiver();
    await alertOf(
      { webhook: [{ url: origin, secret }] },
      run(1, [subject("a"), subject("b", "warning")]),
      means,
    );
    expect(received).toHaveLength(2);
    // The library checks the time against its own clock, which is not the run's.
    const verifier = new Webhook(secret);
    for (const { headers, body } of received) {
      expect(headers["content-type"]).toBe("application/cloudevents+json");
      const id = String(headers["webhook-id"]);
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
      expect(headers["webhook-signature"]).toBe(verifier.sign(id, at, body));
      expect(objectIn(body)["id"]).toBe(id);
    }
    const event = received.map(({ body }) => objectIn(body)).find((one) => one["subject"] === "a");
    expect(event).toMatchObject({
      specversion: "1.0",
      source: "urn:tripact:north:shop",
      type: "org.tripact.drift.breaking.v1",
      time: dayOf(1),
      datacontenttype: "application/json",
      data: { kind: "breaking", severity: "error", since: dayOf(1), target: { organization: "north" } },
    });
  });

  test("takes a signature that the library of Standard Webhooks accepts", async () => {
    const { received, origin, means } = await openReceiver();
    const now = { ...means, clock: { ...means.clock, now: () => Date.now() } };
    await alertOf({ webhook: [{ url: origin, secret }] }, run(1, [subject("a")]), now);
    const [one] = received;
    const headers = Object.fromEntries(
      Object.entries(one?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret).verify(one?.body ?? "", headers)).toEqual(jsonOf(one?.body));
    expect(() =>
      new Webhook(`whsec_${Buffer.alloc(32, 8).toString("base64")}`).verify(one?.body ?? "", headers),
    ).toThrow("No matching signature found");
  });
});

/** An alert as Alertmanager takes it. */
interface Posted {
  readonly labels: { readonly kind: string; readonly subject: string };
  readonly annotations: { readonly summary: string };
  readonly endsAt: string;
}

describe("Alertmanager", () => {
  test("is posted what is open after every run, and what is gone as ended", async () => {
    const { received, origin, means } = await openReceiver();
    const store = openedStore();
    const settings = {
      alertmanager: [{ url: `${origin}/prefix/`, token: "the-token", resolveAfterHours: 30 }],
    };
    for (const one of [
      run(1, [subject("a", "warning")]),
      run(2, [subject("a", "warning")]),
      run(3, [], [subject("a", "warning")]),
      run(4, []),
    ])
      await alertOf(settings, one, means, store);
    expect(received.map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => "/prefix/api/v2/alerts"),
    );
    expect(received[0]?.headers.authorization).toBe("Bearer the-token");
    const [first, second, third] = received.map(({ body }) => jsonOf(body));
    expect(first).toEqual([
      {
        labels: {
          alertname: "TripactDrift",
          kind: "likely",
          interface: "shop",
          organization: "north",
          subject: "a",
        },
        annotations: { summary: subject("a").title, description: subject("a").text },
        startsAt: dayOf(1),
        endsAt: "2026-01-11T08:00:00.000Z",
      },
    ]);
    expect(second).toEqual(first);
    expect(third).toMatchObject([
      { labels: { kind: "likely", subject: "a" }, endsAt: "2026-01-10T02:00:00.000Z" },
    ]);
  });

  test("is posted again what a run could not show, so that it does not look gone", async () => {
    const { received, origin, means } = await openReceiver();
    const store = openedStore();
    const found = subject("finding b");
    for (const one of [run(1, [subject("a"), found]), run(2, undefined), run(3, [subject("a")])])
      await alertOf({ alertmanager: [{ url: origin }] }, one, means, store);
    const firing = received.map(({ body }) =>
      // The body is a list of such alerts.
      (jsonOf(body) as readonly Posted[])
        .filter(({ labels, endsAt }) => labels.kind === "breaking" && endsAt > "2026-01-11")
        .map(({ labels, annotations }) => [labels.subject, annotations.summary]),
    );
    const both = [subject("a"), found].map(({ id, title }) => [id, title]);
    expect(firing.map((all) => all.toSorted())).toEqual([both, both, both]);
  });
});

describe("a heartbeat", () => {
  test("is called after runs that could read everything, and after no other", async () => {
    const { received, origin, means } = await openReceiver();
    const settings = { heartbeat: [{ url: `${origin}/ping/uuid?status=up` }] };
    expect(await alertOf(settings, run(1, [subject("a")]), means)).toMatchObject({ sent: 1 });
    expect(await alertOf(settings, run(1, undefined), means)).toMatchObject({ sent: 0, problems: [] });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /ping/uuid?status=up"]);
  });
});

describe("whoever does not take an alert", () => {
  const refuse =
    (status: number, headers: Readonly<Record<string, string>> = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end("a text that nobody passes on");
  const take = (response: ServerResponse): void => void response.writeHead(204).end();
  let deadline = new AbortController();
  /** The time for a request is up once it has arrived. */
  const withhold = (): void => deadline.abort();
  const neverEnd = (response: ServerResponse): void => flood(response.writeHead(200), "x".repeat(65_536));

  test.each<[string, Answer, { sent: number; slept: readonly number[]; requests: number; problem?: string }]>(
    [
      [
        "is busy is tried again",
        (response, at) => (at < 2 ? refuse(503) : take)(response),
        { sent: 1, slept: [1000, 5000], requests: 3 },
      ],
      [
        "says when is heeded",
        (response, at) => (at < 1 ? refuse(429, { "retry-after": "7" }) : take)(response),
        { sent: 1, slept: [7000], requests: 2 },
      ],
      [
        "asks to wait too long is left to the next run",
        refuse(429, { "retry-after": "3600" }),
        { sent: 0, slept: [], requests: 1, problem: "it was answered with 429" },
      ],
      [
        "fails for good is left to the next run",
        refuse(500),
        { sent: 0, slept: [1000, 5000, 20_000], requests: 4, problem: "it was answered with 500" },
      ],
      [
        "refuses is not asked again",
        refuse(404),
        { sent: 0, slept: [], requests: 1, problem: "it was answered with 404" },
      ],
      [
        "leads elsewhere is not followed",
        refuse(307, { location: "https://elsewhere.example.org/" }),
        { sent: 0, slept: [], requests: 1, problem: "it was answered with 307" },
      ],
      [
        "never answers is given up",
        withhold,
        { sent: 0, slept: [1000, 5000, 20_000], requests: 4, problem: "it took longer than 30000 ms" },
      ],
      ["answers without end has taken it", neverEnd, { sent: 1, slept: [], requests: 1 }],
    ],
  )("and %s", async (_, answer, { sent, slept, requests, problem }) => {
    const { received, origin } = await standIn(answer);
    const kit = createMeans();
    const timeout = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation(() => (deadline = new AbortController()).signal);
    onTestFinished(() => timeout.mockRestore());
    const result = await alertOf({ webhook: [{ url: origin, secret }] }, run(1, [subject("a")]), kit.means);
    expect([result.sent, kit.slept, received.length]).toEqual([sent, slept, requests]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const left =
      problem === undefined ? [] : [`notify.webhook.0: ${problem}; 1 message left to the next run`];
    expect([result.problems, result.waiting]).toEqual([left, [left.length]]);
  });

  test("cannot be reached keeps nobody else waiting, and gets it in a later run", async () => {
    const { received, origin, means } = await openReceiver();
    const store = openedStore();
    const down = { slack: [{ url: "http://127.0.0.1:1/" }, { url: origin }] };
    expect(await alertOf(down, run(1, [subject("a")]), means, store)).toEqual({
      sent: 1,
      problems: [
        "notify.slack.0: the address cannot be reached (ECONNREFUSED); 1 message left to the next run",
      ],
      waiting: [1, 0],
    });
    const up = { slack: [{ url: origin }, { url: origin }] };
    expect(await alertOf(up, run(2, [subject("a")]), means, store)).toEqual({
      sent: 1,
      problems: [],
      waiting: [0, 0],
    });
    expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
  });

  test("takes nothing for a week gets none of it any more", async () => {
    const { means, advance } = createMeans();
    const store = openedStore();
    const settings = { slack: [{ url: "http://127.0.0.1:1/" }] };
    await alertOf(settings, run(1, [subject("a")]), means, store);
    advance(8 * 86_400_000);
    expect(await alertOf(settings, run(9, [subject("a")]), means, store)).toEqual({
      sent: 0,
      problems: ["notify.slack.0 accepted nothing for a week: 1 message dropped"],
      waiting: [0],
    });
  });

  test("is sent the next message where one of them is refused", async () => {
    const { received, origin } = await standIn((response, at) => (at === 0 ? refuse(400) : take)(response));
    const { means } = createMeans();
    const result = await alertOf(
      { webhook: [{ url: origin, secret }] },
      run(1, [subject("a"), subject("b")]),
      means,
    );
    expect([result.sent, result.waiting, received.length]).toEqual([1, [1], 2]);
  });
});

test.each([
  ["is silent as long as an attempt may take", 30_000, 1],
  ["is silent for ten seconds each time", 10_000, 3],
  ["fails at once", 0, 4],
])("all receivers together have a minute: one that %s", async (_, silentMs, attempts) => {
  const { means, advance } = createMeans();
  const { clock } = means;
  const startedAt = clock.now();
  const made: number[] = [];
  const silent = (path: string): Receiver => ({
    path,
    on: new Set(alertKinds),
    messages: "together",
    send: async () => {
      made.push(clock.now() - startedAt);
      advance(silentMs);
      return { kind: "failed", reason: "it is silent" };
    },
  });
  const store = openedStore();
  const outbox = await outboxIn(store, () => clock.now());
  const receivers = [silent("notify.email.0")];
  await outbox.add(
    transactionIn(store, () => clock.now()),
    [run(1, [subject("a")])],
    receivers,
  );
  const { problems } = await deliver(outbox, receivers, [], { open: [], gone: [], succeeded: true }, means);
  expect([made.length, (await outbox.waiting("notify.email.0")).length]).toEqual([attempts, 1]);
  expect(clock.now() - startedAt).toBeLessThanOrEqual(60_000);
  expect(problems).toEqual(["notify.email.0: it is silent; 1 message left to the next run"]);
});

describe("what somebody is alerted of", () => {
  test("is what is asked for, and that it is gone only where it was alerted of", async () => {
    const { received, origin, means } = await openReceiver();
    const store = openedStore();
    const settings = { webhook: [{ url: origin, secret, on: ["breaking", "gone"] as const }] };
    const [a, b] = [subject("a"), subject("b", "warning")];
    for (const one of [run(1, [a, b]), run(2, undefined), run(3, [], [a, b])])
      await alertOf(settings, one, means, store);
    expect(received.map(({ body }) => [objectIn(body)["subject"], objectIn(body)["type"]])).toEqual([
      ["a", "org.tripact.drift.breaking.v1"],
      ["a", "org.tripact.drift.gone.v1"],
    ]);
  });
});
