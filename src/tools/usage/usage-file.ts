import { isObject, parseJson } from "../../harness/model/json-object.ts";
import { UsageError } from "../../harness/model/usage-error.ts";
import { validate } from "../../contract/generated/usage/usage-validator.js";
import type { Use } from "./use.ts";

/** What one consumer uses, as it is written to `tripact.usage.json`. */
export interface Usage {
  readonly version: 1;
  /** What reports call the consumer. */
  readonly consumer: string;
  readonly uses: readonly Use[];
}

export const usageOf = (consumer: string, uses: readonly Use[]): Usage => ({ version: 1, consumer, uses });

/** The text of a usage file: one use on a line, so that a review shows what came and what went. */
export const usageText = ({ version, consumer, uses }: Usage): string => {
  const lines = uses.map((use) => `    ${JSON.stringify(use)}`).join(",\n");
  return `{\n  "version": ${version},\n  "consumer": ${JSON.stringify(consumer)},\n  "uses": [\n${lines}\n  ]\n}\n`;
};

const isUsage = (value: unknown): value is Usage => isObject(value) && validate(value);

/**
 * The usage in a file that tripact or another tool has written.
 * @throws UsageError for anything else.
 */
export const parseUsage = (text: string, location: string): Usage => {
  const value = parseJson(text);
  if (isUsage(value)) return value;
  const [first] = (isObject(value) ? validate.errors : undefined) ?? [];
  const where = first === undefined || first.instancePath === "" ? "" : ` at ${first.instancePath}`;
  throw new UsageError(
    `is not a usage file${where}${first?.message === undefined ? "" : `: ${first.message}`}`,
    {
      location,
      hint: "tripact usage writes it; its schema is tripact/usage.schema.json",
    },
  );
};
