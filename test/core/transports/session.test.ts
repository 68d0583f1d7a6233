import { interfaces } from "../../../src/builtin/interfaces.ts";
import { operations } from "../../../src/builtin/generated/operations.ts";
import { describe, expect, test } from "vitest";
import type { FinalOutcome, WireRequest } from "../../../src/core/model/transport.ts";
import type { SealedFile } from "../../../src/core/transports/seal.ts";
import { createSession, sessionToken } from "../../../src/core/transports/session.ts";
import { recording, response, wireRequest } from "./kit.ts";

const standIn = sessionToken("crm");

const read = (parts: Partial<WireRequest> = {}): WireRequest =>
  wireRequest({
    interface: "crm",
    operation: "listContactMethodTypes",
    url: "https://crm.example.org/api/ContactMethod/Types",
    headers: { authorization: `Bearer ${standIn}` },
    ...parts,
  });

const issued = (value: unknown): FinalOutcome => ({ ...response(200), body: { kind: "json", value } });

interface Options {
  /** Whether a refresh brings a new refresh token. */
  readonly rotates?: boolean;
  readonly kept?: string;
  readonly onToken?: (form: URLSearchParams) => FinalOutcome | undefined;
  readonly onWrite?: () => void;
}

/** A CRM that takes the newest access token alone, with all that happens in order. */
const crm = (settings: Options = {}) => {
  const log: string[] = [];
  let valid = "access-0";
  let refresh = settings.kept;
  let count = 0;
  const issue = (withRefresh: boolean): FinalOutcome => {
    count += 1;
    valid = `access-${count}`;
    if (withRefresh) refresh = `refresh-${count}`;
    return issued({ access_token: valid, ...(withRefresh ? { refresh_token: refresh } : {}) });
  };
  const target = recording(async (_, request) => {
    const form = new URLSearchParams(request.body);
    if (request.operation === "issueToken") {
      log.push(
        `${form.get("grant_type")}${form.has("refresh_token") ? ` ${form.get("refresh_token")}` : ""}`,
      );
      await Promise.resolve();
      const own = settings.onToken?.(form);
      if (own !== undefined) return own;
      if (form.get("grant_type") === "password") return issue(true);
      return form.get("refresh_token") === refresh ? issue(settings.rotates ?? true) : response(401);
    }
    const token = request.headers["authorization"]?.replace("Bearer ", "") ?? "";
    log.push(`read ${token}`);
    return response(token === valid ? 200 : 401);
  });
  let kept = settings.kept;
  const file: SealedFile = {
    read: () => kept,
    write: (text) => {
      settings.onWrite?.();
      log.push(`kept ${text}`);
      kept = text;
    },
  };
  const learnt: string[] = [];
  const session = createSession({
    baseUrl: "https://crm.example.org",
    contract: { operations },
    endpoint: operations.issueToken,
    account: interfaces.crm.account,
    login: { username: "robin+crm@example.org", password: "p+a&s=s w" },
    file,
    learn: (token) => learnt.push(token),
  });
  return {
    log,
    learnt,
    sent: target.sent,
    send: session(target.transport),
    expire: () => (valid = "nobody has it"),
  };
};

const status = (answer: FinalOutcome): number | string =>
  answer.kind === "response" ? answer.status : answer.message;

test("logs in once for all who wait, and keeps the refresh token before anything is used", async () => {
  const { log, send, learnt, sent } = crm();
  const answers = await Promise.all([1, 2, 3].map(() => send(read())));
  expect(answers.map(status)).toEqual([200, 200, 200]);
  expect(log).toEqual(["password", "kept refresh-1", "read access-1", "read access-1", "read access-1"]);
  expect(learnt).toEqual(["access-1", "refresh-1"]);
  expect(sent[0]?.url).toBe("https://crm.example.org/Token");
  expect(sent[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(sent[0]?.body).toBe(
    "grant_type=password&username=robin%2Bcrm%40example.org&password=p%2Ba%26s%3Ds+w",
  );
});

test("a token that expires in mid-run is refreshed once for all waiting calls, and both tokens are replaced", async () => {
  const { log, send, expire } = crm();
  await send(read());
  expire();
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(read())));
  expect(answers.map(status)).toEqual([200, 200, 200, 200]);
  expect(log.filter((line) => line.startsWith("refresh"))).toEqual(["refresh_token refresh-1"]);
  expect(log.indexOf("kept refresh-2")).toBeLessThan(log.indexOf("read access-2"));
  expire();
  await send(read());
  expect(log.slice(-3)).toEqual(["refresh_token refresh-2", "kept refresh-3", "read access-3"]);
});

test("a refresh that brings no new refresh token leaves the old one in use", async () => {
  const { log, send, expire } = crm({ rotates: false });
  for (const _ of [1, 2, 3]) {
    await send(read());
    expire();
  }
  expect(log.filter((line) => line.startsWith("refresh"))).toEqual([
    "refresh_token refresh-1",
    "refresh_token refresh-1",
  ]);
});

test("a later run goes on with the token that was kept, and logs in when it is refused", async () => {
  const known = crm({ kept: "refresh-0" });
  expect(status(await known.send(read()))).toBe(200);
  expect(known.log[0]).toBe("refresh_token refresh-0");
  const stale = crm({
    kept: "refresh-0",
    onToken: (form) => (form.has("refresh_token") ? response(401) : undefined),
  });
  expect(status(await stale.send(read()))).toBe(200);
  expect(stale.log.slice(0, 2)).toEqual(["refresh_token refresh-0", "password"]);
});

test("a token that cannot be kept is not used", async () => {
  const { log, send } = crm({
    onWrite: () => {
      throw new Error("no space is left");
    },
  });
  expect(await send(read())).toMatchObject({ stop: "safety", message: expect.stringContaining("no space") });
  expect(log).toEqual(["password"]);
});

describe("a 401 is final", () => {
  test("for another credential, an altered token, another interface and an endpoint without bearer", async () => {
    const { log, send } = crm();
    await send(read());
    const before = log.length;
    const all: Partial<WireRequest>[] = [
      { headers: { authorization: "Bearer revoked-key" } },
      { headers: {} },
      { headers: { authorization: `Bearer ${standIn}x7` } },
      { headers: { authorization: `Basic ${standIn}` } },
      {
        interface: "donation",
        operation: "listDonors",
        headers: { authorization: `Bearer ${standIn}x` },
      },
    ];
    for (const parts of all) expect(status(await send(read(parts)))).toBe(401);
    expect(log.slice(before).filter((line) => !line.startsWith("read"))).toEqual([]);
  });

  test("for an endpoint that refuses a fresh token too, which is asked twice once", async () => {
    const stubborn = recording((before, request) =>
      request.operation === "issueToken"
        ? issued({ access_token: `access-${before}`, refresh_token: "refresh" })
        : response(401),
    );
    const send = createSession({
      baseUrl: "https://crm.example.org",
      contract: { operations },
      endpoint: operations.issueToken,
      account: interfaces.crm.account,
      login: { username: "robin", password: "secret" },
      learn: () => undefined,
    })(stubborn.transport);
    for (const _ of [1, 2, 3]) expect(status(await send(read({ operation: "getWebhook" })))).toBe(401);
    expect(stubborn.sent.map(({ operation }) => operation)).toEqual([
      "issueToken",
      "getWebhook",
      "issueToken",
      "getWebhook",
      "getWebhook",
      "getWebhook",
    ]);
  });
});

test.each([
  [202, "it asks for a second factor"],
  [401, "it was answered with 401"],
  [200, "it was answered with 200"],
])("a log-in that is answered %i is not tried again", async (code, why) => {
  const { log, send } = crm({ onToken: () => response(code) });
  for (const _ of [1, 2, 3]) expect(status(await send(read()))).toContain(why);
  expect(log).toEqual(["password"]);
});
