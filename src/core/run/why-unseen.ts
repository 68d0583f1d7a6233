import type { PassiveCheck } from "../model/check.ts";
import type { Fact } from "../model/fact.ts";
import { generalPointer } from "../model/finding.ts";
import type { Tally } from "../model/tally.ts";
import type { RunContract } from "./run-options.ts";
import type { ServedOperations } from "./served-operations.ts";

/** Where an answer may hold the subject of a fact: an operation, and a pointer pattern into its body. */
interface Location {
  readonly operation: string;
  readonly pattern: string;
}

const modelIn = (location: string): string | undefined =>
  /#\/components\/schemas\/([^/]+)/.exec(location)?.[1];

/** Locations in successful answers of the models that a fact is about. */
const locationsOf = (
  { places: locations }: Fact,
  { modelInstances }: Pick<RunContract, "modelInstances">,
): readonly Location[] => {
  const models = locations.flatMap((location) => modelIn(location) ?? []);
  return Object.entries(modelInstances).flatMap(([key, instances]) => {
    const [operation = "", status = ""] = key.split(".");
    if (!status.startsWith("2")) return [];
    return models.flatMap((model) => (instances[model] ?? []).map((pattern) => ({ operation, pattern })));
  });
};

/** Whether the fault at a finding's pointer hides a location. */
const hides = (
  { operation, pointer, severity }: Tally["findings"][number]["finding"],
  location: Location,
): boolean =>
  severity === "error" &&
  pointer !== "" &&
  operation === location.operation &&
  `${location.pattern}/`.startsWith(`${generalPointer(pointer)}/`);

export interface WhyUnseenOptions {
  readonly contract: Pick<RunContract, "facts" | "modelInstances">;
  readonly served: ServedOperations;
  readonly findings: () => Tally["findings"];
}

/** Operations that could show it are not served, or another finding hides it. Undefined if neither is known. */
export const createWhyUnseen =
  ({ contract, served, findings }: WhyUnseenOptions) =>
  ({ facts }: PassiveCheck): string | undefined => {
    const locations = contract.facts
      .filter(({ id }) => facts.includes(id))
      .flatMap((fact) => locationsOf(fact, contract));
    const operations = [...new Set(locations.map(({ operation }) => operation))];
    if (operations.length > 0 && operations.every((id) => !served.isServed(id)))
      return `not served: ${operations.join(", ")}`;
    const cause = findings().find(({ finding }) => locations.some((location) => hides(finding, location)));
    return cause && `no exchange showed it: ${cause.finding.message} (${cause.finding.fact})`;
  };
