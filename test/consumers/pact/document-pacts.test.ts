import { describe, expect, onTestFinished, test } from "vitest";
import { verify } from "../../../src/app/verbs.ts";
import { shopDocument } from "../../contracts/shop-document.ts";
import { type ShopFault, startShop } from "../../contracts/shop-server.ts";
import { runCli } from "../../entrypoints/cli/run-cli.ts";
import { temporaryFolder } from "../../entrypoints/cli/temporary-folder.ts";
import { pactOf, reads } from "./kit.ts";

const id = "00000000-0000-4000-8000-000000000001";

const like = (body: unknown) => ({
  response: { status: 200, body, matchingRules: { body: { $: { matchers: [{ match: "type" }] } } } },
});

const order = reads("an order", `/orders/${id}`, like({ name: "x", count: 3 }));

const verified = async (
  interactions: readonly unknown[],
  fault: ShopFault = {},
  auth = ["bearerAuth=shop-secret"],
) => {
  const shop = await startShop(fault);
  onTestFinished(() => shop.close());
  const cwd = temporaryFolder({
    "openapi.json": JSON.stringify(shopDocument),
    "a.json": pactOf(interactions, "the shop"),
  });
  const result = await verify({ cwd, openapi: "openapi.json", url: shop.url, auth, files: ["a.json"] })
    .result;
  const [pact] = result.pacts;
  return {
    verdict: result.verdict,
    contradictions: (pact?.contradictions ?? []).map(({ code }) => code),
    interactions: (pact?.interactions ?? []).map(({ status, reasons }) => [status, ...reasons]),
    requests: shop.requests,
  };
};

// As docs/guides/check-your-own-api.md has it.
describe("pacts of a document's interface", { timeout: 60_000 }, () => {
  test("are verified against the document and its server", async () => {
    const { verdict, contradictions, interactions } = await verified([order]);
    expect({ verdict, contradictions, interactions }).toEqual({
      verdict: "conformant",
      contradictions: [],
      interactions: [["verified"]],
    });
  });

  test("contradict the document without a request, or fail at the server", async () => {
    const misspelt = reads("a misspelt field", `/orders/${id}`, like({ nam: "x" }));
    const { verdict, contradictions, interactions } = await verified([order, misspelt]);
    expect(verdict).toBe("findings");
    expect(contradictions).toEqual(["response.body.incompatible"]);
    expect(interactions).toEqual([["verified"], ["failed", "body $ lacks nam"]]);
  });

  test("write nothing, and say why", async () => {
    const creates = {
      ...reads("a new order", "/orders"),
      request: { method: "POST", path: "/orders", body: { name: "a", kind: "book", count: 1 } },
      response: { status: 201 },
    };
    const { interactions, requests } = await verified([order, creates]);
    expect(interactions).toEqual([
      ["verified"],
      ["left-out", "createOrder may change a record; a live target is only read"],
    ]);
    expect(requests.filter((one) => one.startsWith("POST"))).toEqual([]);
  });

  test("are not judged without a credential", async () => {
    const { verdict, interactions } = await verified([order], {}, []);
    expect(verdict).toBe("inconclusive");
    expect(interactions[0]?.[1]).toMatch(/^the target answers 401: give a credential/);
  });

  test("a provider that no interface is called is named", async () => {
    const shop = await startShop();
    onTestFinished(() => shop.close());
    const cwd = temporaryFolder({
      "openapi.json": JSON.stringify(shopDocument),
      "a.json": pactOf([order], "the shop"),
    });
    const words = ["pact", "verify", "a.json", "--openapi", "openapi.json", "--url", shop.url];
    const { code, err } = await runCli([...words, "--provider", "the shop=shop"], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining("shop is no interface here")]);
  });
});
