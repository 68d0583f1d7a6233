import { mainCredentialKey } from "../../src/builtin/interfaces.ts";
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type DocumentedOperation, documentedOperations as all } from "../../src/builtin/operations.ts";
import { interfaceNames, type BuiltinInterface } from "../../src/builtin/interface-name.ts";
import { inProcessOrigin } from "../../src/sandbox/sandbox.ts";
import { bench, isFamilyError, type Bench, type Received } from "./support.ts";

const guarded = all.filter(({ security }) => security === "bearer");

const pathOf = (operation: DocumentedOperation): string =>
  `/${operation.interface}${operation.path.replace(/\{\w+\}/g, "1")}`;

const send = (
  made: Bench,
  operation: DocumentedOperation,
  authorization: string | undefined,
): Promise<Received> =>
  made.ask(pathOf(operation), {
    method: operation.method,
    headers: authorization === undefined ? {} : { authorization },
    ...(operation.requestBody === undefined ? {} : { body: {} }),
  });

describe("authentication", () => {
  it("refuses every way of not bearing a token, for every operation", async () => {
    const made = bench();
    for (const operation of guarded) {
      const token = made.credential(operation.interface, mainCredentialKey(operation.interface));
      const headers = [
        undefined,
        "",
        token,
        `bearer ${token}`,
        `BEARER ${token}`,
        `Bearer  ${token}`,
        `Bearer\t${token}`,
        `Bearer ${token}x`,
        `Bearer ${token} x`,
        `Bearer ${token.slice(1)}`,
        "Bearer",
        `Basic ${token}`,
        `Token ${token}`,
        `Bearer ${token},Bearer ${token}`,
      ];
      for (const header of headers) {
        const answer = await send(made, operation, header);
        expect([operation.id, header?.replace(token, "TOKEN"), answer.status]).toEqual([
          operation.id,
          header?.replace(token, "TOKEN"),
          401,
        ]);
        expect(isFamilyError(operation.interface, answer)).toBe(true);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    }
  });

  it("refuses the credentials of the other interfaces, all six pairs", async () => {
    const made = bench();
    for (const operation of guarded) {
      for (const other of interfaceNames.filter((name) => name !== operation.interface)) {
        const answer = await send(
          made,
          operation,
          `Bearer ${made.credential(other, mainCredentialKey(other))}`,
        );
        expect([operation.id, other, answer.status]).toEqual([operation.id, other, 401]);
      }
    }
  });

  it("answers 401 if it is not accepted, 403 if it lacks the permission", async () => {
    const made = bench();
    const refusedNames: Readonly<Record<BuiltinInterface, readonly string[]>> = {
      crm: ["revokedApiKey"],
      donation: ["revokedToken"],
      volunteer: ["revokedToken", "suspendedToken", "accessDisabledToken"],
    };
    const limitedName: Readonly<Record<BuiltinInterface, string>> = {
      crm: "limitedApiKey",
      donation: "limitedToken",
      volunteer: "limitedToken",
    };
    for (const operation of guarded) {
      const { interface: name } = operation;
      for (const refused of refusedNames[name]) {
        expect((await send(made, operation, `Bearer ${made.credential(name, refused)}`)).status).toBe(401);
      }
      const limited = await send(made, operation, `Bearer ${made.credential(name, limitedName[name])}`);
      expect([operation.id, limited.status]).toEqual([operation.id, 403]);
      expect(isFamilyError(name, limited)).toBe(true);
    }
  });
});

interface Signing {
  readonly appKey: string;
  readonly secret: string;
  readonly url: string;
  readonly timestamp: number;
}

const sign = ({ appKey, secret, url, timestamp }: Signing): string => {
  const text = `${appKey}${encodeURIComponent(url.toLowerCase())}GET${"nonce"}${timestamp}`.toLowerCase();
  const signature = createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest("base64");
  return `Hmac ${appKey}:${signature}:nonce:${timestamp}`;
};

describe("HMAC authentication", () => {
  const path = "/crm/api/Contact/ByReference/nothing-by-this-name";
  const signing = (made: Bench): Signing => {
    const hmac = made.sandbox.config().interfaces.crm.credentials["hmac"] as {
      appKey: string;
      secret: string;
    };
    return {
      ...hmac,
      url: `${inProcessOrigin}${path}`,
      timestamp: Math.floor(made.sandbox.clock.now() / 1000),
    };
  };
  const status = async (made: Bench, authorization: string, at = path): Promise<number> =>
    (await made.ask(at, { headers: { authorization } })).status;

  it("accepts a signature over this request alone", async () => {
    const made = bench();
    const good = signing(made);
    expect(await status(made, sign(good))).toBe(404);
    expect(await status(made, sign(good), `${path}x`)).toBe(401);
    expect(await status(made, sign({ ...good, secret: "AAAA" }))).toBe(401);
    expect(await status(made, sign({ ...good, appKey: "app-unknown" }))).toBe(401);
    expect(await status(made, sign(good).replace("Hmac", "hmac"))).toBe(401);
    expect(await status(made, `${sign(good)}0`)).toBe(401);
  });

  it("refuses every bearer token", async () => {
    const made = bench();
    expect(await status(made, `Bearer ${made.credential("crm", "apiKey")}`)).toBe(401);
    expect(await status(made, `Bearer ${signing(made).appKey}`)).toBe(401);
  });

  it("looks at the age of a signature where the assumption says so", async () => {
    const made = bench({ assumptions: { "U-18.maximumAge": 300 } });
    const good = signing(made);
    expect(await status(made, sign(good))).toBe(404);
    expect(await status(made, sign({ ...good, timestamp: good.timestamp - 301 }))).toBe(401);
    expect(await status(made, sign({ ...good, timestamp: good.timestamp + 301 }))).toBe(401);
  });

  it("does not open endpoints that take a bearer token", async () => {
    const made = bench();
    const other = { ...signing(made), url: `${inProcessOrigin}/crm/api/ContactMethod/Types` };
    expect(await status(made, sign(other), "/crm/api/ContactMethod/Types")).toBe(401);
  });
});
