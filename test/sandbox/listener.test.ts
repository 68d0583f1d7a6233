import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createManualClock, startInstant } from "../../src/sandbox/clock.ts";
import type { WireRequest } from "../../src/core/model/transport.ts";
import { inProcessTransport } from "../../src/core/transports/in-process.ts";
import type { SandboxConfiguration } from "../../src/sandbox/configuration.ts";
import type { Fault } from "../../src/builtin/faults/fault.ts";
import { answerInProcess, createSandbox, inProcessOrigin } from "../../src/sandbox/sandbox.ts";
import { startSandbox, type ServedSandbox } from "../../src/sandbox/serve.ts";
import { wireRequest } from "../core/transports/kit.ts";

/** Faults are wrapped around fetch, so that one that breaks nothing keeps everything off the direct way. */
const nothingBroken: Fault = {
  id: "nothing",
  fact: "GEN-01",
  grade: "gross",
  title: "breaks nothing",
  wrap: (next) => next,
};

const served: ServedSandbox[] = [];

beforeAll(async () => {
  for (const faults of [[], [nothingBroken]])
    served.push(await startSandbox({ clock: createManualClock(startInstant(1)), faults, scale: 20 }));
});

afterAll(async () => {
  await Promise.all(served.map((one) => one.close()));
});

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly token?: string;
  readonly body?: string;
  readonly type?: string;
}

const requestOf = (
  { interfaces }: SandboxConfiguration,
  { path, method = "GET", token, body, type }: Asked,
) => {
  const { credentials, scratch, records } = interfaces.crm;
  const settings = { ...(scratch as object), ...(records as object) };
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => String(Object(settings)[name])),
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${String(credentials[token] ?? token)}` }),
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body }),
  };
};

/** What a caller gets to see, but for what the server adds by itself; each sandbox has its own address. */
const ask = async (to: ServedSandbox, asked: Asked): Promise<unknown> => {
  const { path, ...request } = requestOf(to.config, asked);
  const response = await fetch(`${to.origin}${path}`, request);
  const own = ["connection", "date", "keep-alive", "transfer-encoding", "content-length", "vary"];
  const headers = [...response.headers].filter(([name]) => !own.includes(name));
  return [response.status, headers, (await response.text()).replaceAll(to.origin, "")];
};

const note = JSON.stringify({ type: "Call", note: "n", noteDateTime: "2026-01-02T03:04:05Z" });
const json = "application/json";
const putNote = { path: "/crm/api/ContactNote/{noteId}", method: "PUT", token: "apiKey", type: json };

const everything: readonly Asked[] = [
  { path: "/crm/api/Webhook/{webhookId}", token: "apiKey" },
  { path: "/crm/api/Webhook/{webhookId}?a=1&b=2&a=3", token: "apiKey" },
  { path: "/crm/api/Webhook/{webhookId}", token: "limitedApiKey" },
  { path: "/crm/api/Webhook/{webhookId}", token: "exhaustedApiKey" },
  { path: "/crm/api/Webhook/{webhookId}", token: "worthless" },
  { path: "/crm/api/Webhook/{webhookId}" },
  { path: "/crm/api/Webhook/x", token: "apiKey" },
  { path: "/crm/api/Webhook/999999", token: "apiKey" },
  { path: "/crm/api/Webhook/{webhookId}", token: "apiKey", method: "HEAD" },
  { path: "/crm/api/Webhook/{webhookId}", token: "apiKey", method: "DELETE" },
  { path: "/crm/api/Webhook", token: "apiKey", method: "OPTIONS" },
  { path: "/crm/api/Contact/{contactId}", token: "apiKey" },
  { path: "/crm/api//Contact/{contactId}", token: "apiKey" },
  { path: "/crm/api/Contact/{contactId}/", token: "apiKey" },
  { path: "/crm/api/Contact/ByReference/{referenceId}", token: "apiKey" },
  { path: "/crm/nothing" },
  { path: "/nowhere/at/all" },
  { path: "/donation/api/Donor/list?Take=2&SortBy=id&Filter=a%20b", token: "apiKey" },
  { ...putNote, body: note },
  { ...putNote, body: "{" },
  { path: putNote.path, method: "PUT", token: "apiKey", body: note },
  { ...putNote, body: "{}" },
  { ...putNote, body: note, type: "text/plain" },
  { ...putNote, body: JSON.stringify("x".repeat(6 * 1024 * 1024)) },
  {
    path: "/crm/Token",
    method: "POST",
    body: "grant_type=password",
    type: "application/x-www-form-urlencoded",
  },
];

describe("the interfaces without the objects of fetch", () => {
  it.each(everything)("answers as fetch does: $method $path, $token", async (asked) => {
    const [direct, byFetch] = served;
    if (direct === undefined || byFetch === undefined) throw new Error("not served");
    expect(await ask(direct, asked)).toEqual(await ask(byFetch, asked));
  });

  it("answers a run in this process as fetch does", async () => {
    const outcomes = async (isPlain: boolean) => {
      const sandbox = createSandbox({ scale: 20 });
      onTestFinished(() => sandbox.close());
      const fetched: string[] = [];
      const byFetch = (request: Request): Promise<Response> => {
        fetched.push(new URL(request.url).pathname);
        return sandbox.fetch(request);
      };
      const send = inProcessTransport(byFetch, () => 0, isPlain ? answerInProcess(sandbox) : undefined);
      const answers: unknown[] = [];
      for (const asked of everything.filter(({ method }) => method !== "HEAD" && method !== "OPTIONS")) {
        const { path, ...request } = requestOf(sandbox.config(), asked);
        // The methods of documented operations are left.
        const parts = { ...request, url: `${inProcessOrigin}${path}` } as Partial<WireRequest>;
        answers.push(await send(wireRequest(parts)));
      }
      return { answers, fetched };
    };
    const [plain, byFetch] = await Promise.all([outcomes(true), outcomes(false)]);
    expect(plain.answers).toEqual(byFetch.answers);
    expect([byFetch.fetched.length, plain.fetched.length]).toEqual([byFetch.answers.length, 4]);
  });

  it("answers writes that come together when their deliveries are there, in the order of the writes", async () => {
    const own = await startSandbox({ clock: createManualClock(startInstant(1)), scale: 20 });
    onTestFinished(() => own.close());
    const texts = Array.from({ length: 30 }, (_, index) => `together ${index}`);
    const delivered = (): string[] =>
      own.sandbox.deliveries().map(({ body }) => {
        // Nothing else happens here.
        const { contactNote } = JSON.parse(body) as { contactNote: { note: string } };
        return contactNote.note;
      });
    const isDeliveredOnceAnswered = async (text: string): Promise<boolean> => {
      await ask(own, { ...putNote, body: JSON.stringify({ type: "Call", note: text }) });
      return delivered().includes(text);
    };
    expect(await Promise.all(texts.map(isDeliveredOnceAnswered))).toEqual(texts.map(() => true));
    expect(delivered().toSorted()).toEqual(texts.toSorted());
    const stored = await ask(own, { ...putNote, method: "GET" });
    expect(String(stored)).toContain(`"note":"${delivered().at(-1)}"`);
  });
});
