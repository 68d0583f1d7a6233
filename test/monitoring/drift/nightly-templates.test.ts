import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { commandsBelow, commonOptions } from "../../entrypoints/cli/every-command.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly on: { readonly schedule: readonly { readonly cron: string }[] };
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly {
          readonly uses?: string;
          readonly if?: string;
          readonly with?: Readonly<Record<string, string>>;
        }[];
      }
    >
  >;
}

test("the workflow restores the store before the night and saves it whatever comes of it", () => {
  // The file is ours and its form the documented one.
  const workflow = parse(read(".github/workflows/nightly-drift.yml")) as Workflow;
  const steps = workflow.jobs["drift"]?.steps ?? [];
  const at = (prefix: string): number => steps.findIndex(({ uses = "" }) => uses.startsWith(prefix));
  expect(at("actions/cache/restore")).toBeLessThan(at("./"));
  expect(at("./")).toBeLessThan(at("actions/cache/save"));
  expect(steps[at("actions/cache/save")]?.if).toBe("always()");
  expect(steps[at("actions/cache/save")]?.with).toMatchObject({
    path: ".tripact/store.sqlite\n.tripact/store.sqlite-wal\n",
  });
  expect(steps[at("./")]?.with).toMatchObject({ mode: "drift", store: ".tripact/store.sqlite" });
  expect(workflow.permissions).toEqual({ contents: "read", issues: "write" });
  expect(workflow.on.schedule).toHaveLength(1);
});

test("the other templates use options that there are", async () => {
  const [drift] = await commandsBelow(["drift"]);
  const known = [...commonOptions, ...(drift?.options ?? []).map(({ long }) => long)];
  const commands = [read("templates/nightly/crontab"), read("templates/nightly/gitlab-ci.yml")].map((text) =>
    text.slice(text.indexOf("drift -")),
  );
  const used = commands.flatMap((text) => text.match(/(?<=\s|\()--[a-z-]+/g) ?? []);
  expect(used.length).toBeGreaterThan(6);
  expect(used.filter((option) => !known.includes(option))).toEqual([]);
  const gitlab: unknown = parse(read("templates/nightly/gitlab-ci.yml"));
  expect(gitlab).toHaveProperty("nightly-drift.cache.policy", "pull-push");
});
