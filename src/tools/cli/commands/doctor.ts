import { createPalette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { UsageError } from "../../../harness/model/usage-error.ts";
import { exitCodes } from "../../../harness/runner/exit-code.ts";
import type { InterfaceHealth } from "../../onboarding/health.ts";
import { printHealth } from "../../onboarding/print-health.ts";
import { askTarget } from "../ask-target.ts";
import { usesColor } from "../color.ts";
import type { DoctorOptions } from "../definitions/onboarding.ts";
import { assertNamesTarget, findConfig } from "../find-config.ts";
import type { CliIo } from "../io.ts";
import { isLive } from "../../../app/open-target.ts";
import { suite } from "../../../app/suite.ts";

/** 4 when a budget or a safety rule ended it, 3 when an interface cannot be judged, 2 when a key is wrong, else 0. */
const exitCodeFor = (all: readonly InterfaceHealth[], stopped: string | undefined): number => {
  if (stopped !== undefined) return exitCodes.stopped;
  if (all.some(({ problem }) => problem !== undefined)) return exitCodes.notJudged;
  return all.some(({ keys }) => keys.some(({ ok }) => ok === false)) ? exitCodes.usage : exitCodes.conformant;
};

/**
 * `tripact doctor`: what a configuration can judge, and what in it is wrong.
 * @throws UsageError when there is no configuration, or it is not valid.
 */
export const doctor = async (options: DoctorOptions, io: CliIo): Promise<number> => {
  const config = await findConfig(options.config, io);
  assertNamesTarget(options.config, config);
  if (!isLive(config))
    throw new UsageError("there is no configuration of a target", {
      hint: "tripact init writes one, or name it with --config",
    });
  const asked = await askTarget(config, { budget: config.safety.maxRequests, examine: true }, io);
  const all = asked.interfaces.map(({ health }) => health);
  const code = exitCodeFor(all, asked.stopped);
  if (options.json === true) {
    const { requests, stopped } = asked;
    io.stdout.write(
      safeJson(
        {
          exitCode: code,
          requests,
          ...(stopped && { stopped }),
          facts: { now: asked.facts, total: suite.facts.length },
          interfaces: all,
        },
        2,
      ),
    );
    return code;
  }
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const shown = options.quiet === true ? all.filter(({ problem }) => problem !== undefined) : all;
  for (const health of shown) io.stdout.write(safe`${printHealth(health, palette, io.stdout.columns)}\n`);
  if (options.quiet !== true)
    io.stdout.write(safe`${asked.facts} of ${plural(suite.facts.length, "fact")} can be judged now\n`);
  if (asked.stopped !== undefined) io.stderr.write(safe`tripact: ${asked.stopped}\n`);
  return code;
};
