import { replayOptions } from "../../../app/options.ts";
import {
  configFile,
  declared,
  documentReading,
  documentTarget,
  inputFile,
  storeFile,
  writesOf,
} from "../options.ts";
import { liveFolder } from "../../../core/config/state-folder.ts";
import type { ReplayResult } from "../../../app/replay.ts";
import { isLeftChanged } from "../../../core/model/write-summary.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { plural } from "../../../core/output/plural.ts";
import { joinSafe, safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { hang } from "../../../core/output/wrap.ts";
import { asked, command, type CommonOptions, verdictCodes } from "../command.ts";
import { type CliIo, lineWidth, paletteFor } from "../io.ts";

/** Maximum number of other findings to list. */
const fewOthers = 3;

const marks = { "still there": "✗", gone: "✓", "not judged": "!" } as const;
const tints = { "still there": "bad", gone: "good", "not judged": "warn" } as const;

const textOf = (
  { state, reason, fact, message, location, address, others = [], requests, writes }: ReplayResult,
  { color }: CommonOptions,
  { env, stdout }: CliIo,
): SafeText => {
  const palette = paletteFor({ color }, { env, stdout });
  const width = lineWidth(stdout);
  const back = writes?.records.filter((one) => !isLeftChanged(one)) ?? [];
  const verdict = palette[tints[state]](`${marks[state]} ${state}`);
  const parts = [
    plural(requests, "request"),
    ...(back.length === 0 ? [] : [`put back ${back.map(({ record }) => record).join(", ")}`]),
  ];
  return joinSafe(
    [
      hang(safe`${palette.strong(fact ?? "drift")} `, message, width),
      hang(safe`  `, `at ${location} → ${address ?? "the embedded sandbox"}`, width),
      ...(state === "gone" ? others : [])
        .slice(0, fewOthers)
        .map((one) => hang(safe`  `, `found instead: ${one.message} (${one.fingerprint})`, width)),
      hang(
        safe``,
        safe`${verdict}${reason === undefined ? "" : safe`: ${reason}`} · ${parts.join(" · ")}`,
        width,
      ),
    ],
    "",
  );
};

const jsonOf = ({ fingerprint, fact, check, state, reason, others, requests, writes }: ReplayResult) => ({
  fingerprint,
  fact,
  check,
  state,
  reason,
  others: others?.map((one) => one.fingerprint),
  requests,
  writes,
});

/** `tripact replay`: requests one finding or change of a report again. */
export const replayCommand = command({
  name: "replay",
  summary: "repeat the requests of one finding or change",
  description:
    "Repeats the requests of one finding, through the guard, the journal and the budget of the configuration, and " +
    "says whether it is still there. For a change that drift has reported, it reads the operation again and compares " +
    "the answers with the history in the store. It learns again the ids that the run had learnt. Exit code 1 when the finding is " +
    "still there, 0 when it is gone, 3 when nothing could be judged.",
  operands: [{ name: "<fingerprint>", text: "fingerprint of a finding, a problem or a change in a report" }],
  options: {
    report: inputFile(
      "JSON report with the finding, written by check or drift --report json=FILE, or drift --json",
      "the report",
    ),
    config: configFile({ noneWithFaults: true, noneWith: ["openapi"], reading: documentReading }),
    ...documentTarget(),
    store: storeFile("store with the history, for a change that drift has reported", { onlyIfThere: true }),
    faults: declared(replayOptions.faults),
  },
  async run({ report, ...options }, io, fingerprint = "") {
    if (report === undefined)
      throw new UsageError("names no report", {
        option: "report",
        hint: "give the JSON report that has the finding; tripact check --report json=FILE writes one",
      });
    const [{ replay }, { followRun, printNotRestored, printUnrestored }, { createProgressLine }] =
      await Promise.all([
        import("../../../app/verbs.ts"),
        import("../ask.ts"),
        import("../progress-line.ts"),
      ]);
    const line = createProgressLine(options, io);
    const run = replay({
      ...asked(options, io, "writes", "noWrites"),
      ...writesOf(options),
      fingerprint,
      report,
      stateFolder: liveFolder(io.env),
    });
    const result = await followRun(run, line.see, options, io);
    const code = verdictCodes[result.verdict];
    if (printUnrestored(result, options, io)) return code;
    printNotRestored(result.writes, options, io);
    io.stdout.write(options.json === true ? safeJson(jsonOf(result), 2) : textOf(result, options, io));
    return code;
  },
});
