import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";

const locations = [
  process.env["TRIPACT_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium of this machine; undefined where there is none, as on a newcomer's. */
export const chromiumPath: string | undefined = locations.find(
  (path) => path !== undefined && existsSync(path),
);

/** One for all tests of a file: each start takes half a second. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ["--no-sandbox", "--disable-background-networking"],
  });

/** Sent to every page: the smaller, the better. */
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** What keeps some people from using a page, each with the first element that does; by some rules of axe, or all. */
export const violationsIn = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  // A page's own policy keeps scripts out; this one comes from the debugger.
  await page.evaluate(axe);
  // Of what conforms, nothing is wanted: telling of it takes most of the time.
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  // What axe.run resolves to, of which these keys are looked at.
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
