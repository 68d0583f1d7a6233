import { enumeratedTable } from "../documents/joined-tables.ts";
import type { Contract } from "../core/model/contract.ts";
import type { Documentation } from "../core/shapes/documentation.ts";
import { createDocumentation } from "../core/shapes/documentation.ts";
import { pathWordsOf } from "../core/privacy/shown-address.ts";
import { createOperationMatcher, type OperationMatcher } from "../core/validation/match-operation.ts";

/** What requests and answers of a contract's interfaces mean. */
export interface TrafficMeaning {
  /** Finds the documented operation of a request. */
  readonly matcher: OperationMatcher;
  /** Words in URLs that are not personal data. */
  readonly pathWords: ReadonlySet<string>;
  /** With which drift compares answers. */
  readonly documentation: Documentation;
}

const documentationOf = (contract: Contract): Documentation => {
  const { interfaces, operations, documentedBodies, fieldNames, described, modelInstances } = contract;
  const parts = { interfaces, operations, documentedBodies, fieldNames, described };
  let instances: Contract["modelInstances"] | undefined;
  return createDocumentation({
    ...parts,
    get modelInstances() {
      return (instances ??= enumeratedTable(modelInstances));
    },
  });
};

const known = new WeakMap<Contract, TrafficMeaning>();

/** Made once for each contract. */
export const meaningOf = (contract: Contract): TrafficMeaning => {
  const made = known.get(contract) ?? {
    matcher: createOperationMatcher(contract),
    pathWords: pathWordsOf(contract),
    documentation: documentationOf(contract),
  };
  known.set(contract, made);
  return made;
};
