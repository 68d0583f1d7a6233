import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { check, doctor, UsageError } from "../../src/index.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

const slow = { timeout: 60_000 };

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
};

const documentWith = (mediaType: string) => ({
  openapi: "3.1.0",
  info: { title: "Vault", version: "1" },
  security: [{ bearerAuth: [] }],
  paths: {
    "/login": {
      post: {
        operationId: "loginUser",
        security: [],
        requestBody: { required: true, content: { [mediaType]: { schema: { type: "object" } } } },
        responses: { "200": { description: "" }, "4XX": { description: "" } },
      },
    },
    "/items": {
      get: {
        operationId: "listItems",
        parameters: ["a", "b", "c", "d"].map((name) => ({ name, in: "query", schema: { type: "integer" } })),
        responses: {
          "200": { description: "", content: { "application/json": { schema: { type: "array" } } } },
          "401": { description: "" },
        },
      },
    },
  },
  components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
});

const secrets = { VAULT_USER: "ada-the-user", VAULT_PASSWORD: "s3cret-of-ada" };

/** Issues tokens of which each is good for some requests. */
const startVault = async (uses: number, mediaType = "application/json") => {
  const left = new Map<string, number>();
  const logins: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const text = await textOf(request);
      const send = (status: number, body: unknown): void => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      if (request.url === "/login") {
        const given =
          mediaType === "application/json" && text.startsWith("{")
            ? (JSON.parse(text) as Record<string, unknown>)
            : Object.fromEntries(new URLSearchParams(text));
        if (given["user"] !== secrets.VAULT_USER || given["password"] !== secrets.VAULT_PASSWORD)
          return send(400, {});
        const token = `t0ken-${logins.push(text)}-of-the-vault`;
        left.set(token, uses);
        return send(200, { data: { token } });
      }
      const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      const rest = left.get(token) ?? 0;
      left.set(token, rest - 1);
      return rest > 0 ? send(200, []) : send(401, {});
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  // A TCP server that listens has one.
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = temporaryFolder({ "api.json": JSON.stringify(documentWith(mediaType)) });
  const bearerAuth = {
    login: "loginUser",
    body: { user: "${VAULT_USER}", password: "${VAULT_PASSWORD}" },
    token: "/data/token",
  };
  const given = (scheme: object = bearerAuth, env: Readonly<Record<string, string>> = secrets) => ({
    cwd,
    env,
    config: {
      interfaces: { vault: { openapi: "api.json", baseUrl, credentials: { bearerAuth: scheme } } },
    } as never,
  });
  return { given, bearerAuth, logins };
};

describe("a login that is named", slow, () => {
  test.each(["application/json", "application/x-www-form-urlencoded"])(
    "is sent as %s, and its token is presented",
    async (mediaType) => {
      const { given, logins } = await startVault(Number.POSITIVE_INFINITY, mediaType);
      const { verdict, report } = await check(given()).result;
      expect(verdict).toBe("conformant");
      expect(logins).toHaveLength(1);
      expect(report.facts.find(({ id }) => id === "vault/listItems/security")?.status).toBe("passed");
      expect(await doctor(given())).toMatchObject({
        verdict: "sound",
        interfaces: [{ credential: { state: "accepted" } }],
      });
    },
  );

  test("is repeated when its token has expired, and neither is shown", async () => {
    const { given, logins } = await startVault(9);
    const { verdict, report, exchanges } = await check({ ...given(), exchanges: true }).result;
    expect(verdict).toBe("conformant");
    expect(logins.length).toBeGreaterThan(1);
    expect(JSON.stringify([report, exchanges])).not.toMatch(/s3cret|ada-the-user|t0ken/);
  });

  test("that is refused ends the run before anything is asked", async () => {
    const { given } = await startVault(9);
    const { verdict, stopped, report } = await check(
      given(undefined, { ...secrets, VAULT_PASSWORD: "wrong" }),
    ).result;
    expect([verdict, stopped?.message]).toEqual([
      "inconclusive",
      expect.stringMatching(/^POST \/login \(vault\.credentials\.bearerAuth\) answered 400 without a token/),
    ]);
    expect(JSON.stringify(report)).not.toContain("wrong");
  });

  test.each<[object, RegExp]>([
    [{ login: "loginUsr", token: "/data/token" }, /login names loginUsr.*loginUser/s],
    [{ login: "listItems", token: "/data/token" }, /listItems, which is no POST/],
    [{ login: "loginUser", token: "token" }, /JSON pointer/],
    [{ login: "loginUser", token: "/token", boddy: "x" }, /boddy is unknown.*body/s],
    [{ token: "/token" }, /names no operation/],
    [{ login: "loginUser" }, /JSON pointer/],
  ])("%j is refused with its place", async (scheme, message) => {
    const { given } = await startVault(1);
    const error: unknown = await check(given(scheme)).result.catch((thrown: unknown) => thrown);
    if (!(error instanceof UsageError)) throw new Error("nothing was refused", { cause: error });
    expect(`${error.line} ${error.hint ?? ""}`).toMatch(message);
    expect(error.line).toContain("bearerAuth");
  });

  test("belongs to a scheme of the document", async () => {
    const { given, bearerAuth } = await startVault(1);
    const { config, ...around } = given();
    const { interfaces } = config as { readonly interfaces: { readonly vault: object } };
    const wrong = { interfaces: { vault: { ...interfaces.vault, credentials: { bearer: bearerAuth } } } };
    await expect(check({ ...around, config: wrong as never }).result).rejects.toThrow(/no security scheme/);
  });
});
