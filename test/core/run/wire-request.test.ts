import { interfaces } from "../../../src/builtin/interfaces.ts";
import { describe, expect, test } from "vitest";
import type { Authorization, Call } from "../../../src/core/model/exchange.ts";
import { configured, learnt } from "../../../src/core/model/secret.ts";
import { hmacAuthorization } from "../../../src/builtin/hmac.ts";
import { fieldNames } from "../../../src/builtin/documents.ts";
import { createMask } from "../../../src/core/privacy/mask.ts";
import { prepare, type Prepared } from "../../../src/core/run/wire-request.ts";
import { call, fakeTarget, operations, type TargetParts } from "./kit.ts";

const secrets = {
  "crm.credentials.apiKey": "key-value",
  "crm.credentials.password.username": "someone+crm@example.org",
  "crm.credentials.password.password": "pä&s=w%rd 1",
  "crm.credentials.hmac.appKey": "app-key",
  "crm.credentials.hmac.secret": "c2hhcmVkIHNlY3JldA==",
};

const prepareWith = (parts: Partial<Call>, target: TargetParts = {}) => {
  const asked = call("one", parts);
  const operation = operations[asked.operation];
  if (operation === undefined) throw new Error("the table lacks it");
  const mask = createMask();
  const context = {
    contract: { fieldNames, described: interfaces },
    target: fakeTarget({ secrets, ...target }),
    mask,
    nonce: () => "nonce-1",
  };
  return { ...prepare(operation, asked, context), mask };
};

const bearer: Authorization = { kind: "secret", secret: configured("crm.credentials.apiKey") };

const showsNoSecret = ({ shown }: Prepared): void => {
  const text = JSON.stringify(shown);
  for (const value of Object.values(secrets)) {
    expect(text).not.toContain(value);
    expect(text).not.toContain(encodeURIComponent(value));
  }
};

describe("the address", () => {
  test("is the base address, the filled path and the query", () => {
    const { wire } = prepareWith({ path: { id: 7 }, query: { Take: 5, Descending: true, Filter: "a b&c" } });
    expect(wire.url).toBe("https://crm.example.org/api/Thing/7?Take=5&Descending=true&Filter=a+b%26c");
    expect(wire.pathParameters).toEqual({ id: "7" });
  });

  test("keeps a path parameter one segment", () => {
    expect(prepareWith({ path: { id: "a/../b?c#d" } }).wire.url).toBe(
      "https://crm.example.org/api/Thing/a%2F..%2Fb%3Fc%23d",
    );
  });

  test.each(["", ".", ".."])("cannot hold %j as a path parameter", (id) => {
    expect(() => prepareWith({ path: { id } })).toThrow("path parameter id");
  });

  test("cannot be made without its path parameter or its interface", () => {
    expect(() => prepareWith({ path: {} })).toThrow("needs the path parameter id");
    expect(() => prepareWith({}, { baseUrls: {} })).toThrow("crm is not configured");
  });

  test("leaves out the version where that is asked for", () => {
    const read = { operation: "readVolunteer" };
    expect(prepareWith(read).wire.url).toBe("https://volunteer.example.org/v1/users");
    expect(prepareWith({ ...read, unversioned: true }).wire.url).toBe("https://volunteer.example.org/users");
  });

  test("shows an id that was learnt by its name alone", () => {
    const { wire, shown } = prepareWith({ path: { id: learnt("crm contact id", "ac/7") } });
    expect(wire.url).toBe("https://crm.example.org/api/Thing/ac%2F7");
    expect(wire.pathParameters).toEqual({ id: "ac/7" });
    expect(shown.url).toBe("https://crm.example.org/api/Thing/$CRM_CONTACT_ID");
  });

  test("is a configured one for a read back, never for a write", () => {
    const at = { at: "/v1/groups/{id}/members", path: { id: 3 } };
    expect(prepareWith({ operation: "readVolunteer", ...at }).wire.url).toBe(
      "https://volunteer.example.org/v1/groups/3/members",
    );
    expect(() => prepareWith({ operation: "write", ...at })).toThrow("no read");
  });
});

describe("the Authorization header", () => {
  test.each<[string, Authorization, string | undefined, string]>([
    ["none", { kind: "none" }, undefined, "none"],
    ["a credential", bearer, "Bearer key-value", "Bearer $APIKEY"],
    ["another prefix", { ...bearer, prefix: "Bearer  " }, "Bearer  key-value", "Bearer  $APIKEY"],
    ["no prefix", { ...bearer, prefix: "" }, "key-value", "$APIKEY"],
    [
      "a learnt token",
      { kind: "secret", secret: learnt("crm access token", "learnt-value") },
      "Bearer learnt-value",
      "Bearer $CRM_ACCESS_TOKEN",
    ],
    ["a credential and more", { ...bearer, suffix: "x" }, "Bearer key-valuex", "Bearer ${APIKEY}x"],
    ["a literal", { kind: "literal", header: "Basic eA==" }, "Basic eA==", "Basic eA=="],
  ])("of %s", (_, authorization, header, shown) => {
    const prepared = prepareWith({ authorization });
    expect(prepared.wire.headers["authorization"]).toBe(header);
    expect(prepared.shown.authorization).toBe(shown);
    expect(prepared.shown.headers).not.toHaveProperty("authorization");
    showsNoSecret(prepared);
  });

  test("of a signature is made with the target's time", () => {
    const prepared = prepareWith({ authorization: { kind: "hmac" } }, { now: () => 1_740_830_400_999 });
    expect(prepared.wire.headers["authorization"]).toBe(
      hmacAuthorization({
        appKey: "app-key",
        secret: "c2hhcmVkIHNlY3JldA==",
        method: "GET",
        url: "https://crm.example.org/api/Thing/1",
        nonce: "nonce-1",
        timestamp: 1_740_830_400,
      }),
    );
    expect(prepared.shown.authorization).toBe("Hmac $HMAC_SIGNATURE");
    showsNoSecret(prepared);
  });

  test("of a credential that is not configured cannot be made", () => {
    expect(() => prepareWith({ authorization: bearer }, { secrets: {} })).toThrow(
      "no value is configured for crm.credentials.apiKey",
    );
  });

  test("makes its secret known to the mask", () => {
    expect(prepareWith({ authorization: bearer }).mask.mask("got key-value")).toBe("got $APIKEY");
  });
});

describe("the body", () => {
  const fields = {
    grant_type: "password",
    username: configured("crm.credentials.password.username"),
    password: configured("crm.credentials.password.password"),
  };
  const shown = { grant_type: "password", username: "$USERNAME", password: "$PASSWORD" };

  test("is not there when none is asked for", () => {
    const { wire, shown: request } = prepareWith({});
    expect([wire.body, request.body, wire.headers]).toEqual([
      undefined,
      undefined,
      { accept: "application/json" },
    ]);
  });

  test("of JSON", () => {
    const { wire, shown: request } = prepareWith({
      operation: "write",
      body: { kind: "json", value: { note: "x" } },
    });
    expect(wire).toMatchObject({
      body: '{"note":"x"}',
      headers: { "content-type": "application/json" },
      effect: "write",
    });
    expect(request.body).toEqual({ note: "x" });
  });

  test("of text", () => {
    const body = { kind: "text", text: '{"cut', mediaType: "application/json" } as const;
    const { wire, shown: request } = prepareWith({ operation: "write", body });
    expect(wire).toMatchObject({ body: '{"cut', headers: { "content-type": "application/json" } });
    expect(request.body).toBe('{"cut');
  });

  test("of a form survives URL encoding and shows no secret", () => {
    const prepared = prepareWith({ operation: "token", body: { kind: "form", fields } });
    expect(prepared.wire.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(prepared.wire.body))).toEqual({
      grant_type: "password",
      username: "someone+crm@example.org",
      password: "pä&s=w%rd 1",
    });
    expect(prepared.shown.body).toEqual(shown);
    showsNoSecret(prepared);
  });

  test("of a multipart form can be read by one who knows the form", async () => {
    const prepared = prepareWith({ operation: "token", body: { kind: "multipart", fields } });
    const headers = { "content-type": prepared.wire.headers["content-type"] ?? "" };
    const read = await new Response(prepared.wire.body ?? null, { headers }).formData();
    expect(Object.fromEntries(read)).toMatchObject({
      username: "someone+crm@example.org",
      password: "pä&s=w%rd 1",
    });
    expect(prepared.shown.body).toEqual(shown);
    showsNoSecret(prepared);
  });
});

describe("a credential in another place", () => {
  const elsewhere = (location: "query" | "cookie" | "header", name = "apiKey"): Authorization => ({
    kind: "elsewhere",
    locations: { [location]: { token: "", Authorization: "Bearer " } },
    secret: configured(`crm.credentials.${name}`),
  });
  const local = { baseUrls: { crm: "http://127.0.0.1:4010/crm" } };

  test("is in the query of what stays on this machine, and shown by its name", () => {
    const { wire, shown, mask } = prepareWith(
      { query: { Take: 1 }, authorization: elsewhere("query") },
      local,
    );
    expect(wire.url).toBe(
      "http://127.0.0.1:4010/crm/api/Thing/1?Take=1&token=key-value&Authorization=Bearer%20key-value",
    );
    expect(wire.headers).not.toHaveProperty("authorization");
    expect(shown.url).toMatch(/\?Take=1&token=\$APIKEY&Authorization=Bearer%20\$APIKEY$/);
    expect(mask.mask(`GET ${wire.url}`)).not.toContain("key-value");
  });

  test("is in a cookie or in other headers, and shown by its name", () => {
    const cookie = prepareWith({ authorization: elsewhere("cookie") });
    expect(cookie.wire.headers["cookie"]).toBe("token=key-value; Authorization=Bearer key-value");
    showsNoSecret(cookie);
    expect(cookie.mask.mask(`cookie: ${cookie.wire.headers["cookie"] ?? ""}`)).not.toContain("key-value");
    const header = prepareWith({
      authorization: {
        kind: "elsewhere",
        locations: { cookie: { token: "" }, header: { "X-Api-Key": "" } },
        secret: configured("crm.credentials.apiKey"),
        header: "Bearer nothing",
      },
    });
    expect(header.wire.headers).toMatchObject({
      authorization: "Bearer nothing",
      cookie: "token=key-value",
      "x-api-key": "key-value",
    });
    expect(header.shown.headers).toMatchObject({ cookie: "token=$APIKEY", "x-api-key": "$APIKEY" });
    showsNoSecret(header);
  });

  test("is among the properties of JSON, and shown by its name", () => {
    const json = prepareWith({
      operation: "write",
      body: { kind: "json", value: { a: 1 } },
      authorization: {
        kind: "elsewhere",
        locations: { body: { token: "" } },
        secret: configured("crm.credentials.apiKey"),
      },
    });
    expect(json.wire.body).toBe('{"a":1,"token":"key-value"}');
    expect(json.shown.body).toEqual({ a: 1, token: "$APIKEY" });
    showsNoSecret(json);
  });

  test("is put into no address that leaves this machine, where it works", () => {
    expect(() => prepareWith({ authorization: elsewhere("query") })).toThrow("leaves this machine");
    const token = {
      ...elsewhere("query"),
      secret: learnt("crm access token", "token-1234"),
    } as Authorization;
    expect(() => prepareWith({ authorization: token })).toThrow("leaves this machine");
    const limited = { secrets: { ...secrets, "crm.credentials.limitedApiKey": "limited-value" } };
    const { wire } = prepareWith({ authorization: elsewhere("query", "limitedApiKey") }, limited);
    expect(wire.url).toContain("token=limited-value");
  });
});

describe("a credential in disguise", () => {
  test.each([
    ["basic-user", "Basic ", "Basic a2V5LXZhbHVlOg=="],
    ["basic-both", "Basic ", "Basic a2V5LXZhbHVlOmtleS12YWx1ZQ=="],
    ["basic-password", "Basic ", "Basic dXNlcjprZXktdmFsdWU="],
  ] as const)("is %s", (disguise, prefix, header) => {
    const prepared = prepareWith({
      authorization: { ...bearer, secret: { ...bearer.secret, disguise }, prefix } as Authorization,
    });
    expect(prepared.wire.headers["authorization"]).toBe(header);
    expect(prepared.shown.authorization).toMatch(/^Basic \$APIKEY_BASIC_/);
    expect(prepared.mask.mask(header)).not.toBe(header);
    showsNoSecret(prepared);
  });
});

describe("a request in another writing", () => {
  test("is shown as it is sent, without the value of a secret", () => {
    const json = prepareWith({
      operation: "write",
      body: { kind: "json", value: { a: 1 } },
      authorization: bearer,
      spelled: ["charset", "header-names"],
    });
    expect(json.wire.headers["CONTENT-TYPE"]).toBe("application/json ; charset=utf-8");
    expect(json.wire.headers["AUTHORIZATION"]).toContain("key-value");
    expect(json.shown.headers["content-type"]).toBe("application/json ; charset=utf-8");
    expect(json.wire.body).toBe('{"a":1}');
    showsNoSecret(json);
  });
});
