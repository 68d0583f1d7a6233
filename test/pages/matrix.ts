import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Use } from "../../src/consumers/usage/use.ts";
import { type Matrix, matrixOf, type MatrixRow } from "../../src/consumers/usage/verdict/matrix.ts";
import { matrixPage } from "../../src/consumers/usage/verdict/matrix-page.ts";
import { isNightly, someOf } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { violationsIn } from "./chromium.ts";

const hostile = "<img src=x onerror='globalThis.hurt = true'>";

const consumers = [
  "intake",
  "donor-portal",
  "reporting",
  "volunteer-app",
  "nightly-sync",
  "mailing",
  hostile,
];

const read = (...at: readonly string[]): Use => ({
  interface: "donation",
  location: "/components/schemas/Donor/properties/DonorAddresses",
  how: "read",
  at,
});

const call: Use = {
  interface: "donation",
  location: "/paths/~1api~1Donor~1query/post",
  how: "call",
  seen: 4,
  at: [],
};

const row = (index: number): MatrixRow => ({
  what: "response-property-removed",
  where: `Donor.DonorAddresses${index}`,
  message: `the property is gone ${hostile}`,
  consumers: consumers.flatMap((consumer, column) =>
    (index + column) % 3 === 0
      ? [
          {
            consumer,
            verdict: column % 2 === 0 ? ("breaks" as const) : ("at risk" as const),
            uses: [read("src/donors/household-mapper.ts:14", `src/${hostile}.ts:3`), call],
          },
        ]
      : [],
  ),
});

const matrix: Matrix = matrixOf(
  consumers,
  Array.from({ length: 9 }, (_, index) => row(index)),
);

/** The page of changes and consumers. */
export const matrixPages = (tab: () => Page): void => {
  const open = async (of: Matrix, width: number, colorScheme: "light" | "dark"): Promise<Page> => {
    const page = tab();
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ media: null, colorScheme });
    await page.goto(pathToFileURL(join(temporaryFolder({ "page.html": matrixPage(of) }), "page.html")).href);
    return page;
  };

  const screens = [
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const;

  test.each(someOf(screens, 3))(
    "has no accessibility violation at %i pixels, %s, and never scrolls as a whole",
    async (width, scheme) => {
      // An empty one looks alike on every screen.
      for (const one of width === 390 && !isNightly ? [matrix] : [matrix, matrixOf(consumers, [])]) {
        const page = await open(one, width, scheme);
        await page.locator("details").evaluateAll("all => all.forEach((one) => (one.open = true))");
        // On the narrow one the colours alone are others.
        const rules = width === 390 && !isNightly ? ["color-contrast"] : undefined;
        expect(await violationsIn(page, rules)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        expect(await page.evaluate("globalThis.hurt")).toBeUndefined();
      }
    },
  );

  test("has a column for each consumer, and shows where its uses are", async () => {
    const page = await open(matrix, 1280, "light");
    expect(await page.locator("thead th").allTextContents()).toEqual(["Change", ...consumers]);
    const cell = page.locator("tbody tr").first().locator("td").first();
    expect(await cell.locator("summary").innerText()).toBe("breaks · 3 uses");
    await cell.locator("summary").click();
    expect(await cell.locator("li").allInnerTexts()).toEqual([
      "src/donors/household-mapper.ts:14 reads Donor.DonorAddresses",
      `src/${hostile}.ts:3 reads Donor.DonorAddresses`,
      "its traffic calls POST /api/Donor/query",
    ]);
  });

  test("lists at each change only whom it concerns on a narrow screen", async () => {
    const page = await open(matrix, 390, "light");
    const shown = page.locator("tbody tr").first().locator("td:visible");
    expect(await shown.locator("summary").allInnerTexts()).toEqual(
      row(0).consumers.map(
        ({ consumer, verdict }) => `${verdict === "breaks" ? "breaks" : "may break"} ${consumer} · 3 uses`,
      ),
    );
  });
};
