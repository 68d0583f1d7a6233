import { isObject, parseJson } from "../../core/model/json-object.ts";
import { UsageError } from "../../core/model/usage-error.ts";
import { validate } from "../../builtin/generated/usage/usage-validator.js";
import type { Use } from "./use.ts";

/** What one consumer uses, as in `tripact.usage.json`. */
export interface Usage {
  readonly version: 1;
  /** Name of the consumer in reports. */
  readonly consumer: string;
  readonly uses: readonly Use[];
}

export const usageOf = (consumer: string, uses: readonly Use[]): Usage => ({ version: 1, consumer, uses });

/** The text of a usage file: one use per line, so that a review shows what was added and removed. */
export const usageText = ({ version, consumer, uses }: Usage): string => {
  const lines = uses.map((use) => `    ${JSON.stringify(use)}`).join(",\n");
  return `{\n  "version": ${version},\n  "consumer": ${JSON.stringify(consumer)},\n  "uses": [\n${lines}\n  ]\n}\n`;
};

const isUsage = (value: unknown): value is Usage => isObject(value) && validate(value);

/**
 * Parses a usage file of tripact or another tool.
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
