import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replay } from "../../src/index.ts";
import type { Report } from "../../src/core/model/report.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { listening } from "../listening.ts";
import { someOf } from "../nightly.ts";
import { checkShop } from "./check-shop.ts";
import { documentFaults } from "./document-faults.ts";
import { faults, type FaultId } from "./resources/faults.ts";
import { judged } from "./resources/judged.ts";
import { declarationOf, documentOf } from "./resources/model.ts";
import { recordServer } from "./resources/server.ts";
import { shop as models } from "./resources/shop.ts";
import { type ShopFault, startShop } from "./shop-server.ts";

const opened = { timeout: 240_000 };

const stateAt = async (report: Report, fingerprint: string, fault: ShopFault): Promise<string> => {
  const shop = await startShop(fault);
  onTestFinished(() => shop.close());
  const { state, reason = "" } = await replay({
    openapi: `${shop.url}/openapi.json`,
    url: shop.url,
    auth: ["bearerAuth=shop-secret"],
    stateFolder: temporaryFolder(),
    report,
    fingerprint,
  }).result;
  return `${state} ${reason}`.trim();
};

test.each(someOf(documentFaults, 40))(
  "a finding of a document is still there with its fault, and gone without it: $fact, $what",
  async ({ fact, fault }) => {
    const { report } = await checkShop(fault);
    const found = report.findings.find((one) => one.fact === fact);
    if (found === undefined) throw new Error(`${fact} was not found`);
    expect(await stateAt(report, found.fingerprint, fault)).toBe("still there");
    expect(await stateAt(report, found.fingerprint, {})).toBe("gone");
  },
  opened.timeout,
);

const known = Object.entries(faults).flatMap(([id, fact]) => (fact === undefined ? [] : [id as FaultId]));

test.each(someOf(known, 30))(
  "so is one of a resource: %s",
  async (fault) => {
    const report = await judged(models, { fault });
    const found = report.findings.find(({ fact }) => fact === `shop/${faults[fault]}`);
    if (found === undefined) throw new Error(`${faults[fault]} was not found`);
    const cwd = temporaryFolder({
      "openapi.json": JSON.stringify(documentOf(models)),
      "resources.json": JSON.stringify(declarationOf(models)),
    });
    const stateWith = async (planted: FaultId | undefined): Promise<string> =>
      (
        await replay({
          cwd,
          openapi: join(cwd, "openapi.json"),
          resources: "resources.json",
          name: "shop",
          url: await listening(recordServer(models, planted)),
          writes: true,
          stateFolder: temporaryFolder(),
          report,
          fingerprint: found.fingerprint,
        }).result
      ).state;
    expect(await stateWith(fault)).toBe("still there");
    // A server without the fault refuses no removal.
    expect(await stateWith(undefined)).toBe(fault === "delete-refuses-and-removes" ? "not judged" : "gone");
  },
  opened.timeout,
);

test("a finding is refused without the document of its run", async () => {
  const fault = documentFaults.find(({ fact }) => fact.endsWith("/5xx"));
  const { report } = await checkShop(fault?.fault);
  const [first] = report.findings;
  await expect(replay({ report, fingerprint: first?.fingerprint ?? "" }).result).rejects.toMatchObject({
    message: "the finding is of a target that no configuration names",
  });
});
