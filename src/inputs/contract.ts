/** The built-in contract, put together: everything the engine gets to know about the platform. */
import type { FileProblem, FileRules } from "../core/model/file-rules.ts";
import type { Contract } from "../core/model/contract.ts";
import { documents } from "../builtin/documents.ts";
import { loadValidators } from "../builtin/validation.ts";
import { checks, observers } from "../checks/generated/checks.ts";
import { facts, unknowns } from "../builtin/generated/registry.ts";
import { undoPlanOf } from "../builtin/undo-plans.ts";
import { printable } from "../core/output/escape.ts";
import { suggestionHint } from "../core/output/suggest.ts";
import { dotted, type Path, valueAt } from "../core/source/path.ts";
import { loadFileRules } from "../builtin/file-rules.ts";
import { operations } from "../builtin/generated/operations.ts";
import { interfaces } from "../builtin/interfaces.ts";
import { scratch } from "../builtin/scratch.ts";

const conditionKeys = ["parameter", "operator", "values", "secondaryValue"];

const queries: Path = ["interfaces", "donation", "queries"];

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const unknownConditionKey = (path: Path, known: readonly string[]): FileProblem => ({
  path,
  part: "key",
  message: `unknown key ${printable(path.at(-1) ?? "")} in ${dotted(path.slice(0, -1))}`,
  hint: suggestionHint(path.at(-1) ?? "", known) ?? "singleValueField names the only further key",
});

/** Until the property of a single value is named (U-12), it may be any other key. */
const conditionProblems = (value: unknown): readonly FileProblem[] => {
  const single = valueAt(value, [...queries, "singleValueField"]);
  if (typeof single !== "string") return [];
  const known = [...conditionKeys, single];
  const samples: Path = [...queries, "sampleConditions"];
  return entriesOf(valueAt(value, samples)).flatMap(([kind, conditions]) =>
    entriesOf(conditions).flatMap(([index, condition]) =>
      entriesOf(condition)
        .filter(([key]) => !known.includes(key))
        .map(([key]) => unknownConditionKey([...samples, kind, index, key], known)),
    ),
  );
};

/** Entries of a list that are unknown ids. */
const unknownIds = (value: unknown, path: Path, known: readonly string[]): readonly FileProblem[] =>
  entriesOf(valueAt(value, path)).flatMap(([index, id]) =>
    typeof id !== "string" || known.includes(id)
      ? []
      : [
          {
            path: [...path, index],
            part: "value" as const,
            message: `${dotted([...path, index])}: ${printable(id)} is unknown`,
            hint: suggestionHint(id, known) ?? "tripact facts and the reference pages list the ids",
          },
        ],
  );

const idsOf = (name: string): readonly string[] =>
  Object.values(operations)
    .filter((operation) => operation.interface === name)
    .map(({ id }) => id);

/** Facts that a run can be required to judge. Static facts have tests instead. */
const judgeable = facts.filter(({ see }) => see !== "static").map(({ id }) => id);

/** Interfaces that are not the built-in contract's. */
const otherInterfaces = (value: unknown): readonly FileProblem[] =>
  entriesOf(valueAt(value, ["interfaces"])).flatMap(([name, entry]): readonly FileProblem[] => {
    if (Object.hasOwn(interfaces, name)) return [];
    const hasDocument = valueAt(entry, ["openapi"]) !== undefined;
    return [
      {
        path: ["interfaces", name],
        part: "key",
        message: hasDocument
          ? `interfaces.${printable(name)} has a document of its own, which this command does not take`
          : `unknown key ${printable(name)} in interfaces`,
        hint: hasDocument
          ? "it is for the built-in interfaces; check, drift and most others take documents"
          : (suggestionHint(name, Object.keys(interfaces)) ??
            "an interface of your own names its document: add openapi"),
      },
    ];
  });

/** What is wrong in the entries of the built-in interfaces. */
export const entryProblems = (value: unknown): readonly FileProblem[] => [
  ...conditionProblems(value),
  ...Object.keys(interfaces).flatMap((name) =>
    unknownIds(value, ["interfaces", name, "operations"], idsOf(name)),
  ),
];

/** Rules of a configuration. */
const loadConfigRules = (): FileRules =>
  loadFileRules("config", (value) => [
    ...entryProblems(value),
    ...otherInterfaces(value),
    ...unknownIds(value, ["require", "facts"], judgeable),
  ]);

let config: FileRules | undefined;

export const contract: Contract = {
  ...documents,
  facts,
  unknowns,
  checks,
  observers,
  factGroups: { GEN: "general", CRM: "crm", DON: "donation", EVT: "crm", VOL: "volunteer" },
  get config() {
    return (config ??= loadConfigRules());
  },
  load: () => loadValidators(),
  scratch,
  undoPlanOf,
};
