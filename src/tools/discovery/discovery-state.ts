import type { OptionsMapping } from "../../contract/queries/dialect/from-options.ts";
import type { Dialect } from "../../contract/queries/dialect/dialect.ts";
import type { FoundConjunct } from "./conjunct.ts";
import type { Limits } from "./probe-client.ts";
import type { PageSizes } from "./page-sizes.ts";
import type { FoundType, RecordKind } from "./query-types.ts";
import type { Sample } from "./sample.ts";
import type { FoundField } from "./single-value-field.ts";
import type { OperatorObservations } from "./operator-observations.ts";
import type { FoundTraits } from "./traits.ts";

/** The input of a discovery. */
export interface DiscoveryOptions extends Limits {
  readonly seed: number;
  /** Maps Query/options responses of another shape. */
  readonly mapping: OptionsMapping;
  /** The configured query type of a kind, and the single-value field; tried first. */
  readonly configuredType: (kind: RecordKind) => number | undefined;
  readonly configuredField: string | undefined;
}

/** Everything found so far. All of it is kept when a run is cut short. */
export interface DiscoveryState {
  options: ReadonlyMap<number, unknown>;
  types: readonly FoundType[];
  /** The query types with their parameters, as far as options were understood; without meanings. */
  listed: Dialect | undefined;
  notes: readonly string[];
  samples: readonly Sample[];
  pages: PageSizes | undefined;
  field: FoundField | undefined;
  observations: OperatorObservations | undefined;
  conjunct: FoundConjunct | undefined;
  traits: FoundTraits;
  /** How many of the sampled records changed meanwhile; undefined when it was not looked at. */
  changed: number | undefined;
  /** Whether the target's clock shows another time than its answers say. */
  clockIsOff: boolean;
  /** Why it ended early. */
  cutShort: { readonly reason: "budget" | "hopeless"; readonly message: string } | undefined;
}

export const initialState = (): DiscoveryState => ({
  options: new Map(),
  types: [],
  listed: undefined,
  notes: [],
  samples: [],
  pages: undefined,
  field: undefined,
  observations: undefined,
  conjunct: undefined,
  traits: {},
  changed: undefined,
  clockIsOff: false,
  cutShort: undefined,
});
