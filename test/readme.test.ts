import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { outputOf, withOutputs } from "../scripts/readme-outputs.ts";
import { contract } from "../src/inputs/contract.ts";
import { loadConfig } from "../src/core/config/load-config.ts";
import { isNightly } from "./nightly.ts";

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const text = (name: string): string => readFileSync(path(name), "utf8");

const readme = text("README.md");

const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\n\`\`\``, "g"))].flatMap(
    ([, block]) => block ?? [],
  );

const commands = [
  ...blocks("sh").flatMap((block) => block.split("\n").flatMap((line) => line.split(" && "))),
  ...[...readme.matchAll(/`(npx tripact [a-z]+)`/g)].flatMap(([, command]) => command ?? []),
];

/** Numbers and the columns they push about change from commit to commit; the text does not. */
const shape = (output: string): string =>
  output
    .replace(/^skipped[\s\S]*?(?=^observed)/m, "")
    .replace(/[\d.]+/g, "#")
    .replace(/\s+/g, " ");

/** What only a nightly run looks at here. */
const nightlyOnly = [
  // A run of one interface prints the same lines as one of all.
  "check --interface donation --report json=reports/donation.json",
  // A usual run has it in test/entrypoints/cli/commands/generate.test.ts, where the generators are loaded.
  "generate --check",
];

const withoutNightly = (text: string): string =>
  nightlyOnly.reduce((rest, command) => rest.replace(`npx tripact ${command}\n\`\`\``, "```"), text);

/** The README without what only a nightly run looks at. */
const shownToday = isNightly ? readme : withoutNightly(readme);

/** What a command prints that ends by itself; it is run once, however often the README names it. */
const printed = new Map<string, Promise<string>>();
const outputOnce = (command: string): Promise<string> => {
  const known = printed.get(command) ?? outputOf(command);
  printed.set(command, known);
  return known;
};

describe("README.md", () => {
  test("shows what its commands really print", async () => {
    expect(shape(await withOutputs(shownToday, outputOnce))).toBe(shape(shownToday));
  });

  const ofTripact = commands
    .filter((command) => command.startsWith("npx tripact "))
    .filter((command) => isNightly || !nightlyOnly.includes(command.slice("npx tripact ".length)));

  test.each(nightlyOnly)("still shows %s", (command) => {
    expect(commands).toContain(`npx tripact ${command}`);
  });

  test.each(ofTripact)("%s", async (command) => {
    const asked = command.slice("npx tripact ".length);
    const output = await (asked.startsWith("sandbox") ? outputOf(asked, true) : outputOnce(asked));
    expect(output).not.toBe("");
    expect(output).not.toMatch(/^tripact: /m);
  });

  test("the commands of npm are those that CI runs", () => {
    const scripts = Object.keys(
      (JSON.parse(text("package.json")) as { scripts: Record<string, string> }).scripts,
    );
    const ofNpm = commands.filter((command) => command.startsWith("npm "));
    expect(ofNpm).toEqual(["npm ci", "npm test"]);
    expect(text(".ci/run")).toContain("npm ci");
    expect(text(".ci/run")).toContain("npm test");
    expect(scripts).toContain("test");
  });

  test("the configuration is a valid one", () => {
    const [config = ""] = blocks("yaml");
    const loaded = loadConfig(config, {
      contract,
      file: "README.md",
      env: { DONATION_TOKEN: "not-a-real-token" },
    });
    expect(loaded.interfaces).toEqual(["donation"]);
  });

  test("the snippet runs", async () => {
    const [snippet = ""] = blocks("ts");
    const file = path(`test/.readme-snippet-${process.pid}.ts`);
    const sources = new URL("../src/index.ts", import.meta.url).href;
    writeFileSync(file, `${snippet.replace('"tripact"', JSON.stringify(sources))}\nexport { response };\n`);
    try {
      const { response } = (await import(/* @vite-ignore */ file)) as { response: Response };
      expect(response.status).toBe(200);
      expect(await response.json()).toContain("Home Email");
    } finally {
      rmSync(file);
    }
  });
});
