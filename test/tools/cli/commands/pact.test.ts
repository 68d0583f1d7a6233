import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox, type ServedSandbox } from "../../../../src/sandbox/serve.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const interaction = (
  description: string,
  path: string,
  rest: object = {},
  response: object = { status: 200 },
) => ({
  description,
  request: { method: "GET", path, headers: { Authorization: "Bearer example" } },
  response,
  ...rest,
});

const pactOf = (interactions: readonly object[], rest: object = {}): string =>
  JSON.stringify({
    consumer: { name: "shop" },
    provider: { name: "the crm" },
    interactions,
    metadata: { pactSpecification: { version: "3.0.0" } },
    ...rest,
  });

const good = interaction("a contact", "/api/Contact/42", {
  providerStates: [{ name: "a contact exists", params: { id: 42 } }],
});
const misspelt = interaction(
  "a misspelt field",
  "/api/Contact/42",
  {},
  {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: { contctType: "Household" },
  },
);

describe("tripact pact verify", () => {
  test("verifies in the states that are asked for, and tells what does not hold in shapes", async () => {
    const cwd = temporaryFolder({ "a.json": pactOf([good, misspelt]) });
    const { code, out } = await runCli(["pact", "verify", "a.json"], { cwd });
    expect(out).toContain("✓ a contact (a contact exists)\n");
    expect(out).toContain("✗ a misspelt field\n      body $ lacks contctType\n");
    expect(out).toContain("must NOT have additional properties - contctType");
    expect(out).toContain(
      "1 interactions verified, 1 failed, 0 skipped, 1 contradict the OpenAPI documents\n",
    );
    expect(code).toBe(1);
  });

  test("of a live target only what reads is asked, in the states it happens to be in", async () => {
    const served: ServedSandbox = await startSandbox({ scale: 5 });
    const { sandbox, safety, interfaces } = served.config;
    expect(sandbox).toBeUndefined();
    const cwd = temporaryFolder({
      "target.json": JSON.stringify({ interfaces, safety: { ...safety, writes: false } }),
      "a.json": pactOf([
        good,
        interaction("types", "/api/ContactMethod/Types"),
        interaction(
          "nobody",
          "/api/ContactMethod/Types",
          { providerState: "no credential is sent" },
          { status: 401 },
        ),
        {
          ...interaction("a note", "/api/ContactNote/1"),
          request: { method: "PUT", path: "/api/ContactNote/1", body: {} },
        },
      ]),
    });
    const { out } = await runCli(["pact", "verify", "a.json", "--config", "target.json", "--json"], { cwd });
    await served.close();
    const { pacts }: { pacts: { interactions: { description: string; status: string }[] }[] } =
      JSON.parse(out);
    expect(
      Object.fromEntries(
        pacts[0]?.interactions.map(({ description, status }) => [description, status]) ?? [],
      ),
    ).toEqual({
      types: "verified",
      nobody: "verified",
      "a contact": "left-out",
      "a note": "left-out",
    });
  });
});

describe("a broker", () => {
  interface Heard {
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: unknown;
  }
  const heard: Heard[] = [];
  const app = new Hono();
  let origin = "";
  let close = (): void => undefined;

  beforeAll(async () => {
    app.use(async (context, next) => {
      const text = await context.req.text();
      heard.push({
        path: `${context.req.method} ${context.req.path}`,
        authorization: context.req.header("authorization"),
        body: text === "" ? undefined : JSON.parse(text),
      });
      await next();
    });
    app.post("/pacts/provider/crm/for-verification", (context) =>
      context.json({ _embedded: { pacts: [{ _links: { self: { href: `${origin}/pacts/1` } } }] } }),
    );
    app.post("/pacts/provider/evil/for-verification", (context) =>
      context.json({ _embedded: { pacts: [{ _links: { self: { href: "http://127.0.0.2:1/pacts/1" } } }] } }),
    );
    app.get("/pacts/1", (context) =>
      context.body(
        pactOf([good], { _links: { "pb:publish-verification-results": { href: `${origin}/results` } } }),
      ),
    );
    app.post("/results", (context) => context.json({}, 201));
    app.put("/pacticipants/:name/branches/:branch/versions/:version", (context) => context.json({}));
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await once(server, "listening");
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
    close = () => server.close();
  });
  afterAll(() => close());

  test("hands out the pacts and gets the result, with its credential", async () => {
    heard.length = 0;
    const { code } = await runCli(
      [
        "pact",
        "verify",
        "--broker",
        origin,
        "--provider",
        "crm=crm",
        "--publish",
        "1.2.3",
        "--branch",
        "main",
      ],
      { env: { PACT_BROKER_TOKEN: "broker-secret" } },
    );
    expect(code).toBe(0);
    expect(heard.map(({ path }) => path)).toEqual([
      "POST /pacts/provider/crm/for-verification",
      "GET /pacts/1",
      "PUT /pacticipants/the crm/branches/main/versions/1.2.3",
      "POST /results",
    ]);
    expect(heard.every(({ authorization }) => authorization === "Bearer broker-secret")).toBe(true);
    expect(heard.at(-1)?.body).toMatchObject({
      success: true,
      providerApplicationVersion: "1.2.3",
      verifiedBy: { implementation: "tripact" },
    });
  });

  test("that leads elsewhere, refuses or is not there is reported in one line, and gets no further request", async () => {
    const lines = await Promise.all(
      [
        ["evil=crm", origin],
        ["crm=crm", "http://127.0.0.1:1"],
        ["other=crm", origin],
      ].map(async ([provider = "", url = ""]) => {
        const { code, err } = await runCli(["pact", "verify", "--broker", url, "--provider", provider]);
        return [code, err.trim()];
      }),
    );
    expect(lines).toEqual([
      [2, `tripact: ${origin}: the broker points to another address`],
      [2, "tripact: http://127.0.0.1:1: the broker cannot be reached"],
      [2, "tripact: there is no pact to verify (does --provider name what the broker calls it?)"],
    ]);
  });
});
