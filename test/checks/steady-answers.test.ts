import { describe, expect, test } from "vitest";
import { errorCodeBelongsToStatus } from "../../src/checks/error-code-belongs-to-status.ts";
import { refreshesKeepTheAccount } from "../../src/checks/refreshes-keep-the-account.ts";
import { checks } from "../../src/checks/generated/checks.ts";
import type { PassiveCheck, Violation } from "../../src/core/model/check.ts";
import type { Authorization, Call, Exchange } from "../../src/core/model/exchange.ts";
import { configured, learnt } from "../../src/core/model/secret.ts";
import { contact, token } from "./kit/crm-models.ts";
import { exchangeOf } from "./kit/judge-example.ts";
import type { ExchangeExample } from "./kit/example.ts";
import { loadTools } from "./support/recorded.ts";

const tools = await loadTools();

const key: Authorization = { kind: "secret", secret: configured("crm.credentials.apiKey") };

interface Asked extends ExchangeExample {
  readonly authorization?: Authorization;
  readonly sentAt?: number;
  readonly call?: Partial<Call>;
}

const asked = ({ authorization = key, sentAt = 0, call, ...example }: Asked): Exchange => ({
  ...exchangeOf(example),
  call: { operation: example.operation ?? "", authorization, label: "one", path: { contactId: 1 }, ...call },
  sentAt,
});

const seen = (check: PassiveCheck, exchanges: readonly Asked[]): readonly Violation[] => {
  const sample = check.sample?.();
  return exchanges.flatMap((one) => [...(sample?.see(asked(one), tools) ?? [])]);
};

const passive = (id: string): PassiveCheck => {
  const check = checks.find((one) => one.id === id);
  if (check?.effect !== "passive") throw new Error(`no passive check is called ${id}`);
  return check;
};

const contacts = passive("contact-answers-are-documented");
const read: Asked = { operation: "getContact", body: contact };
const other: Asked = { operation: "getContact", body: { ...contact, lifeToDateGiving: "1900.00" } };
const { address: _, ...partly } = contact;
const lacking: Asked = { operation: "getContact", body: partly };
const listed: Partial<Call> = { path: { contactId: learnt("crm contact id", "1") } };

describe("an answer that was given once", () => {
  test.each<[string, readonly Asked[], number]>([
    ["is given again", [read, read, read], 0],
    ["is another status later", [read, { ...read, status: 404 }], 1],
    ["has no body later", [read, { operation: "getContact" }], 1],
    ["lacks a part for once", [read, lacking, read], 1],
    ["has another name for once", [read, { ...read, body: { ...contact, name: "Unnamed" } }, read], 1],
    ["lacks a part from now on, as somebody may have removed it", [read, lacking, lacking], 0],
    [
      "holds another amount for once, as somebody may have added a gift, and removed it",
      [read, other, read],
      0,
    ],
    [
      "is of a record from a list, which somebody may have removed",
      [
        { ...read, call: listed },
        { ...read, status: 404, call: listed },
      ],
      0,
    ],
    ["is late in a server that is busy", [read, { ...read, status: 503 }], 0],
    [
      "is not owed to a token, which may have ended",
      [
        { ...read, authorization: { kind: "secret", secret: learnt("token", "t") } },
        { ...read, status: 401, authorization: { kind: "secret", secret: learnt("token", "t") } },
      ],
      0,
    ],
    ["is not owed by a clock that was moved", [read, { ...read, status: 401, sentAt: 4_000_000 }], 0],
    [
      "is that of the record that was asked for",
      [read, { ...read, status: 404, call: { path: { contactId: 2 } } }],
      0,
    ],
  ])("%s", (_, exchanges, violations) => {
    expect(seen(contacts, exchanges)).toHaveLength(violations);
  });

  test.each([
    ["webhook-answers-are-documented", "getWebhook", { id: 1, secret: "s" }, { id: 1, secret: "" }, 2],
    ["webhook-answers-are-documented", "getWebhook", { id: 1, active: true }, { id: 1, active: false }, 0],
    [
      "query-options-answers-are-steady",
      "getQueryOptions",
      { columns: ["id", "name"] },
      { columns: ["id"] },
      1,
    ],
    ["contact-method-types-answers-are-documented", "listContactMethodTypes", ["Home", "Work"], ["Home"], 1],
  ] as const)(
    "says every now and then what nobody changes and puts back each time: %s",
    (id, operation, usual, odd, violations) => {
      const exchanges = [usual, odd, usual, odd, usual].map((body): Asked => ({ operation, body }));
      expect(seen(passive(id), exchanges)).toHaveLength(violations);
    },
  );

  test.each([
    ["contactUrl", "", 1],
    ["displayName", "Nobody", 1],
    ["id", 7, 0],
    ["modifiedDateTimeUtc", "2026-01-01T00:00:00Z", 0],
    // Nodes may have their own.
    ["contactUrl", "https://crm-2.example.org/contact/1", 0],
  ])(
    "is steady where a write answers what it was not sent: %s, %j every now and then",
    (name, value, violations) => {
      const usual = { contactUrl: "https://crm.example.org/contact/1", displayName: "Ada" };
      const odd = { ...usual, [name]: value };
      const exchanges = [usual, odd, usual, usual, odd, usual].map((body): Asked => ({
        operation: "addEventContact",
        body,
        call: { path: { eventId: 1 }, body: { kind: "json", value: { contactIndividualId: 2 } } },
      }));
      expect(seen(passive("event-contact-answers-are-documented"), exchanges)).toHaveLength(violations);
    },
  );

  test("is not compared in recordings, where others write as well", () => {
    const sample = contacts.sample?.();
    const recorded = [read, other, read].map((one) => exchangeOf(one));
    expect(recorded.flatMap((one) => [...(sample?.see(one, tools) ?? [])])).toEqual([]);
  });

  test("may be another once the run has written to what is listed", () => {
    const lists = passive("list-answers-are-documented");
    const whole: Asked = { operation: "listGifts", body: { items: [{ id: 1, name: "One" }], total: 1 } };
    const nameless: Asked = { operation: "listGifts", body: { items: [{ id: 1 }], total: 1 } };
    const write: Asked = { operation: "replaceCampaign", body: {} };
    expect(seen(lists, [whole, nameless, whole])).toHaveLength(1);
    expect(seen(lists, [whole, write, nameless, write, whole])).toEqual([]);
  });

  test("is of as many records as there are, which others add and remove", () => {
    const page = (...ids: readonly number[]): Asked => ({
      operation: "listGifts",
      body: { items: ids.map((id) => ({ id, name: "One" })), total: ids.length },
    });
    expect(seen(passive("list-answers-are-documented"), [page(1, 2), page(1), page(1, 2)])).toEqual([]);
  });
});

describe("a refusal that was given once", () => {
  const refused = (status: number, code: string): Asked => ({
    operation: "getContact",
    status,
    body: { error: { code, message: "No.", details: [] } },
  });

  test.each<[string, readonly Asked[], number]>([
    ["is given again", [refused(404, "NOT_FOUND"), refused(404, "NOT_FOUND")], 0],
    ["has another reason later", [refused(404, "NOT_FOUND"), refused(400, "BAD_REQUEST")], 1],
    [
      "asks to wait meanwhile",
      [refused(404, "NOT_FOUND"), refused(429, "RATE_LIMITED"), refused(404, "NOT_FOUND")],
      0,
    ],
    [
      "may be of a credential that has ended",
      [refused(404, "NOT_FOUND"), refused(401, "UNAUTHENTICATED")],
      0,
    ],
  ])("%s", (_, exchanges, violations) => {
    expect(seen(errorCodeBelongsToStatus, exchanges)).toHaveLength(violations);
  });
});

describe("a refresh", () => {
  const none: Authorization = { kind: "none" };
  const grant = (fields: Record<string, unknown>, body: object, status = 200): Asked => ({
    operation: "issueToken",
    authorization: none,
    status,
    body,
    requestBody: fields,
    call: { body: { kind: "form", fields: fields as Record<string, string> } },
  });
  const first = { ...token, access_token: "a-1", refresh_token: "r-1" };
  const second = { ...token, access_token: "a-2", refresh_token: "r-2" };
  const login = grant({ grant_type: "password" }, first);
  const refresh = (body: object, of = "r-1"): Asked =>
    grant({ grant_type: "refresh_token", refresh_token: learnt("crm refresh token", of) }, body);
  const read401 = (access: string): Asked => ({
    operation: "getContact",
    status: 401,
    authorization: { kind: "secret", secret: learnt("crm access token", access) },
  });

  test.each<[string, readonly Asked[], readonly string[]]>([
    ["answers for the account that has logged in", [login, refresh(second)], []],
    ["may keep its tokens", [login, refresh(first)], []],
    [
      "answers the name of the account in other letters",
      [login, refresh({ ...second, userName: token.userName.toUpperCase() })],
      [],
    ],
    ["answers for another account", [login, refresh({ ...second, userName: "other" })], ["/userName"]],
    [
      "answers for another account the second time",
      [login, refresh(second), refresh({ ...token, refresh_token: "r-3", userName: "other" }, "r-2")],
      ["/userName"],
    ],
    ["has the other flag", [login, refresh({ ...second, twoFactorEnabled: "True" })], ["/twoFactorEnabled"]],
    [
      "was issued before the login",
      [
        login,
        refresh({
          ...second,
          ".issued": "Sun, 05 Jan 2020 09:00:00 GMT",
          ".expires": "Mon, 20 Jan 2020 09:00:00 GMT",
        }),
      ],
      ["/.issued"],
    ],
    ["brings a token that is refused", [login, refresh(second), read401("a-2")], [""]],
    ["may end the token before it", [login, refresh(second), read401("a-1")], []],
    ["of a login that the run has not seen", [refresh({ ...second, userName: "other" })], []],
  ])("%s", (_, exchanges, pointers) => {
    const found = seen(refreshesKeepTheAccount, exchanges);
    expect(found.map(({ pointer = "" }) => pointer)).toEqual(pointers);
  });
});
