import { doctor as examine } from "../../../app/doctor.ts";
import { liveFolder } from "../../../app/state-folder.ts";
import { createPalette } from "../../../harness/output/palette.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { printHealth } from "../../onboarding/print-health.ts";
import { usesColor } from "../color.ts";
import type { DoctorOptions } from "../definitions/onboarding.ts";
import { findTarget } from "../find-config.ts";
import { given } from "../given.ts";
import type { CliIo } from "../io.ts";
import { verdictCodes } from "../verdict-codes.ts";

/**
 * `tripact doctor`: what a configuration can judge, and what in it is wrong.
 * @throws UsageError when there is no configuration, or it is not valid.
 */
export const doctor = async (options: DoctorOptions, io: CliIo): Promise<number> => {
  const config = await findTarget(options.config, io);
  const stateFolder = liveFolder(io.env);
  const { verdict, ...health } = await examine({ ...io, stateFolder, ...given({ config }) });
  const exitCode = verdictCodes[verdict];
  if (options.json === true) {
    io.stdout.write(safeJson({ exitCode, ...health }, 2));
    return exitCode;
  }
  const { interfaces, facts, stopped } = health;
  const palette = createPalette(usesColor(options.color, io.env, io.stdout));
  const shown =
    options.quiet === true ? interfaces.filter(({ problem }) => problem !== undefined) : interfaces;
  for (const one of shown) io.stdout.write(safe`${printHealth(one, palette, io.stdout.columns)}\n`);
  if (options.quiet !== true)
    io.stdout.write(safe`${facts.now} of ${plural(facts.total, "fact")} can be judged now\n`);
  if (stopped !== undefined) io.stderr.write(safe`tripact: ${stopped}\n`);
  return exitCode;
};
