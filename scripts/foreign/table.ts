import { writeMeasured } from "../write-measured.ts";
import type { BesideResult } from "./beside.ts";
import type { CheckResult, SeenProblem } from "./checks.ts";
import type { FaultResult } from "./faults.ts";
import { resultOf } from "./results.ts";
import { faults, firstSights, labels, servers } from "./servers.ts";

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

const errorsOf = ({ problems }: CheckResult): readonly SeenProblem[] =>
  problems.filter(({ severity }) => severity === "error");

const seconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${Math.round((1000 * part) / whole) / 10} %`;

interface Judged {
  readonly name: string;
  readonly result: CheckResult;
  readonly isTrue: readonly SeenProblem[];
  readonly isFalse: readonly SeenProblem[];
  readonly unlabelled: readonly SeenProblem[];
}

const judged = (): readonly Judged[] =>
  Object.keys(servers).flatMap((name) => {
    const result = resultOf<CheckResult>("check", name);
    if (result === undefined) return [];
    const errors = errorsOf(result);
    const labelOf = ({ fingerprint }: SeenProblem) => labels[name]?.[fingerprint];
    return [
      {
        name,
        result,
        isTrue: errors.filter((one) => labelOf(one)?.is === true),
        isFalse: errors.filter((one) => labelOf(one)?.is === false),
        unlabelled: errors.filter((one) => labelOf(one) === undefined),
      },
    ];
  });

const checksTable = (all: readonly Judged[]): string => {
  const of = (wanted: "isTrue" | "isFalse" | "unlabelled"): number =>
    all.reduce((sum, one) => sum + one[wanted].length, 0);
  const [right, wrong] = [of("isTrue"), of("isFalse")];
  const rows = all.map(({ name, result, isTrue, isFalse, unlabelled }) => [
    servers[name]?.title ?? name,
    result.operations,
    result.requests,
    seconds(result.seconds),
    `${result.relations.facts} of ${result.relations.resources} resources`,
    result.lines,
    result.problems.length - errorsOf(result).length,
    errorsOf(result).length,
    isTrue.length,
    isFalse.length + (unlabelled.length === 0 ? "" : ` (${unlabelled.length} without a label)`),
    percent(isTrue.length, isTrue.length + isFalse.length),
  ]);
  return tableOf(
    [
      "server",
      "operations",
      "requests",
      "time",
      "relations judged",
      "lines printed",
      "warnings",
      "errors",
      "true",
      "false",
      "share",
    ],
    [
      ...rows,
      ["**all**", "", "", "", "", "", "", right + wrong, right, wrong, percent(right, right + wrong)],
    ],
  );
};

const firstSightTable = (isAfter: boolean): string => {
  const all = firstSights.filter((one) => (one.isAfter ?? false) === isAfter);
  const sum = (of: (one: (typeof all)[number]) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  const [errors, right] = [sum((one) => one.errors), sum((one) => one.right)];
  const rows = all.map((one) => [
    one.server,
    one.operations,
    one.requests,
    one.errors,
    one.right,
    one.errors - one.right,
    percent(one.right, one.errors),
    one.note ?? "",
  ]);
  return tableOf(
    ["server", "operations", "requests", "errors", "true", "false", "share", "what was false or amiss"],
    [...rows, ["**all**", "", "", errors, right, errors - right, percent(right, errors), ""]],
  );
};

const falseList = (all: readonly Judged[]): string => {
  const lines = all.flatMap(({ name, isFalse }) =>
    isFalse.map(
      ({ fingerprint, what }) => `- ${servers[name]?.title}: ${what} – ${labels[name]?.[fingerprint]?.why}`,
    ),
  );
  return lines.length === 0 ? "No error was false." : lines.join("\n");
};

type Verdict = "contradiction" | "letter" | "nothing stated" | "said already";

/** What a failure of Schemathesis says: something that the document contradicts, the letter of it, or neither. */
const verdicts: Readonly<Record<string, Verdict>> = {
  "API accepted schema-violating request": "letter",
  "API rejected schema-compliant request": "letter",
  "Missing header not rejected": "letter",
  // Nothing obliges a server to answer 405 (RFC 9110, section 15.5.6), or a success without a body to have a type.
  "Unsupported methods": "nothing stated",
  "Missing Content-Type header": "nothing stated",
};

const verdictOf = ({ kind, received }: BesideResult["failures"][number]): Verdict => {
  // Of an answer that is a server error already.
  if (received.startsWith("5") && kind !== "Server error") return "said already";
  if (kind in verdicts && !received.startsWith("4")) return verdicts[kind] ?? "letter";
  if (kind === "Unsupported methods") return "nothing stated";
  // Of refusals.
  return received.startsWith("4") ? "letter" : "contradiction";
};

const besideTable = (all: readonly Judged[]): string => {
  const rows = all.flatMap(({ name, result, isTrue, isFalse }) => {
    const beside = resultOf<BesideResult>("beside", name);
    if (beside === undefined) return [];
    const factsOf = (problems: readonly SeenProblem[]) => new Set(problems.flatMap(({ facts }) => facts));
    const failing = (problems: readonly SeenProblem[]): number =>
      [...factsOf(problems)].filter((fact) => fact.endsWith("/5xx")).length;
    const unique = (wanted: string, kind?: string): number =>
      new Set(
        beside.failures
          .filter((one) => verdictOf(one) === wanted && (kind === undefined || one.kind === kind))
          .filter(({ operation }) => !operation.startsWith("Stateful"))
          .map((one) => `${one.kind} ${one.operation}`),
      ).size;
    const warnings = result.problems.filter(({ severity }) => severity === "warning");
    const title = servers[name]?.title ?? name;
    return [
      [
        title,
        "tripact",
        result.requests,
        seconds(result.seconds),
        failing(isTrue),
        factsOf(isTrue).size,
        factsOf(isFalse).size,
        factsOf(warnings).size,
        0,
      ],
      [
        "",
        "Schemathesis",
        beside.requests,
        seconds(beside.seconds),
        unique("contradiction", "Server error"),
        unique("contradiction"),
        unique("nothing stated"),
        unique("letter"),
        beside.errors,
      ],
    ];
  });
  return tableOf(
    [
      "server",
      "tool",
      "requests",
      "time",
      "operations with 5xx",
      "contradictions found",
      "false alarms",
      "by the letter",
      "errors of the tool",
    ],
    rows,
  );
};

const faultsTable = (): string => {
  const rows = Object.entries(faults).flatMap(([name, planted]) => {
    const now = resultOf<readonly FaultResult[]>("faults", name);
    const before = resultOf<readonly FaultResult[]>("faults-before", name);
    const declared = resultOf<readonly FaultResult[]>("faults-declared", name);
    const said = (results: readonly FaultResult[] | undefined, id: string): string => {
      const found = results?.find((one) => one.id === id);
      if (found === undefined) return "–";
      return found.severity === "none" ? "not found" : `${found.severity} (${found.requests} requests)`;
    };
    return planted.map(({ id, on, does, note }) => [
      servers[name]?.title ?? name,
      `${id} (\`${on}\`: ${does})${note === undefined ? "" : `; ${note}`}`,
      said(before, id),
      said(now, id),
      said(declared, id),
      now
        ?.find((one) => one.id === id)
        ?.facts.map((fact) => fact.replace(/^[^/]+\//, ""))
        .slice(0, 4)
        .join(", ") ?? "",
    ]);
  });
  return tableOf(["server", "fault", "at first sight", "now", "declared", "facts (now)"], rows);
};

const foundIn = (kind: string): string => {
  const all = Object.keys(faults).flatMap((name) => resultOf<readonly FaultResult[]>(kind, name) ?? []);
  return `${all.filter(({ severity }) => severity !== "none").length} of ${all.length}`;
};

/** Writes what was measured; whether every error has a label, and none is false. */
export const writeTable = (): boolean => {
  const all = judged();
  writeMeasured(
    "foreign-servers",
    "Servers that others have written",
    `
Each server is checked by its own document, with seed 1 and without a declaration. Somebody has labelled each error by asking
the server again (scripts/foreign/labels.yaml): true if the answer contradicts the document or is a 500, whoever has to fix
it. An entry is one cause, with all its places.

${checksTable(all)}

${falseList(all)}

## At first sight

The first run against each server, before anything was changed because of it (scripts/foreign/first-sight.yaml). Eight
servers that nobody had tried before:

${firstSightTable(false)}

Four others, after what these had shown was fixed:

${firstSightTable(true)}

## Beside Schemathesis

Schemathesis 4.9.5 with seed 1, interrupted at the number of requests that tripact needs. A contradiction is an operation
with one kind of failure: 5xx, a body, a header, a media type or a success that the document does not allow. By the letter
are refusals that are not listed, wrong input that is accepted and right input that is refused, which tripact reports as
warnings. A false alarm of Schemathesis is a failure about what no document states: a 404 in place of a 405.

${besideTable(all)}

## Planted faults

A proxy plants one fault at a time (scripts/foreign/faults.yaml). It is found if a fact fails that holds without it; facts of
resources that nobody has declared warn. At first sight: with the relations as they were before any of these servers was
looked at (${foundIn("faults-before")} found); now: ${foundIn("faults")} found; with the
declaration that is beside each server in servers.yaml: ${foundIn("faults-declared")}.

${faultsTable()}
`,
  );
  return all.every(({ isFalse, unlabelled }) => isFalse.length + unlabelled.length === 0);
};
