import { configFile, documentReading, documentTarget, writesOf } from "../options.ts";
import { paletteFor } from "../io.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import { plural } from "../../../core/output/plural.ts";
import { safe, safeJson } from "../../../core/output/safe-text.ts";
import { asked, command, verdictCodes } from "../command.ts";

/** `tripact doctor`: what a configuration can judge, and what is wrong in it. */
export const doctorCommand = command({
  name: "doctor",
  summary: "report what a configuration can judge, and its mistakes",
  description:
    "Checks, by reads alone, whether each configured interface is reachable and accepts its credentials, whether the " +
    "named records exist, and which operations it serves. Reports how many facts can be judged and what each missing " +
    "key would add. Exits with 0 if the configuration is right, 2 if a record or credential is not what its key " +
    "says, and 3 if an interface cannot be judged.",
  options: {
    config: configFile({ onlyTarget: true, reading: documentReading, noneWith: ["openapi"] }),
    ...documentTarget(),
  },
  async run(options, io) {
    const [{ doctor }, { nowText, printHealth }] = await Promise.all([
      import("../../../app/doctor.ts"),
      import("../../../onboarding/doctor/print-health.ts"),
    ]);
    const { verdict, ...health } = await doctor({
      ...asked(options, io, "writes", "noWrites"),
      ...writesOf(options),
      stateFolder: liveFolder(io.env),
    });
    const exitCode = verdictCodes[verdict];
    if (options.json === true) {
      io.stdout.write(safeJson({ exitCode, ...health }, 2));
      return exitCode;
    }
    const { interfaces, facts, stopped } = health;
    const palette = paletteFor(options, io);
    const shown =
      options.quiet === true ? interfaces.filter(({ problem }) => problem !== undefined) : interfaces;
    for (const one of shown) io.stdout.write(safe`${printHealth(one, palette, io.stdout.columns)}\n`);
    if (options.quiet !== true)
      io.stdout.write(safe`${nowText(facts)} of ${plural(facts.total, "fact")} can be judged now\n`);
    if (stopped !== undefined) io.stderr.write(safe`tripact: ${stopped}\n`);
    return exitCode;
  },
});
