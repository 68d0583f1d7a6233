import { describe, expect, it } from "vitest";
import { reportFormats } from "../../src/report/report-formats.ts";
import { commands, reportsBut } from "./commands.ts";
import { type Mode, modes } from "./modes.ts";
import { record } from "./recording.ts";
import { isNightly, someOf } from "../nightly.ts";
import { setStage, total } from "./stage.ts";

/**
 * Modes that a usual run is held against here: what commands below check in others is written in every format, too.
 * Recordings are of all of them.
 */
const checkedDaily: readonly string[] = ["echoes"];

/** What a usual run asks; all three interfaces are asked nightly. */
const interfacesOf: Readonly<Record<string, string>> = {
  adds: "donation",
  texts: "crm",
  types: "volunteer",
  names: "crm",
  errs: "donation",
  echoes: "crm",
};

const modeOf = (name: string): Mode => {
  const mode = modes[name];
  if (mode === undefined) throw new Error(`no mode ${name}`);
  return mode;
};

const everyMode = Object.keys(modes);

describe("no value and no secret is ever written", () => {
  it.each(
    everyMode
      .filter((name) => isNightly || checkedDaily.includes(name))
      .flatMap((name, index) =>
        (isNightly ? [0, 1, 2, 3] : [index + 2]).map((consoleOf) => [name, consoleOf] as const),
      ),
  )("of a target that %s (console %i)", async (name, consoleOf) => {
    const interfaces = interfacesOf[name] ?? "";
    const stage = await setStage({ mode: modeOf(name), interfaces, console: consoleOf });
    await stage.run(`check --config c.json ${reportsBut()}`);
    expect(stage.written().length).toBeGreaterThan(reportFormats.length + 1);
    expect(stage.target.requests()).toBeGreaterThan(10);
    expect(stage.leaks().slice(0, 20)).toEqual([]);
  });

  it.each(
    someOf(
      everyMode.map((name, index) => [name, index] as const),
      5,
    ),
  )("of a recording with a target that %s", async (name, index) => {
    const interfaces = "crm,donation,volunteer";
    const stage = await setStage({ mode: modeOf(name), interfaces, console: index });
    stage.give("c.har", await record(stage.target, stage.plant));
    await stage.run(`observe c.har --config c.json --store state/s.sqlite ${reportsBut("har")}`);
    expect(stage.written().length).toBeGreaterThan(reportFormats.length + 1);
    expect(stage.leaks().slice(0, 20)).toEqual([]);
  });

  it.each(
    Object.entries(commands).flatMap(([name, { daily }], index) =>
      everyMode.flatMap((mode, at) =>
        isNightly || daily.includes(mode) ? [[name, mode, index + at] as const] : [],
      ),
    ),
  )("by %s, of a target that %s (console %i)", { timeout: 300_000 }, async (name, mode, consoleOf) => {
    const command = commands[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    const { meet = (one: Mode) => one, perform, daily: _, ...options } = command;
    const stage = await setStage({ ...options, mode: meet(modeOf(mode)), console: consoleOf });
    await perform(stage, mode);
    expect(stage.target.requests()).toBeGreaterThan(2);
    expect(stage.written().length).toBeGreaterThan(2);
    expect(stage.leaks().slice(0, 20)).toEqual([]);
  });

  it("of the more than a thousand that were planted", () => {
    if (isNightly) process.stdout.write(`${total.planted} planted in ${total.stages} runs\n`);
    expect(total.planted).toBeGreaterThan(1_000);
  });
});
