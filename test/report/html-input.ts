import type { ReportHistory, ReportInput } from "../../src/core/model/report-input.ts";
import { problemsOf } from "../../src/core/problems/problems-of.ts";
import { driftResults, history, inputWith, recording, redInput } from "./input.ts";

/** A night with everything that a page may show. */
export const redNight: ReportInput = {
  ...redInput,
  report: {
    ...redInput.report,
    recording,
    problems: problemsOf({ findings: redInput.report.findings, results: driftResults }),
  },
  history,
};

/** A night whose target answers with what would hurt if a page ran it. */
export const hostile = inputWith([
  "</script><script>globalThis.hurt = true</script>",
  "<img src=x onerror='globalThis.hurt = true'>",
  "\u202e<b>\u0000\ud800</b>",
  "javascript:globalThis.hurt=true",
  "`code` </style>",
  "__proto__",
]);

/** The history beside six fields: one came in the middle, and no run that failed says anything of any. */
export const fieldsOf = (count: number): readonly ReportHistory[] =>
  history.map((one) => ({
    ...one,
    nights: one.nights.map((night, at) => ({
      ...night,
      night: at + 1,
      version: at < 20 ? "1.2.3" : "1.3.0",
    })),
    fields: Array.from({ length: count }, (_, index) => ({
      operation: "listDonors",
      status: 200,
      pointer: `/items/*/field${index}`,
      nights: one.nights.flatMap(({ startedAt, status }, at) =>
        status === "failed"
          ? []
          : [
              {
                night: at + 1,
                startedAt,
                parents: 40,
                seen: at < 15 ? 0 : 40,
                types: at < 15 ? {} : { string: 30, null: 10 },
              },
            ],
      ),
    })),
  }));

export const tool = { name: "tripact", version: "1.3.0" };
