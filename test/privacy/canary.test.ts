import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extensionOf, reportFormats } from "../../src/cli/report-files.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { leaksIn } from "./leaks.ts";
import { modes } from "./modes.ts";
import { createPlanter } from "./planter.ts";
import { record } from "./recording.ts";
import { servePlanted } from "./served.ts";

/** Thorough runs, every console and records told as they are; nightly. */
const isNightly = process.env["TRIPACT_NIGHTLY"] === "1";

const consoles = [[], ["--quiet"], ["--json"], []] as const;

/** Modes that a usual run is held against; recordings are of all of them. */
const checkedDaily: readonly string[] = ["types", "errs", "echoes"];

/** What a usual run asks; all three interfaces are asked nightly. */
const interfacesOf: Readonly<Record<string, string>> = {
  adds: "donation",
  texts: "crm",
  types: "volunteer",
  names: "crm",
  errs: "donation",
  echoes: "crm",
};

/** Every file below a folder, byte for byte. */
const filesIn = (folder: string): readonly (readonly [where: string, text: string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !["c.json", "c.har"].includes(entry.name))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "latin1")] as const);

const total = { planted: 0 };

/** A target of a mode, and a folder with the configuration for it. */
const prepare = async (name: string, interfaces = interfacesOf[name] ?? "") => {
  const plant = createPlanter();
  const mode = modes[name];
  if (mode === undefined) throw new Error(`no mode ${name}`);
  const target = await servePlanted(mode, plant);
  const folder = temporaryFolder();
  mkdirSync(join(folder, "state"));
  const budget = isNightly ? 5_000 : 200;
  writeFileSync(
    join(folder, "c.json"),
    JSON.stringify({
      interfaces: Object.fromEntries(
        Object.entries(target.config.interfaces).filter(([one]) => isNightly || interfaces.includes(one)),
      ),
      safety: {
        writes: true,
        maxRequests: budget,
        perHour: budget,
        perSecond: 10_000,
        maxWaitMs: 1_000_000_000,
      },
    }),
  );
  return { plant, target, folder };
};

const runAgainst = async (name: string, consoleOf: number) => {
  const { plant, target, folder } = await prepare(name);
  const { code, out, err } = await runCli(
    [
      "check",
      "--config",
      "c.json",
      ...(consoles[consoleOf % consoles.length] ?? []),
      ...reportFormats.flatMap((format) => ["--report", `${format}=report.${extensionOf(format)}`]),
    ],
    { cwd: folder, terminal: consoleOf % 4 === 3, env: { XDG_STATE_HOME: join(folder, "state") } },
  );
  await target.close();
  total.planted += plant.planted.length;
  const written = [["standard output", out], ["standard error", err], ...filesIn(folder)] as const;
  return { code, written, target, plant };
};

describe("no value and no secret is ever written", () => {
  it.each(
    Object.keys(modes)
      .filter((name) => isNightly || checkedDaily.includes(name))
      .flatMap((name, index) =>
        (isNightly ? [0, 1, 2, 3] : [index + 1]).map((consoleOf) => [name, consoleOf] as const),
      ),
  )("of a target that %s (console %i)", { timeout: 120_000 }, async (name, consoleOf) => {
    const { code, written, target, plant } = await runAgainst(name, consoleOf);
    expect([0, 1, 3, 4]).toContain(code);
    expect(written.length).toBeGreaterThan(reportFormats.length + 1);
    expect(target.requests()).toBeGreaterThan(10);
    expect(leaksIn(written, [...plant.planted, ...target.secrets]).slice(0, 20)).toEqual([]);
  });

  it.each(Object.keys(modes).map((name, index) => [name, index] as const))(
    "of a recording with a target that %s",
    { timeout: 120_000 },
    async (name, index) => {
      const { plant, target, folder } = await prepare(name, "crm,donation,volunteer");
      writeFileSync(join(folder, "c.har"), await record(target, plant));
      await target.close();
      const formats = reportFormats.filter((format) => format !== "har");
      const { code, out, err } = await runCli(
        [
          "observe",
          "c.har",
          "--config",
          "c.json",
          "--store",
          join("state", "s.sqlite"),
          ...(consoles[index % consoles.length] ?? []),
          ...formats.flatMap((format) => ["--report", `${format}=report.${extensionOf(format)}`]),
        ],
        { cwd: folder, terminal: index % 4 === 3, env: { XDG_STATE_HOME: join(folder, "state") } },
      );
      expect([[0, 1, 3].includes(code), code === 2 ? err : ""]).toEqual([true, ""]);
      const written = [["standard output", out], ["standard error", err], ...filesIn(folder)] as const;
      expect(written.length).toBeGreaterThan(formats.length + 2);
      expect(leaksIn(written, [...plant.planted, ...target.secrets]).slice(0, 20)).toEqual([]);
    },
  );

  it.each((isNightly ? Object.keys(modes) : ["types"]).map((name) => [name] as const))(
    "of the nights of a target that %s",
    { timeout: 120_000 },
    async (name) => {
      const { plant, target, folder } = await prepare(name, "crm");
      const told: (readonly [string, string])[] = [];
      for (const [night, args] of [
        ["one", []],
        ["two", ["--json"]],
      ] as const) {
        const { code, out, err } = await runCli(["drift", "--config", "c.json", "--seed", "1", ...args], {
          cwd: folder,
          env: { XDG_STATE_HOME: join(folder, "state") },
        });
        expect([[0, 1, 3, 4].includes(code), code === 2 ? err : ""]).toEqual([true, ""]);
        told.push([`standard output, night ${night}`, out], [`standard error, night ${night}`, err]);
      }
      await target.close();
      // A night tells what is new by its name, where that is one that a programmer would give.
      const names = new Set(plant.names);
      const values = plant.planted.filter((value) => !names.has(value));
      expect(leaksIn([...told, ...filesIn(folder)], [...values, ...target.secrets]).slice(0, 20)).toEqual([]);
    },
  );

  it("of the more than a thousand that were planted", () => {
    expect(total.planted).toBeGreaterThan(1_000);
  });
});
