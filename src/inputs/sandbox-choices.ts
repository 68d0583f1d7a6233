import { assumptionKeys, assumptionTable, type AssumptionKey } from "../sandbox/assumptions/assumptions.ts";

/** The sandbox's answer to an open question. */
export type SandboxChoice = ReturnType<typeof choiceOf>;

const choiceOf = (key: AssumptionKey) => {
  const entry = assumptionTable[key];
  return {
    /** As in `sandbox --set KEY=VALUE`: the unknown's id, optionally followed by a dot and an aspect. */
    key,
    description: entry.description,
    /** The allowed values, in words. */
    allowed: entry.allowed,
    default: entry.default,
  };
};

/** The sandbox's choices on an open question, possibly none. */
export const choicesOn = (unknown: string): readonly SandboxChoice[] =>
  assumptionKeys.filter((key) => key.split(".")[0] === unknown).map(choiceOf);

/** The sandbox's choices that belong to no open question. */
export const otherChoices = (): readonly SandboxChoice[] =>
  assumptionKeys.filter((key) => !/^U-\d/.test(key)).map(choiceOf);

/** `U-14=and-is-0 (which conjunct …; and-is-0, and-is-1)`: the default as an option, and the alternatives. */
export const choiceLine = (choice: SandboxChoice): string =>
  `${choice.key}=${choice.default} (${choice.description}; ${choice.allowed})`;
