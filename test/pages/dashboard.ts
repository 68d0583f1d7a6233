import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { serveDashboard } from "../../src/monitoring/fleet/dashboard/serve-dashboard.ts";
import { isNightly } from "../nightly.ts";
import { filled } from "../monitoring/fleet/dashboard/filled.ts";
import { fleetSettings } from "../monitoring/fleet/fleet-runs.ts";
import { sqlite } from "../monitoring/fleet/engines.ts";
import { violationsIn } from "./chromium.ts";

/** The pages of a fleet's dashboard. */
export const dashboardPages = (tab: () => Page): void => {
  test("have no accessibility violation and no error, fit wide and narrow screens, light and dark", async () => {
    const served = await serveDashboard({
      database: await filled(sqlite),
      fleet: fleetSettings,
      now: () => Date.parse("2025-01-03T10:00:00Z"),
      port: 0,
      host: "127.0.0.1",
    });
    onTestFinished(() => served.close());
    const page = tab();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    const [, change = ""] = /href="(\/changes\/[^"]+)"/.exec(await (await fetch(served.origin)).text()) ?? [];
    const paths = [change, "/organizations/alpha", "/operations/donation/listDonors", "/work", "/"];
    const screens = [
      [1280, "light"],
      [390, "dark"],
    ] as const;
    // A usual run looks at each page on the one screen or the other.
    const views = paths.flatMap((path, index) =>
      screens.filter((_, at) => isNightly || at === index % 2).map((screen) => [path, ...screen] as const),
    );
    for (const [path, width, colorScheme] of views) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ media: null, colorScheme });
      await page.goto(`${served.origin}${path}`);
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect([path, width, overflow, await violationsIn(page)]).toEqual([path, width, 0, []]);
    }
    // The last of them is the first that a visitor sees.
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("To the content");
    expect(await page.locator(".chart svg[role=img]").count()).toBe(1);
    expect(errors).toEqual([]);
  });
};
