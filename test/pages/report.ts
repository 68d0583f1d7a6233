import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportInput } from "../../src/core/model/report-input.ts";
import { loadPageAssets } from "../../src/report/html/assets.ts";
import { htmlHistory } from "../../src/report/html/history.ts";
import { htmlReport } from "../../src/report/html/html.ts";
import { fact, finding } from "../report/events.ts";
import { fieldsOf, hostile, redNight, tool } from "../report/html-input.ts";
import { history, loggedExchange, redInput } from "../report/input.ts";
import { isNightly, someOf } from "../nightly.ts";
import { violationsIn } from "./chromium.ts";

const assets = loadPageAssets();

const factCount = 80;

const facts = Array.from({ length: factCount }, (_, index) =>
  fact(`CRM-${String(index).padStart(2, "0")}`, "failed"),
);

/** As many problems as a page shows. */
const many = isNightly ? 1900 : 450;

const long: ReportInput = {
  ...redInput,
  report: {
    ...redInput.report,
    facts,
    findings: Array.from({ length: many }, (_, index) =>
      finding({
        fact: `CRM-${String(index % factCount).padStart(2, "0")}`,
        message: `\`field${index}\` is a number where a string is stated`,
        pointer: `/items/field${index}`,
        exchanges: [index + 1],
        known: index % 10 === 0,
      }),
    ),
  },
  exchanges: {
    entries: Array.from({ length: 2 * many }, (_, index) => loggedExchange(index + 1)),
    omitted: 12,
  },
};

/** The page of a report, in a browser's page that is there before the first test. */
export const reportPages = (tab: () => Page): void => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-test-"));
  const night = htmlReport(redNight, assets);
  const longNight = htmlReport(long, assets);
  let page: Page;
  /** What went wrong in the page, and what it asked for. */
  let errors: string[] = [];

  beforeAll(() => {
    page = tab();
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(?:file|data):/.test(request.url())) errors.push(request.url());
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = async (name: string, html: string, hash = ""): Promise<void> => {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: null, colorScheme: null });
    errors = [];
    await page.goto(`${pathToFileURL(file).href}${hash}`);
  };

  const openDetails = (): Promise<unknown> =>
    page.evaluate(
      "for (const one of document.querySelectorAll('details > summary')) if (one.checkVisibility()) one.click()",
    );

  const charts = () => page.locator(".chart > svg:visible");

  /** The page has no accessibility violation on a screen, and is no wider than that. */
  const expectToFit = async (width: number, height: number, colorScheme: "light" | "dark"): Promise<void> => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    expect(await violationsIn(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate("document.documentElement.scrollWidth - innerWidth"), { timeout: 180_000 })
      .toBe(0);
  };

  test("has no accessibility violation and fits the screen: light, dark and narrow", async () => {
    await open("night", night);
    await openDetails();
    const screens = [
      [360, "dark"],
      [360, "light"],
      [760, "light"],
      [1280, "light"],
    ] as const;
    for (const [width, colorScheme] of someOf(screens, 4)) await expectToFit(width, 740, colorScheme);
    expect(await charts().count()).toBe(2);
    expect(errors).toEqual([]);
  });

  test("shows fields in every run: those of a few at once, of many when they are opened", async () => {
    for (const [count, shown] of [
      [1, 3],
      [6, 2],
    ] as const) {
      await open("fields", htmlHistory("listDonors", fieldsOf(count), tool, assets));
      expect(await charts().count()).toBe(shown);
    }
    await page.locator(".field > summary").last().click();
    await expect.poll(() => charts().count()).toBe(3);
    await page.locator(".field > details > summary").last().click();
    const screens = [
      [390, "dark"],
      [1280, "light"],
    ] as const;
    for (const [width, colorScheme] of someOf(screens, 2)) await expectToFit(width, 844, colorScheme);
    expect(await page.locator(".field table.rows tbody tr:visible").count()).toBe(30);
    expect(errors).toEqual([]);
  });

  /** Whether something stands on a screen before anybody scrolls, on a desktop and on a phone. */
  const expectInSight = async (first: string): Promise<void> => {
    for (const size of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      const head = await page.locator(`${first} :is(h3, h4)`).first().boundingBox();
      expect((head?.y ?? Infinity) + (head?.height ?? 0), `${size.width} wide`).toBeLessThan(size.height);
    }
  };

  test("shows the run: a new problem without scrolling, verdict, facts with their checks, shapes side by side, exchanges, questions; copies a curl", async () => {
    await open("night", night);
    await expectInSight("#finding-list > article");
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.locator("h1").innerText()).toBe("Not conformant");
    expect(await page.locator("#facts tbody tr").count()).toBe(redNight.report.facts.length);
    const first = page.locator("#finding-00000000000a");
    expect(await first.locator(".shapes dd").allInnerTexts()).toEqual(["string, date", "string(10)"]);
    const [expected, observed] = await first.locator(".shapes > div").all();
    const [left, right] = [await expected?.boundingBox(), await observed?.boundingBox()];
    expect(left?.y).toBe(right?.y);
    expect(await page.locator(".exchange").count()).toBe(3);
    expect(await page.locator("#unknowns tbody tr").count()).toBe(1);
    // Every part of a fact has the width of a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    for (const column of [3, 4]) {
      const box = await page.locator(`#fact-CRM-08 > :nth-child(${column})`).boundingBox();
      expect(box?.width).toBeGreaterThan(330);
    }
    await first.locator(".curl button").click();
    await first.locator(".curl button", { hasText: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(redNight.report.findings[0]?.curl);
  });

  test("shows the first finding without scrolling", async () => {
    await open("first", htmlReport(redInput, assets));
    await expectInSight(".finding");
  });

  test("narrows the facts by status, interface and words, and shows a narrowed one that is asked for", async () => {
    await open("facts", night);
    const shown = page.locator("#facts tbody tr:visible");
    const ids = () => shown.evaluateAll((rows) => rows.map(({ id }) => id));
    await page.locator('#fact-filters select[name="outcome"]').selectOption("skipped");
    await expect.poll(ids).toEqual(["fact-DON-22", "fact-EVT-01"]);
    await page.locator('#fact-filters select[name="group"]').selectOption("donation");
    await expect.poll(ids).toEqual(["fact-DON-22"]);
    expect(await page.locator("#fact-count").innerText()).toBe("1 of 6 facts");
    await page.locator("#fact-filters").evaluate((form) => (form as unknown as { reset(): void }).reset());
    await page.locator('#fact-filters input[name="text"]').fill("amounts strings");
    await expect.poll(ids).toEqual(["fact-GEN-01"]);
    await page.locator('.finding a[href="#fact-CRM-08"]').first().click();
    await expect.poll(ids).toContain("fact-CRM-08");
    expect(await page.evaluate("document.activeElement.id")).toBe("fact-CRM-08");
  });

  test("is used by keyboard at once: from a change to a finding to a fact, and back", async () => {
    await open("keys", night);
    const focused = () => page.evaluate("(document.activeElement.closest('[id]') ?? {}).id");
    const press = async (key: string): Promise<unknown> => {
      await page.keyboard.press(key);
      return focused();
    };
    expect(await press("j")).toBe("finding-00000000001f");
    expect(await press("ArrowDown")).toBe("finding-00000000000a");
    expect(await press("ArrowDown")).toBe("finding-00000000000b");
    expect(await press("k")).toBe("finding-00000000000a");
    expect(await press("ArrowUp")).toBe("finding-00000000001f");
    await page.locator(".finding").last().locator("h3").focus();
    expect(await press("j")).toBe("fact-CRM-08");
    await page.locator('#fact-filters input[name="text"]').focus();
    await page.keyboard.press("j");
    expect(await page.locator('#fact-filters input[name="text"]').inputValue()).toBe("j");
  });

  test("leads from a finding to its exchange and its fact, and back", async () => {
    await open("links", night);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the report");
    await page.locator('.finding a[href="#fact-CRM-08"]').first().focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("fact-CRM-08");
    await page.locator(".finding .evidence > summary").first().click();
    await page.locator('.finding a[href="#exchange-3"]').first().focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.parentElement.id")).toBe("exchange-3");
    expect(await page.locator("#exchange-3 .body").innerText()).toContain("no answer: timeout");
    await page.goBack();
    expect(await page.evaluate("location.hash")).toBe("#fact-CRM-08");
  });

  test("shows the hours of runs that differ by them alone", async () => {
    const hourly = history.map((one) => ({
      ...one,
      nights: one.nights.slice(0, 4).map((night, hour) => ({
        ...night,
        startedAt: new Date(Date.UTC(2025, 0, 5, 2 + hour)).toISOString(),
      })),
    }));
    await open("hours", htmlReport({ ...redInput, history: hourly }, assets));
    const texts = await charts().first().locator("> text").allTextContents();
    for (const text of ["01-05 02:00", "01-05 03:00", "01-05 05:00"]) expect(texts).toContain(text);
  });

  test("shows an answer of the embedded sandbox itself", async () => {
    const { answer, ...rest } = loggedExchange(1);
    const seen = { ...answer, body: { id: 7, noteDate: "2025-03-01" } };
    const exchanges = { entries: [{ ...rest, answer: seen }], omitted: 0, isSandbox: true };
    await open("sandbox", htmlReport({ ...redInput, exchanges }, assets));
    await page.locator(".exchange summary").click();
    expect(await page.locator(".exchange .body").innerText()).toContain('"noteDate": "2025-03-01"');
  });

  test("runs nothing of a hostile target's texts", async () => {
    await open("hostile", htmlReport(hostile, assets));
    await openDetails();
    expect(await page.evaluate("globalThis.hurt")).toBeUndefined();
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("finds a problem among hundreds, and leads from a fact to its problems and from them to exchanges", async () => {
    // Beside them that the run is incomplete.
    const shown = ((many * 9) / 10 + 1).toLocaleString("en");
    await open("long", longNight);
    expect(await page.locator("#finding-count").innerText()).toBe(`${shown} problems`);
    await page.locator('#finding-filters input[name="text"]').fill("field432");
    await page.locator("#finding-count", { hasText: `1 of ${shown} problems` }).waitFor();
    expect(await page.locator(".finding:visible").count()).toBe(1);
    await page.locator("a.to-findings").nth(1).click();
    await page.locator('#finding-filters select[name="fact"]').waitFor();
    expect(await page.locator('#finding-filters select[name="fact"]').inputValue()).toBe("CRM-01");
    await page.evaluate("document.querySelector('a[href^=\"#exchange-\"]').click()");
    await page.locator(".exchange[open]").waitFor();
  });

  test("opens at what its address names, drawn or not, and prints everything", async () => {
    const last = long.report.findings.at(-1)?.fingerprint ?? "";
    await open("link", longNight, `#finding-${last}`);
    const focused = page.locator(`#finding-${last} h3:focus`);
    await focused.waitFor();
    expect(await focused.count()).toBe(1);
    // On paper nothing can be opened: everything is drawn, dark on light.
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".finding").count()).toBe((many * 9) / 10 + 1);
    for (const gone of ["header", "#finding-filters", "#exchanges"])
      expect(await page.locator(gone).isVisible(), gone).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(27, 31, 36)");
  });
};
