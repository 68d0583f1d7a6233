import { childPointer } from "../formats/json-pointer.ts";
import type { Contract } from "../model/contract.ts";
import { type Exchange, jsonOf } from "../model/exchange.ts";
import type { ShellVariable } from "../model/finding.ts";
import { isSecret, type LearntSecret, type Secret, shellName } from "../model/secret.ts";
import { shownPointer } from "../privacy/field-names.ts";
import type { Rename } from "./curl.ts";
import { disguisedInShell, disguisedName } from "./disguise.ts";
import type { Target } from "./target.ts";

export const secretsIn = (value: unknown): readonly Secret[] => {
  if (isSecret(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsIn) : [];
};

/** The secrets that stand for something in the evidence of a request; that of a body may show some of them. */
const secretsOf = ({ call, request: { variables = {} } }: Exchange): readonly Secret[] =>
  secretsIn(call).filter(
    (secret) =>
      secret.kind === "configured" ||
      Object.hasOwn(variables, nameOf(secret)) ||
      secret.disguise !== undefined,
  );

const isLearnt = (secret: Secret): secret is LearntSecret => secret.kind === "learnt";

/** Values from earlier answers that the evidence of a request names. */
export const learntOf = (exchange: Exchange): readonly LearntSecret[] => secretsOf(exchange).filter(isLearnt);

const nameOf = ({ name }: LearntSecret): string => shellName(name).slice(1);

const pointersTo = function* (json: unknown, value: string, pointer = ""): Generator<string> {
  if (typeof json !== "object" || json === null) {
    if (String(json) === value) yield pointer;
    return;
  }
  for (const [name, inner] of Object.entries(json))
    yield* pointersTo(inner, value, childPointer(pointer, name));
};

const depthOf = (pointer: string): number => pointer.split("/").length;

/** The shortest JSON pointer to a value in an answer, in its field if that is known; undefined if it is not there. */
export const pointerTo = (json: unknown, { value, field }: LearntSecret): string | undefined => {
  const isField = (pointer: string): boolean =>
    field === undefined || pointer.toLowerCase().endsWith(`/${field.toLowerCase()}`);
  return [...pointersTo(json, value)]
    .filter(isField)
    .reduce<string | undefined>(
      (least, one) => (least === undefined || depthOf(one) < depthOf(least) ? one : least),
      undefined,
    );
};

export interface VariableOptions {
  readonly contract: Pick<Contract, "fieldNames">;
  readonly target: Pick<Target, "secretName">;
}

/** Where the steps before one answer a value. */
const sourceOf = (
  secret: LearntSecret,
  before: readonly Exchange[],
  { contract: { fieldNames } }: VariableOptions,
): Pick<ShellVariable, "step" | "pointer"> => {
  for (const [index, exchange] of [...before.entries()].toReversed()) {
    const body = jsonOf(exchange);
    const pointer = pointerTo(body, secret);
    if (pointer !== undefined)
      return { step: index + 1, pointer: shownPointer(pointer, fieldNames.isField, body) };
  }
  return {};
};

/**
 * The variables of the requests that show a finding, except configured credentials, and their names in each request:
 * two values never share one.
 */
export const variablesOf = (steps: readonly Exchange[], options: VariableOptions) => {
  const values = new Map<string, string>();
  const found = new Map<string, ShellVariable>();
  const renames = new Map<Exchange, Map<string, string>>();

  const ownName = (secret: Secret): string => {
    if (!isLearnt(secret)) return options.target.secretName(secret.name).slice(1);
    const name = nameOf(secret);
    let free = name;
    for (let count = 2; (values.get(free) ?? secret.value) !== secret.value; count += 1)
      free = `${name}_${count}`;
    values.set(free, secret.value);
    return free;
  };

  for (const [index, exchange] of steps.entries()) {
    const renamed = new Map<string, string>();
    renames.set(exchange, renamed);
    for (const secret of secretsOf(exchange)) {
      const name = ownName(secret);
      if (isLearnt(secret)) {
        renamed.set(nameOf(secret), name);
        if (!found.has(name)) found.set(name, { name, ...sourceOf(secret, steps.slice(0, index), options) });
      }
      const { disguise, signedAs } = secret;
      if (disguise === undefined) continue;
      const plain = isLearnt(secret) ? nameOf(secret) : name;
      const disguised = disguisedName(name, disguise);
      renamed.set(disguisedName(plain, disguise), disguised);
      const other = signedAs === undefined ? undefined : options.target.secretName(signedAs).slice(1);
      found.set(disguised, { name: disguised, word: disguisedInShell(name, disguise, other) });
    }
  }
  return {
    variables: [...found.values()],
    renameFor:
      (exchange: Exchange): Rename =>
      (name) =>
        renames.get(exchange)?.get(name) ?? name,
  };
};
