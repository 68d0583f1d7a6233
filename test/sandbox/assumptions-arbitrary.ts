import { createSchemaArbitraries } from "../../src/arbitraries/schema-arbitrary.ts";
import * as fc from "fast-check";
import {
  assumptionKeys,
  assumptionTable,
  type Assumptions,
} from "../../src/sandbox/assumptions/assumptions.ts";
import type { Entry } from "../../src/sandbox/assumptions/entry.ts";

const { ofSchema } = createSchemaArbitraries(new Map(), () => undefined);

const valueOf = ({ kind }: Entry): fc.Arbitrary<unknown> =>
  ofSchema(kind.schema ?? false).valid.filter((value) => kind.mistake(value, "value") === undefined);

/** Every combination of values that the table allows. */
export const assumptionsArbitrary: fc.Arbitrary<Assumptions> = fc.record(
  Object.fromEntries(assumptionKeys.map((key) => [key, valueOf(assumptionTable[key])])),
  // Each value comes from the entry of its key.
) as unknown as fc.Arbitrary<Assumptions>;
