import type { Contract } from "../core/model/contract.ts";
import type { Catalogue } from "../core/model/report-input.ts";

/** What the ids in a contract's reports mean. */
export const catalogueOf = ({ facts, unknowns, factGroups, checks, described }: Contract): Catalogue => ({
  facts,
  unknowns,
  factGroups,
  checks: checks.map(({ id, title, why, severity, facts: ids, interfaces }) => ({
    id,
    title,
    why,
    ...(severity === undefined ? {} : { severity }),
    facts: ids,
    interfaces,
  })),
  described: Object.fromEntries(Object.entries(described).map(([name, { title }]) => [name, { title }])),
});
