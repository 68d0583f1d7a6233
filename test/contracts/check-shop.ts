import { check } from "../../src/index.ts";
import type { CheckResult } from "../../src/app/check.ts";
import type { CheckOptions } from "../../src/app/options.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { type Shop, type ShopFault, startShop } from "./shop-server.ts";

export interface CheckedShop extends CheckResult {
  readonly shop: Shop;
}

/** Checks a shop with a fault by its document. */
export const checkShop = async (
  fault: ShopFault = {},
  options: Partial<CheckOptions> = {},
): Promise<CheckedShop> => {
  const shop = await startShop(fault);
  try {
    const result = await check({
      openapi: `${shop.url}/openapi.json`,
      url: shop.url,
      auth: ["bearerAuth=shop-secret"],
      stateFolder: temporaryFolder(),
      ...options,
    }).result;
    return { ...result, shop };
  } finally {
    await shop.close();
  }
};
