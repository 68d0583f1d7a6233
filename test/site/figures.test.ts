import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { measuredRuns } from "../../scripts/measured-runs.ts";
import { root } from "../../scripts/package/entries.ts";
import { figurePage } from "../../site/generate/figures.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";

test("the commands that write the tables are scripts of the package", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const unknown = Object.values(measuredRuns).filter(
    ({ command }) => !((/^npm run ([\w:]+)/.exec(command)?.[1] ?? "") in scripts),
  );
  expect(unknown).toEqual([]);
});

test("a table is shown with its date and machine, and one that is missing with the command that writes it", () => {
  const folder = temporaryFolder({
    "README.md": "# Of the folder",
    "extra.md": "# One more\n\nMeasured on 2026-02-01: 1 × b, Node v24.0.0.\n",
    "bench.md":
      "# Speed\n\nMeasured on 2026-01-31: 2 × a processor, Node v24.0.0.\n\n## Part\n\n| what | {{is}} |\n|---|---|\n| a | 1 |\n",
  });
  const { text } = figurePage(pathToFileURL(`${folder}/`));
  expect(text).toContain(
    "| [Speed, beside limits and other tools](#bench) | 2026-01-31 | 2 × a processor, Node v24.0.0 | <code v-pre>npm run bench</code> |",
  );
  expect(text).toContain("\n## Speed {#bench}\n\nMeasured on 2026-01-31");
  expect(text).toMatch(/\n### Part\n[^]*&#123;&#123;is}}/);
  expect(text).toContain(
    "| Requests of each check | not measured yet |  | <code v-pre>npm run requests</code> |",
  );
  expect(text).not.toContain("(#requests)");
  expect(text).toContain("| [One more](#extra) | 2026-02-01 | 1 × b, Node v24.0.0 |  |");
  expect(text).not.toContain("Of the folder");
});
