import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { isNightly, someOf } from "../../nightly.ts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ReportHistory, ReportInput } from "../../../src/harness/model/report-input.ts";
import { loadPageAssets } from "../../../src/harness/reporters/html/assets.ts";
import { htmlHistory } from "../../../src/harness/reporters/html/history-page.ts";
import { htmlReport } from "../../../src/harness/reporters/html/html.ts";
import { chromiumPath, launchChromium, violationsIn } from "../../chromium.ts";
import { fact, finding } from "./events.ts";
import {
  driftResults,
  history,
  inputWith,
  loggedExchange,
  recording,
  recordingInput,
  redInput,
} from "./input.ts";

const assets = loadPageAssets();

const redNight: ReportInput = {
  ...redInput,
  report: { ...redInput.report, recording },
  drift: driftResults,
  history,
};

const hostile = inputWith([
  "</script><script>globalThis.hurt = true</script>",
  "<img src=x onerror='globalThis.hurt = true'>",
  "\u202e<b>\u0000\ud800</b>",
  "javascript:globalThis.hurt=true",
  "`code` </style>",
  "__proto__",
]);

const factCount = 80;

const facts = Array.from({ length: factCount }, (_, index) =>
  fact(`CRM-${String(index).padStart(2, "0")}`, "failed"),
);

/** 5,000 findings in the night. */
const many = isNightly ? 5000 : 850;

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

test("the page is whole and asks for nothing from anywhere", () => {
  const page = htmlReport(redNight, assets);
  const outside = [...page.matchAll(/(?:src|href)\s*=\s*"([^"]*)"/g)].map(([, address]) => address);
  for (const address of outside) expect(address).toMatch(/^(?:#|data:,$)/);
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).toContain("Copyright (c)");
  expect(page).toContain("contact note 10: put back");
  expect(htmlReport({ ...redNight, history: [] }, assets)).not.toContain("Copyright (c)");
});

/** The history beside six fields: one came in the middle, and no run that failed says anything of any. */
const fieldsOf = (count: number): readonly ReportHistory[] =>
  history.map((one) => ({
    ...one,
    nights: one.nights.map((night, at) => ({
      ...night,
      night: at + 1,
      version: at < 20 ? "1.2.3" : "1.3.0",
    })),
    fields: Array.from({ length: count }, (_, index) => ({
      operation: "listDonors",
      status: 200,
      pointer: `/items/*/field${index}`,
      nights: one.nights.flatMap(({ startedAt, status }, at) =>
        status === "failed"
          ? []
          : [
              {
                night: at + 1,
                startedAt,
                parents: 40,
                seen: at < 15 ? 0 : 40,
                types: at < 15 ? {} : { string: 30, null: 10 },
              },
            ],
      ),
    })),
  }));

const tool = { name: "tripact", version: "1.3.0" };

const dataIn = (page: string): { readonly history: readonly Readonly<Record<string, unknown>>[] } =>
  // What the page's script reads.
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? "") as {
    history: Readonly<Record<string, unknown>>[];
  };

test("a page of histories has a gap for every failed run, a line for every release, and each run in a table", () => {
  const page = htmlHistory("listDonors", fieldsOf(1), tool, assets);
  const [only] = dataIn(page).history;
  expect(only).toMatchObject({ releases: [{ version: "1.3.0" }], fields: [{ types: [] }] });
  const columns = [
    (only as { standing: unknown[] }).standing,
    ...(only as { fields: { present: unknown[]; nulls: unknown[] }[] }).fields.flatMap(
      ({ present, nulls }) => [present, nulls],
    ),
  ];
  for (const column of columns)
    expect([column.length, column.indexOf(null), column.lastIndexOf(null)]).toEqual([30, 12, 12]);
  expect(columns[1]?.slice(14, 16)).toEqual([0, 100]);
  expect(columns[2]?.slice(14, 16)).toEqual([0, 25]);
  const text = page.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(text).toContain("failed run: donation: cannot be reached");
  expect(text).toContain("first run of tripact 1.3.0");
  expect(text).toContain("40 of 40 10 string 30");
  expect(htmlHistory("All runs", [], tool, assets)).toContain("No run yet.");
});

test("the page of a recording tells what it held; no other has that part", () => {
  const page = htmlReport(recordingInput, assets);
  expect(page).toContain('<a href="#recording"');
  expect(page).not.toContain("<li>seed ");
  expect(page).toContain("1,204 entries in 2 files · crm 1,200 · 3 match no documented operation");
  expect(page).toContain("<code>night.har: byte 4</code>: an entry that is not JSON");
  expect(page).toContain("<code>tests/one.ndjson</code>");
  expect(page).toContain("and 2 more kinds of request");
  expect(htmlReport(redInput, assets)).not.toContain("recording-title");
});

test("no text breaks out of the page's data", () => {
  const page = htmlReport(hostile, assets);
  const scripts = page.match(/<script/g) ?? [];
  expect(scripts).toHaveLength(2);
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
  expect(JSON.parse(data)).toMatchObject({ findings: { length: 6 } });
  expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u);
});

describe.skipIf(chromiumPath === undefined)("in Chromium (skipped where there is none)", () => {
  const folder = mkdtempSync(join(tmpdir(), "tripact-test-"));
  let browser: Browser;
  let page: Page;
  let errors: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ permissions });
    // One for all tests: a tab of its own would start a process for each.
    page = await context.newPage();
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(?:file|data):/.test(request.url())) errors.push(request.url());
    });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    /** What went wrong in the page, and what it asked for. */
    readonly errors: readonly string[];
  }

  const pages = new Map<ReportInput, string>();
  const pageOf = (input: ReportInput): string => {
    const made = pages.get(input) ?? htmlReport(input, assets);
    pages.set(input, made);
    return made;
  };

  const open = async (name: string, input: ReportInput, hash = ""): Promise<Opened> => {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, pageOf(input));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: null, colorScheme: null });
    errors = [];
    await page.goto(`${pathToFileURL(file).href}${hash}`);
    return { page, errors };
  };

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
    const { page, errors } = await open("night", redNight);
    for (const details of await page.locator("details > summary").all())
      if (await details.isVisible()) await details.click();
    const screens = [
      [360, "dark"],
      [360, "light"],
      [760, "light"],
      [1280, "light"],
    ] as const;
    for (const [width, colorScheme] of someOf(screens, 4)) await expectToFit(width, 740, colorScheme);
    expect(await page.locator("canvas").count()).toBe(2);
    expect(errors).toEqual([]);
  });

  test("shows fields in every run: those of a few at once, of many when they are opened", async () => {
    const { page, errors } = await open("fields", redNight);
    for (const [count, shown] of [
      [1, 3],
      [6, 2],
    ] as const) {
      writeFileSync(join(folder, "fields.html"), htmlHistory("listDonors", fieldsOf(count), tool, assets));
      await page.reload();
      expect(await page.locator("canvas").count()).toBe(shown);
    }
    await page.locator(".field > summary").last().click();
    await expect.poll(() => page.locator(".field canvas").count()).toBe(1);
    await page.locator(".field > details > summary").last().click();
    const screens = [
      [390, "dark"],
      [1280, "light"],
    ] as const;
    for (const [width, colorScheme] of someOf(screens, 2)) await expectToFit(width, 844, colorScheme);
    expect(await page.locator(".field table.rows tbody tr:visible").count()).toBe(30);
    expect(errors).toEqual([]);
  });

  test("shows the night: verdict, facts with their checks, shapes side by side, exchanges, questions; copies a curl", async () => {
    const { page } = await open("night", redNight);
    expect(await page.locator("h1").innerText()).toBe("Not conformant");
    expect(await page.locator("#facts tbody tr").count()).toBe(redNight.report.facts.length);
    const first = page.locator("#finding-list .finding").first();
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
    await page.locator(".finding .curl button").first().click();
    await page.locator(".finding .curl button", { hasText: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(redNight.report.findings[0]?.curl);
  });

  test.each([
    ["finding", redInput, ".finding"],
    ["new drift", redNight, ".drift-list > article"],
  ] as const)(
    "shows the first %s without scrolling, on a desktop and on a phone",
    async (_, input, first) => {
      const { page } = await open("first", input);
      for (const size of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size);
        const head = await page.locator(`${first} :is(h3, h4)`).first().boundingBox();
        expect((head?.y ?? Infinity) + (head?.height ?? 0), `${size.width} wide`).toBeLessThan(size.height);
      }
    },
  );

  test("narrows the facts by status, interface and words, and shows a narrowed one that is asked for", async () => {
    const { page } = await open("facts", redNight);
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
    const { page } = await open("keys", redNight);
    const focused = () => page.evaluate("(document.activeElement.closest('[id]') ?? {}).id");
    const press = async (key: string): Promise<unknown> => {
      await page.keyboard.press(key);
      return focused();
    };
    expect(await press("j")).toBe("drift-00000000001f");
    expect(await press("ArrowDown")).toBe("finding-00000000000a");
    expect(await press("ArrowDown")).toBe("finding-00000000000b");
    expect(await press("k")).toBe("finding-00000000000a");
    expect(await press("ArrowUp")).toBe("drift-00000000001f");
    await page.locator(".finding").last().locator("h3").focus();
    expect(await press("j")).toBe("fact-CRM-08");
    await page.locator('#fact-filters input[name="text"]').focus();
    await page.keyboard.press("j");
    expect(await page.locator('#fact-filters input[name="text"]').inputValue()).toBe("j");
  });

  test("leads from a finding to its exchange and its fact, and back", async () => {
    const { page } = await open("links", redNight);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the report");
    await page.locator('.finding a[href="#fact-CRM-08"]').first().focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("fact-CRM-08");
    await page.locator('.finding a[href="#exchange-3"]').first().focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.parentElement.id")).toBe("exchange-3");
    expect(await page.locator("#exchange-3 .body").innerText()).toContain("no answer: timeout");
    await page.goBack();
    expect(await page.evaluate("location.hash")).toBe("#fact-CRM-08");
  });

  test("tells runs apart that differ by hours alone", async () => {
    const hourly = history.map((one) => ({
      ...one,
      nights: one.nights.slice(0, 4).map((night, hour) => ({
        ...night,
        startedAt: new Date(Date.UTC(2025, 0, 5, 2 + hour)).toISOString(),
      })),
    }));
    const remember = `globalThis.drawn = new Set();
        const fillText = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
          drawn.add(text);
          return fillText.call(this, text, ...rest);
        };`;
    const script = await page.addInitScript(remember);
    onTestFinished(() => script.dispose());
    await open("hours", { ...redInput, history: hourly });
    for (const text of ["02:00", "03:00", "01-05"])
      await expect.poll(() => page.evaluate("[...drawn]")).toContain(text);
  });

  test("prints everything that was found, dark on light", async () => {
    const { page } = await open("print", long);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator(".finding").count()).toBe(many);
    for (const gone of ["header", "#finding-filters", "#exchanges"])
      expect(await page.locator(gone).isVisible(), gone).toBe(false);
    expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(27, 31, 36)");
  });

  test("shows an answer of the embedded sandbox itself", async () => {
    const { answer, ...rest } = loggedExchange(1);
    const seen = { ...answer, body: { id: 7, noteDate: "2025-03-01" } };
    const { page } = await open("sandbox", {
      ...redInput,
      exchanges: { entries: [{ ...rest, answer: seen }], omitted: 0, isSandbox: true },
    });
    await page.locator(".exchange summary").click();
    expect(await page.locator(".exchange .body").innerText()).toContain('"noteDate": "2025-03-01"');
  });

  test("runs nothing of a hostile target's texts", async () => {
    const { page, errors } = await open("hostile", hostile);
    for (const details of await page.locator("details > summary").all())
      if (await details.isVisible()) await details.click();
    expect(await page.evaluate("globalThis.hurt")).toBeUndefined();
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("draws a part of thousands of findings and exchanges, and finds them all", async () => {
    const told = many.toLocaleString("en");
    const { page } = await open("long", long);
    expect(await page.locator("#finding-count").innerText()).toBe(`${told} defects at ${told} places`);
    expect(await page.locator(".finding").count()).toBe(25);
    await page.locator('#finding-filters input[name="text"]').fill("field432");
    await page.locator("#finding-count", { hasText: ` of ${told} defects` }).waitFor();
    await page
      .locator("a.to-findings")
      .first()
      .evaluate((link) => (link as unknown as { click(): void }).click());
    await page.locator("#finding-count", { hasText: `${Math.ceil(many / factCount)} of ${told}` }).waitFor();
    await page.evaluate("document.querySelector('a[href^=\"#exchange-\"]').click()");
    await page.locator(".exchange[open]").waitFor();
    expect(await page.locator("body *").count()).toBeLessThan(20_000);
  });

  test("opens at what its address names, drawn or not", async () => {
    const last = long.report.findings.at(-1)?.fingerprint ?? "";
    const { page } = await open("link", long, `#finding-${last}`);
    const focused = page.locator(`#finding-${last} h3:focus`);
    await focused.waitFor();
    expect(await focused.count()).toBe(1);
  });
});
