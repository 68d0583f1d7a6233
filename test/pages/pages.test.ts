import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { dashboardPages } from "./dashboard.ts";
import { matrixPages } from "./matrix.ts";
import { referencePages } from "./reference.ts";
import { reportPages } from "./report.ts";

// All that takes a browser: starting one takes as long as several pages.
describe.skipIf(chromiumPath === undefined)("in Chromium (skipped where there is none)", () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    const permissions = ["clipboard-read", "clipboard-write"];
    // One for all tests: a tab of its own would start a process for each. Nobody waits here for smooth scrolling.
    page = await browser.newPage({ permissions, reducedMotion: "reduce" });
  });
  afterAll(() => browser.close());

  const tab = (): Page => page;
  // What files hold first, then what is served: Chromium has a process for each.
  describe("a report", () => {
    reportPages(tab);
  });
  describe("changes and consumers", () => {
    matrixPages(tab);
  });
  describe("the dashboard", () => {
    dashboardPages(tab);
  });
  describe("the sandbox's reference", () => {
    referencePages(tab);
  });
});
