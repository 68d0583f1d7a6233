import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { type CliResult, type CliSetting, runCli } from "../entrypoints/cli/run-cli.ts";
import { isNightly } from "../nightly.ts";
import { temporaryFolder } from "../entrypoints/cli/temporary-folder.ts";
import { leaksIn } from "./leaks.ts";
import type { Mode } from "./modes.ts";
import { createPlanter, type Planter } from "./planter.ts";
import { type PlantedTarget, servePlanted } from "./served.ts";

/** How a run may be reported: as it comes, in few words, as JSON, in colours. */
export const consoles = [[], ["--quiet"], ["--json"], []] as const;

export interface StageOptions {
  readonly mode: Mode;
  /** Names of those that are configured. */
  readonly interfaces: string;
  /** Requests of a run at most. */
  readonly budget?: number;
  /** Whether scratch records may be written to; default true. */
  readonly writes?: boolean;
  /** Which of the consoles runs have. */
  readonly console?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A target of a mode, a folder with the configuration for it, and all that was written in runs against it. */
export interface Stage {
  readonly plant: Planter;
  readonly target: PlantedTarget;
  readonly folder: string;
  /** Names of the configured ones. */
  readonly interfaces: readonly string[];
  /** Runs the command line in the folder; what it writes is remembered. An exit code of 2 or of a bug is no run. */
  run(args: string | readonly string[], setting?: CliSetting): Promise<CliResult>;
  /** Writes a file of the test's own, which is not looked at. */
  give(name: string, text: string): void;
  /** Remembers what was written elsewhere than in the folder. */
  record(where: string, text: string): void;
  /** Everything written, byte for byte. */
  written(): readonly (readonly [where: string, text: string])[];
  /** What of the planted values and secrets stands there. */
  leaks(): readonly string[];
}

const inflated = (bytes: Uint8Array): readonly Buffer[] => {
  try {
    return [inflateRawSync(bytes)];
  } catch {
    // Not packed.
    return [];
  }
};

/** What a store holds in packed form, which its bytes do not show. */
const unpacked = (path: string): string => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables
      .flatMap(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all())
      .flatMap((row) => Object.values(row))
      .flatMap((value) => (value instanceof Uint8Array ? inflated(value) : []))
      .map((bytes) => `${bytes.toString("latin1")}\n${bytes.toString("utf16le")}`)
      .join("\n");
  } finally {
    database.close();
  }
};

const writtenIn = (path: string): string => {
  const text = readFileSync(path, "latin1");
  return text.startsWith("SQLite format 3") ? `${text}\n${unpacked(path)}` : text;
};

const allInterfaces = "crm,donation,volunteer";

/** Values and secrets that were planted, and the runs that were to write none of them. */
export const total = { planted: 0, stages: 0 };

/** Sets a stage for the running test; planted values are counted. */
export const setStage = async ({
  mode,
  interfaces,
  budget = isNightly ? 5_000 : 24,
  console: style = 0,
  env = {},
  writes = true,
}: StageOptions): Promise<Stage> => {
  const plant = createPlanter();
  const target = await servePlanted(mode, plant);
  const folder = temporaryFolder();
  const given = new Set<string>();
  const recorded: (readonly [string, string])[] = [];
  const configured = Object.entries(target.config.interfaces).filter(([one]) =>
    (isNightly ? allInterfaces : interfaces).includes(one),
  );
  mkdirSync(join(folder, "state"));

  const stage: Stage = {
    plant,
    target,
    folder,
    interfaces: configured.map(([name]) => name),
    async run(args, setting = {}) {
      const words = typeof args === "string" ? args.split(" ") : args;
      const line = words.join(" ");
      const result = await runCli([...words, ...(consoles[style % consoles.length] ?? [])], {
        cwd: folder,
        terminal: style % 4 === 3,
        ...setting,
        env: { XDG_STATE_HOME: join(folder, "state"), ...env, ...setting.env },
      });
      const { code, out, err } = result;
      recorded.push([`standard output of ${line}`, out], [`standard error of ${line}`, err]);
      // What a planted record answers is seldom what the configuration says of it.
      const expected = words[0] === "doctor" ? [0, 2, 3] : [0, 1, 3, 4, 130];
      if (!expected.includes(code)) throw new Error(`${line} ended with ${code}: ${err}`);
      return result;
    },
    give(name, text) {
      given.add(name);
      writeFileSync(join(folder, name), text);
    },
    record: (where, text) => void recorded.push([where, text]),
    written: () => [
      ...recorded,
      ...readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !given.has(entry.name))
        .map((entry) => [entry.name, writtenIn(join(entry.parentPath, entry.name))] as const),
    ],
    leaks: () => {
      const own = JSON.stringify(target.config);
      // A run gives a user whom it creates an address of the configured mailbox.
      const answered = [...target.answered].filter((value) => !own.includes(value.replace(/\+run\d+/, "")));
      return leaksIn(stage.written(), [...plant.planted, ...target.secrets, ...answered]);
    },
  };
  stage.give(
    "c.json",
    JSON.stringify({
      interfaces: Object.fromEntries(configured),
      safety: {
        writes,
        maxRequests: budget,
        perHour: 100_000,
        perSecond: 10_000,
        maxWaitMs: 1_000_000_000,
      },
    }),
  );
  onTestFinished(() => {
    total.planted += plant.planted.length + target.secrets.size + target.answered.size;
    total.stages += 1;
  });
  return stage;
};
