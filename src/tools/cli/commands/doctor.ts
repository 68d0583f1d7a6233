import { paletteFor } from "../io.ts";
import { liveFolder } from "../../../harness/config/state-folder.ts";
import { plural } from "../../../harness/output/plural.ts";
import { safe, safeJson } from "../../../harness/output/safe-text.ts";
import { command, verdictCodes } from "../command.ts";
import { configFile } from "../options.ts";

/** `tripact doctor`: what a configuration can judge, and what is wrong in it. */
export const doctorCommand = command({
  name: "doctor",
  summary: "say what a configuration can judge, and what is wrong",
  description:
    "Asks each configured interface, by reads alone: is it reachable, does it take its credentials, are the named " +
    "records there, which operations does it serve; and says how many facts can be judged and what each missing key " +
    "would add. Exit code 0 when all is as the configuration says; 2 when a named record or credential is not what " +
    "its key says; 3 when an interface cannot be judged.",
  options: { config: configFile({ onlyTarget: true }) },
  async run(options, io) {
    const [{ doctor }, { printHealth }] = await Promise.all([
      import("../../../app/doctor.ts"),
      import("../../onboarding/print-health.ts"),
    ]);
    const { verdict, ...health } = await doctor({ ...options, ...io, stateFolder: liveFolder(io.env) });
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
      io.stdout.write(safe`${facts.now} of ${plural(facts.total, "fact")} can be judged now\n`);
    if (stopped !== undefined) io.stderr.write(safe`tripact: ${stopped}\n`);
    return exitCode;
  },
});
