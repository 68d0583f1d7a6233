import type { Compiled, ValidationError } from "../model/compiled.ts";
import { tokensOf } from "../formats/json-pointer.ts";

/** Errors of a value against one branch of a choice. */
export interface BranchErrors {
  readonly index: number;
  readonly errors: readonly ValidationError[];
}

const missingProperty = ({ keyword, params }: ValidationError): string | undefined =>
  keyword === "required" ? String(params["missingProperty"]) : undefined;

/** How deep in the value an error lies: 0 for the value itself, 1 for its properties, missing ones included. */
const depth = (error: ValidationError): number =>
  tokensOf(error.instancePath).length + (missingProperty(error) === undefined ? 0 : 1);

/** A value without a branch's root key was not meant for it; the deeper the first error, the better the fit. */
const misfit = ({ errors }: BranchErrors): readonly number[] => [
  errors.filter((error) => error.instancePath === "").length,
  -Math.min(...errors.map(depth)),
  errors.length,
];

const compare = (a: readonly number[], b: readonly number[]): number => {
  const index = a.findIndex((value, position) => value !== b[position]);
  return (a[index] ?? 0) - (b[index] ?? 0);
};

/** One that fits; else by fewest errors at its root, then the deepest first error, then fewest errors. */
export const bestBranch = (
  { validators }: Compiled,
  branches: readonly string[],
  value: unknown,
): BranchErrors => {
  const verdicts = branches.map((name, index): BranchErrors => {
    const validate = validators[name];
    if (validate === undefined) throw new Error(`no validator for the branch ${name}`);
    return { index, errors: validate(value) ? [] : (validate.errors ?? []) };
  });
  const fitting = verdicts.find(({ errors }) => errors.length === 0);
  const [best] = verdicts.toSorted((a, b) => compare(misfit(a), misfit(b)));
  if (best === undefined) throw new Error("a choice without branches");
  return fitting ?? best;
};
