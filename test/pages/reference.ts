import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { isNightly, someOf } from "../nightly.ts";
import { violationsIn } from "./chromium.ts";

/** The pages of a served sandbox. */
export const referencePages = (tab: () => Page): void => {
  test.each(someOf(["dark", "light"] as const, 2))("is readable on a %s screen", async (colorScheme) => {
    const served = await startSandbox({ host: "127.0.0.1", scale: 2 });
    onTestFinished(() => served.close());
    const page = tab();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ media: null, colorScheme });
    for (const path of isNightly ? ["/docs/volunteer", "/"] : ["/"]) {
      await page.goto(`${served.origin}${path}`);
      await page.locator("h1, .opblock-tag").first().waitFor();
      // The page's own colour, or that of the screen where it has none.
      const ground = await page.evaluate(
        "[document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor).find((color) => color !== 'rgba(0, 0, 0, 0)') ?? 'rgb(255, 255, 255)'",
      );
      const [red = 0] = /\d+/.exec(String(ground))?.map(Number) ?? [];
      expect([path, red < 60], String(ground)).toEqual([path, colorScheme === "dark"]);
    }
    expect(await violationsIn(page, ["color-contrast"])).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });
};
