import type { Contract } from "../core/model/contract.ts";
import { joinedTables } from "../documents/joined-tables.ts";
import type { FileRules } from "../core/model/file-rules.ts";
import { createFieldNames } from "../core/privacy/field-names.ts";

type Names = Contract["publicTerms"];

const joinedTerms = (all: readonly Names[]): Names => ({
  fieldWords: all.flatMap(({ fieldWords }) => fieldWords),
  pathWords: all.flatMap(({ pathWords }) => pathWords),
  values: all.flatMap(({ values }) => values),
  plainNumbers: all.flatMap(({ plainNumbers }) => plainNumbers),
  fieldReferences: all.flatMap(({ fieldReferences }) => fieldReferences),
  credentialMoments: all.flatMap(({ credentialMoments }) => credentialMoments),
});

/**
 * Contracts of different interfaces as one. Ids of operations, facts and checks must be distinct.
 * @param config rules of a configuration for all of them
 */
export const joinedContract = (contracts: readonly Contract[], config: () => FileRules): Contract => {
  const ownerOf = (name: string): Contract => {
    const owner = contracts.find(({ interfaces }) => interfaces.includes(name));
    if (owner === undefined) throw new Error(`there is no interface ${name}`);
    return owner;
  };
  const all = <Key extends keyof Contract>(key: Key): readonly Contract[Key][] =>
    contracts.map((contract) => contract[key]);
  const operations = joinedTables(all("operations"));
  const documentedBodies = joinedTables(all("documentedBodies"));
  const publicTerms = joinedTerms(all("publicTerms"));
  let rules: FileRules | undefined;
  return {
    interfaces: all("interfaces").flat(),
    operations,
    compiled: (name) => ownerOf(name).compiled(name),
    schemaFacts: joinedTables(all("schemaFacts")),
    notationFacts: new Set(all("notationFacts").flatMap((ids) => [...ids])),
    modelInstances: joinedTables(all("modelInstances")),
    instanceConditions: joinedTables(all("instanceConditions")),
    documentedBodies,
    described: joinedTables(all("described")),
    facts: all("facts").flat(),
    unknowns: all("unknowns").flat(),
    checks: all("checks").flat(),
    observers: all("observers").flat(),
    factGroups: joinedTables(all("factGroups")),
    publicTerms,
    fieldNames: createFieldNames({ operations, documentedBodies, publicTerms }),
    get config() {
      return (rules ??= config());
    },
    load: async () => {
      for (const contract of contracts) await contract.load?.();
    },
    ...(contracts.every(({ anew }) => anew === undefined)
      ? {}
      : {
          anew: async () =>
            joinedContract(
              await Promise.all(contracts.map(async (one) => (await one.anew?.()) ?? one)),
              config,
            ),
        }),
    scratch: joinedTables(all("scratch")),
    undoPlanOf: (request, setting) => ownerOf(request.interface).undoPlanOf(request, setting),
  };
};
