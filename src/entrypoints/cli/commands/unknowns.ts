import { listOption } from "../options.ts";
import type { Unknown } from "../../../core/model/fact.ts";
import { UsageError } from "../../../core/model/usage-error.ts";
import { hang } from "../../../core/output/wrap.ts";
import { safe, safeJson, type SafeText } from "../../../core/output/safe-text.ts";
import { command } from "../command.ts";
import { type CliIo, lineWidth } from "../io.ts";
import type * as SandboxChoices from "../../../inputs/sandbox-choices.ts";
import { isObject } from "../../../core/model/json-object.ts";

/** What one report says about a question. */
interface Answer {
  readonly report: string;
  readonly observed: string;
  readonly evidence: string;
}

type Status = "open" | "observed" | "disagreement";

/** A question with the reports' answers. */
interface Answered {
  readonly status: Status;
  readonly answers: readonly Answer[];
}

const textIn = (entry: Readonly<Record<string, unknown>>, name: string): string =>
  typeof entry[name] === "string" ? entry[name] : "";

/** The observations of a report, by question id. */
const answersIn = async (report: string, io: CliIo): Promise<ReadonlyMap<string, Answer>> => {
  const { readReportJson } = await import("../../../inputs/read-report.ts");
  const value = await readReportJson(report, io);
  if (value === undefined)
    throw new UsageError("is not a JSON report", {
      location: report,
      hint: "tripact check --report json=FILE writes one",
    });
  const entries = isObject(value) ? value["unknowns"] : undefined;
  if (!Array.isArray(entries))
    throw new UsageError("not a report of tripact: it lists no open questions", {
      location: report,
      hint: "tripact check --report json=FILE writes one",
    });
  return new Map(
    entries
      .filter(isObject)
      .filter(({ status }) => status === "observed")
      .map((entry) => [
        textIn(entry, "id"),
        { report, observed: textIn(entry, "observed"), evidence: textIn(entry, "evidence") },
      ]),
  );
};

/** Figures that count observations: runs that differ only in these still agree. */
const amounts =
  /\d+ seen|longest text: \w+ with \d+|different values of \w+: \d+|a body of \d+ characters|page that came as it was asked for: \d+/g;

const comparable = ({ observed }: Answer): string => observed.replace(amounts, "…");

const answered = (id: string, reports: readonly ReadonlyMap<string, Answer>[]): Answered => {
  const answers = reports.flatMap((report) => report.get(id) ?? []);
  const different = new Set(answers.map(comparable)).size;
  return { status: different === 0 ? "open" : different === 1 ? "observed" : "disagreement", answers };
};

const indent = safe`      `;

const evidenceLine = (evidence: string, width: number): SafeText => {
  const [first = "", ...others] = evidence.split("; ");
  return hang(safe`${indent}  `, `${first}${others.length === 0 ? "" : `; ${others.length} more`}`, width);
};

/** Every distinct answer, with the reports that agree on it if there are several. */
const answerLines = (
  { status, answers }: Answered,
  isOneOfSeveral: boolean,
  width: number,
): readonly SafeText[] => {
  if (status === "open") return [safe`${indent}open: no report shows it\n`];
  const groups = Map.groupBy(answers, comparable);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const who = isOneOfSeveral ? ` (${group.map(({ report }) => report).join(", ")})` : "";
    return safe`${hang(indent, `${status}${who}: ${first?.observed ?? ""}`, width)}${evidenceLine(first?.evidence ?? "", width)}`;
  });
};

/** Choices of the sandbox that belong to no open question. */
const otherChoiceLines = (
  { choiceLine, otherChoices }: typeof SandboxChoices,
  width: number,
): readonly SafeText[] => {
  const lines = otherChoices().map((choice) => hang(safe`${indent}--set `, choiceLine(choice), width));
  return [safe`other choices of the sandbox\n`, ...lines];
};

const choiceLines = (
  { choiceLine, choicesOn }: typeof SandboxChoices,
  id: string,
  width: number,
): readonly SafeText[] =>
  choicesOn(id).map((choice) => hang(safe`${indent}--set `, choiceLine(choice), width));

/**
 * `tripact unknowns`: every open question with the answers that the sandbox supports and the reports' observations:
 * open, observed, or a disagreement between reports. `--quiet` prints one line each.
 */
export const unknownsCommand = command({
  name: "unknowns",
  summary: "list the questions that the specification leaves open",
  description:
    "Lists the questions that the specification leaves open; every answer conforms. With --report it also shows what runs observed, and where reports disagree.",
  options: { report: listOption("JSON report of a run; repeat it for more runs", "file") },
  async run({ report: files = [], json, quiet }, io) {
    const [sandbox, { suite }] = await Promise.all([
      import("../../../inputs/sandbox-choices.ts"),
      import("../../../inputs/suite.ts"),
    ]);
    const reports = await Promise.all(files.map((file) => answersIn(file, io)));
    const of = ({ id }: Unknown): Answered | undefined =>
      files.length === 0 ? undefined : answered(id, reports);
    if (json === true) {
      const all = suite.unknowns.map((unknown) => ({
        ...unknown,
        sandbox: sandbox.choicesOn(unknown.id),
        ...of(unknown),
      }));
      io.stdout.write(safeJson(all, 2));
      return 0;
    }
    const width = lineWidth(io.stdout);
    for (const unknown of suite.unknowns) {
      const { id, question } = unknown;
      const found = of(unknown);
      if (quiet === true)
        io.stdout.write(
          hang(safe`${id}  ${found === undefined ? "" : `${found.status}  `}`, question, width),
        );
      else {
        const answers = found === undefined ? [] : answerLines(found, files.length > 1, width);
        io.stdout.write(
          safe`${hang(safe`${id}  `, question, width)}${answers}${choiceLines(sandbox, id, width)}`,
        );
      }
    }
    if (quiet !== true) io.stdout.write(safe`${otherChoiceLines(sandbox, width)}`);
    return 0;
  },
});
