import { isObject } from "../../core/model/json-object.ts";

const keyOf = (name: string, value: unknown): string => JSON.stringify([name, value]);

/** Deeper values are no property that a run breaks. */
const deepest = 6;

/**
 * What the run has sent against a schema and a server has accepted: that a read shows it again is no defect of its own.
 */
export const createAcceptedWrongly = () => {
  const sent = new Set<string>();
  const remember = (name: string, value: unknown, depth: number): void => {
    sent.add(keyOf(name, value));
    if (!isObject(value) || depth > deepest) return;
    for (const [inner, one] of Object.entries(value)) remember(inner, one, depth + 1);
  };
  return {
    /** Takes in the body of an accepted request that was meant to be refused. */
    rememberWrong: (body: unknown): void => remember("", body, 0),
    /** Whether a property shows what was accepted so. */
    isWrongOfRun: (name: string, value: unknown): boolean =>
      value !== undefined && value !== null && sent.has(keyOf(name, value)),
  };
};
