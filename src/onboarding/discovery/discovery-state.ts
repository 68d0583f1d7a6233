import type { OptionsMapping } from "../../builtin/queries/dialect/from-options.ts";
import type { Dialect } from "../../builtin/queries/dialect/dialect.ts";
import type { FoundConjunct } from "./conjunct.ts";
import type { ProbeLimits } from "./probe-client.ts";
import type { PageSizes } from "./page-sizes.ts";
import type { FoundType, RecordKind } from "./query-types.ts";
import type { RecordSample } from "./sample.ts";
import type { FoundField } from "./single-value-field.ts";
import type { OperatorObservations } from "./operator-observations.ts";
import type { FoundTraits } from "./traits.ts";

/** The input of a discovery. */
export interface DiscoveryOptions extends ProbeLimits {
  readonly seed: number;
  /** Maps Query/options responses of another shape. */
  readonly mapping: OptionsMapping;
  /** The configured query type of a kind, and the single-value field; tried first. */
  readonly configuredType: (kind: RecordKind) => number | undefined;
  readonly configuredField: string | undefined;
}

/** All results so far; they are kept if a run is interrupted. */
export interface DiscoveryState {
  options: ReadonlyMap<number, unknown>;
  types: readonly FoundType[];
  /** The query types with their parameters from readable options, without meanings. */
  listed: Dialect | undefined;
  notes: readonly string[];
  samples: readonly RecordSample[];
  pages: PageSizes | undefined;
  field: FoundField | undefined;
  observations: OperatorObservations | undefined;
  conjunct: FoundConjunct | undefined;
  traits: FoundTraits;
  /** Number of sampled records that changed meanwhile; undefined if that was not checked. */
  changed: number | undefined;
  /** Whether the target's clock shows another time than its answers state. */
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
