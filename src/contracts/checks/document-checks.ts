import type { ActiveCheck, Check } from "../../core/model/check.ts";
import type { Fact, Sight } from "../../core/model/fact.ts";
import { acceptsCheck } from "./accepts.ts";
import { answerChecks } from "./answers.ts";
import type { Api, Callable } from "./api.ts";
import { methodsCheck } from "./methods.ts";
import { refusesCheck } from "./refuses.ts";
import { securityCheck } from "./secured.ts";
import { placesIn } from "./templates.ts";

/** What is asked in this order: what an earlier one learns, a later one needs. */
const phases = {
  lists: 0,
  creations: 1,
  reads: 2,
  changes: 3,
  refusals: 4,
  security: 5,
  // Reads show whether a server takes any credential for a user of its own.
  securityOfWrites: 5.5,
  methods: 6,
  deletions: 7,
  // Of deletions, which are known once the others are done.
  lastRefusals: 8,
  lastSecurity: 9,
};

const phaseOf = ({ operation, reach }: Callable): keyof typeof phases => {
  if (operation.method === "DELETE") return "deletions";
  if (reach === "nothing") return placesIn(operation.path).length === 0 ? "lists" : "reads";
  return operation.method === "POST" ? "creations" : "changes";
};

const securityPhaseOf = ({ operation, reach }: Callable): keyof typeof phases => {
  if (operation.method === "DELETE") return "lastSecurity";
  return reach === "nothing" ? "security" : "securityOfWrites";
};

const most = 100_000;

/** Why nothing is asked of an operation; undefined if something is. */
const leftOut = ({ writes }: Api, { name, reach }: Callable): string | undefined => {
  if (reach === "several")
    return `left out, because it may change more than one record: include names ${name} to have it called`;
  return writes || reach === "nothing" ? undefined : "writes are off (safety.writes)";
};

/** The checks of a document's own promises. */
export const documentChecks = (api: Api): readonly Check[] => {
  // Whoever writes must not be overtaken: records come and go.
  const effect: ActiveCheck["effect"] = api.writes ? "write" : "read";
  const callables = api.callables.filter((callable) => leftOut(api, callable) === undefined);
  const inOrder = callables.toSorted(
    (one, other) => placesIn(one.operation.path).length - placesIn(other.operation.path).length,
  );
  const paths = new Set<string>();
  return [
    ...api.callables.flatMap((callable) => answerChecks(api, callable, leftOut(api, callable))),
    ...inOrder.flatMap((callable, index): readonly ActiveCheck[] => {
      const at = (phase: keyof typeof phases): number => phases[phase] * most + index;
      const { operation } = callable;
      const isDeletion = operation.method === "DELETE";
      const isFirst = !paths.has(operation.path);
      paths.add(operation.path);
      return [
        acceptsCheck(api, callable, effect, at(phaseOf(callable))),
        refusesCheck(api, callable, effect, at(isDeletion ? "lastRefusals" : "refusals")),
        ...(api.credentials.isOpen(operation)
          ? []
          : [securityCheck(api, callable, effect, at(securityPhaseOf(callable)))]),
        ...(isFirst ? [methodsCheck(api, callable, effect, at("methods"))] : []),
      ];
    }),
  ];
};

/** A check that judges several facts states each of them. */
type StatedCheck = Check & { readonly statements?: Readonly<Record<string, string>> };

const sightOf = (check: Check): Sight => {
  if (check.effect === "passive") return "passive";
  return check.effect === "write" ? "write" : "read";
};

/** The facts that such checks judge, in the order of the document. */
export const documentFacts = (
  checks: readonly StatedCheck[],
  stated: (fact: string) => Pick<Fact, "places" | "lines">,
): readonly Fact[] =>
  checks.flatMap((check) =>
    check.facts.map((id) => ({
      id,
      see: sightOf(check),
      statement: check.statements?.[id] ?? `${check.title}.`,
      ...stated(id),
    })),
  );
