/**
 * Plants one fault of each class of defects in time, in combination and in text, and writes the report's text to
 * reports/sequences.md, with the requests and the time of an ordinary, a deep and a nightly run.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { faults } from "../src/builtin/faults/generated/faults.ts";
import type { Report } from "../src/core/model/report.ts";
import { writeMeasured } from "./write-measured.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A fault per class, by a readable name. */
const classes: Readonly<Record<string, string>> = {
  "Time within a run": "the-list-of-users-lags-one-creation",
  Combination: "capitals-in-sort-by-undo-descending",
  "Text and numbers, written and read back": "names-of-a-created-user-are-read-as-latin-1",
  "Half done": "a-created-user-takes-the-name-of-one-who-was-refused",
  "Credentials in other places and forms": "nobody-sets-members-after-somebody",
  "Isolation in writes": "other-organizations-are-refused-and-obeyed",
  "Media types and error families": "unknown-contacts-announced-as-xml",
};

interface Ended {
  readonly out: string;
  readonly seconds: number;
}

/** Runs the command line like a user, with its own state folder. */
const tripact = async (args: readonly string[], home: string): Promise<Ended> => {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, "bin/tripact.js"), ...args, "--no-color"], {
    env: { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  await once(child, "close");
  return { out, seconds: (performance.now() - started) / 1000 };
};

/** The failed facts in a report, up to the notes at its end. */
const failuresIn = (out: string): string => {
  const lines = out.split("\n");
  const from = lines.findIndex((line) => line.startsWith("✗ ") || line.startsWith("! "));
  const to = lines.findIndex((line, index) => index > from && line.startsWith("reproduce "));
  return from < 0
    ? "nothing was found"
    : lines
        .slice(from, to < 0 ? undefined : to)
        .join("\n")
        .trim();
};

const sectionOf = async ([name, id]: readonly [string, string], home: string): Promise<string> => {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault is called ${id}`);
  const { out } = await tripact(["check", "--fault", id], home);
  return `## ${name}\n\n${fault.title} (\`${id}\`, ${fault.fact}).\n\n\`\`\`\n${failuresIn(out)}\n\`\`\`\n`;
};

const rowOf = (what: string, report: Report, seconds: number): string => {
  const { facts, requests } = report.summary;
  return `| ${what} | ${requests} | ${seconds.toFixed(1)} s | ${facts.passed} | ${facts.failed} | ${facts.skipped} |`;
};

const measured = async (what: string, args: readonly string[], home: string): Promise<string> => {
  const { out, seconds } = await tripact([...args, "--json"], home);
  // Written by the command itself.
  return rowOf(what, JSON.parse(out) as Report, seconds);
};

/** A served sandbox, with its configuration in a file. */
const serve = async (home: string): Promise<{ readonly config: string; close(): Promise<void> }> => {
  const server = spawn(process.execPath, [join(root, "bin/tripact.js"), "sandbox", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
  const config = join(home, "sandbox.json");
  writeFileSync(config, line);
  return {
    config,
    async close() {
      server.kill();
      await once(server, "close");
    },
  };
};

const withSafety = (config: string, safety: object): string => {
  const path = config.replace(/\.json$/, "-limited.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), safety }));
  return path;
};

const runsOf = async (home: string): Promise<readonly string[]> => {
  const served = await serve(home);
  try {
    const nightly = withSafety(served.config, {
      writes: false,
      maxRequests: 300,
      perSecond: 20,
      perHour: 300,
    });
    return [
      await measured("`tripact check`, embedded sandbox", ["check"], home),
      await measured("`tripact check --deep`, embedded sandbox", ["check", "--deep"], home),
      await measured(
        "a night: `tripact check` of a served sandbox, 300 requests an hour, 20 a second, writes off",
        ["check", "--config", nightly],
        home,
      ),
    ];
  } finally {
    await served.close();
  }
};

const main = async (): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), "tripact-sequences-"));
  try {
    const sections: string[] = [];
    for (const entry of Object.entries(classes)) sections.push(await sectionOf(entry, home));
    const text = [
      "Written by `npm run sequences`: one planted fault of each class, and the shortest sequence of requests that shows it.\n",
      "| run | requests | time | passed | failed | skipped |\n|---|---|---|---|---|---|",
      ...(await runsOf(home)),
      "",
      ...sections,
    ].join("\n");
    writeMeasured("sequences", "Defects in time, in combination and in text, as a report prints them", text);
    process.stdout.write(text);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

await main();
