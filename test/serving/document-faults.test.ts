import { describe, expect, it, onTestFinished } from "vitest";
import { check } from "../../src/index.ts";
import { readDocumentText } from "../../src/documents/read-document.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { prepareDocument } from "../../src/serving/prepare-document.ts";
import { shopDocument } from "../contracts/shop-document.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { serve } from "./served.ts";

const resources = {
  order: {
    create: "createOrder",
    read: "getOrder",
    list: "listOrders",
    update: "changeOrder",
    replace: "replaceOrder",
    delete: "deleteOrder",
  },
};

const text = JSON.stringify(shopDocument);

/** The facts that fail when the fault is planted. */
const failedWith = async (fault: string): Promise<readonly string[]> => {
  const prepared = await prepareDocument("shop", readDocumentText("shop.json", text), { resources });
  const served = await startSandbox({ scale: 1, root: "shop", openapi: [prepared] });
  onTestFinished(() => served.close());
  const planted = served.sandbox.documentFaults().filter(({ id }) => id === `shop/${fault}`);
  expect(planted).toHaveLength(1);
  served.plant(planted);
  const { credentials = {} } = served.config.interfaces["shop"] ?? {};
  const { report } = await check({
    openapi: "shop.json",
    name: "shop",
    url: served.origin,
    auth: [`bearerAuth=${String(credentials["bearerAuth"])}`],
    resources: "resources.json",
    stateFolder: temporaryFolder(),
    cwd: temporaryFolder({ "shop.json": text, "resources.json": JSON.stringify(resources) }),
  }).result;
  return report.facts.filter(({ status }) => status === "failed").map(({ id }) => id);
};

describe("a fault of a document", () => {
  it.each([
    ["createOrder/is-not-stored", "shop/order/created"],
    ["changeOrder/name-changes-others", "shop/order/updated-others"],
    ["listOrders/kind-is-not-heeded", "shop/order/filtered"],
  ])("%s is found by %s", async (fault, fact) => {
    expect(await failedWith(fault)).toContain(fact);
  });

  it("is made for each verb of a resource, and each field that it takes or shows", async () => {
    const prepared = await prepareDocument("shop", readDocumentText("shop.json", text), { resources });
    const ids = prepared.faults().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const verb of ["create", "read", "list", "replace", "update", "remove", "answer"])
      expect(prepared.faults().map((fault) => fault.verb)).toContain(verb);
    expect(ids).toEqual(
      expect.arrayContaining([
        "createOrder/price-is-lost",
        "replaceOrder/price-is-kept",
        "getOrder/price-is-missing",
      ]),
    );
    // What must be sent cannot be lost without a refusal.
    expect(ids).not.toContain("createOrder/name-is-lost");
  });

  it("is planted through the control interface beside those of the built-in interfaces", async () => {
    const { ask, sandbox } = await serve(shopDocument, {}, { control: true });
    const plant = async (ids: readonly string[]) =>
      (
        await sandbox.fetch(
          new Request("http://sandbox.test/control/faults", {
            method: "PUT",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ ids }),
          }),
        )
      ).status;
    const [order] = (await ask("GET /orders")).json as { id: string }[];
    expect(await plant(["shop/getOrder/id-is-missing", "contact-ids-are-strings"])).toBe(204);
    expect((await ask(`GET /orders/${order?.id ?? ""}`)).at("/id")).toBeUndefined();
    expect(await plant(["shop/getOrder/id-is-missin"])).toBe(400);
    expect(await plant([])).toBe(204);
    expect((await ask(`GET /orders/${order?.id ?? ""}`)).at("/id")).toBe(order?.id);
  });
});
