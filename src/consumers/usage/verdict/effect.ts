import type { Change } from "../../diff/change.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { type Literal, type Possibility, possibilities } from "../use.ts";

/** The effect of a change on a consumer's code, in either direction of the data. */
export type ChangeEffect =
  /** Types and behaviour are unchanged. */
  | { readonly what: "nothing" }
  /** The same types, but with other rules for values. */
  | { readonly what: "rules" }
  | { readonly what: "gone" }
  /** A new property, of these types. */
  | { readonly what: "came"; readonly isRequired: boolean; readonly types: readonly Possibility[] }
  /** A value may also be of these types. */
  | { readonly what: "wider"; readonly types: readonly Possibility[] }
  /** A value may only be of these types. */
  | { readonly what: "narrower"; readonly types: readonly Possibility[] }
  /** A value is of these types instead of others. */
  | { readonly what: "other"; readonly types: readonly Possibility[] }
  | { readonly what: "optional" }
  | { readonly what: "required" }
  | { readonly what: "value-came"; readonly types: readonly Possibility[] }
  | { readonly what: "value-gone"; readonly value: Literal }
  /** Only these values remain of any. */
  | { readonly what: "values-imposed"; readonly values: readonly Literal[] }
  | { readonly what: "opened" }
  | { readonly what: "closed" }
  /** A part of an operation that its callers cannot ignore. */
  | { readonly what: "operation"; readonly part: OperationPart; readonly isSure: boolean };

/** The part of an operation that changes. */
export type OperationPart =
  | "itself"
  | "name"
  | "input"
  | "optional-body"
  | "body"
  | "answer"
  | "ways-to-answer"
  | "keys"
  | "models";

const typeNames: Readonly<Record<string, Possibility>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
  null: "null",
};

const anyType: readonly Possibility[] = possibilities.filter((one) => one !== "gone" && one !== "absent");

const typesIn = (value: unknown): readonly Possibility[] =>
  Array.isArray(value) ? value.flatMap((one) => typeNames[String(one)] ?? []) : anyType;

const isLiteral = (value: unknown): value is Literal =>
  value === null || !["object", "undefined"].includes(typeof value);

const literalsIn = (value: unknown): readonly Literal[] =>
  Array.isArray(value) ? value.filter(isLiteral) : [];

const typeOfLiteral = (value: unknown): readonly Possibility[] =>
  value === null
    ? ["null"]
    : Array.isArray(value)
      ? ["array"]
      : isObject(value)
        ? ["object"]
        : typesIn([typeof value]);

const byTypes = (what: "wider" | "narrower" | "other", { before, after }: Change): ChangeEffect => {
  const [was, is] = [typesIn(before), typesIn(after)];
  const isSame = was.length === is.length && was.every((type) => is.includes(type));
  // To the compiler, an integer is a number.
  if (isSame) return { what: "rules" };
  return what === "wider" ? { what, types: is.filter((type) => !was.includes(type)) } : { what, types: is };
};

const operation = (part: OperationPart, isSure = true): ChangeEffect => ({ what: "operation", part, isSure });

type Rule = ChangeEffect | ((change: Change) => ChangeEffect);

const came =
  (isRequired: boolean): Rule =>
  (change) => ({ what: "came", isRequired, types: typesIn(change.after) });

const unknown: ChangeEffect = { what: "other", types: anyType };

/** By kind without direction, since the type in code is the same either way. */
const rules: Readonly<Record<string, Rule>> = {
  "type-widened": (change) => byTypes("wider", change),
  "type-narrowed": (change) => byTypes("narrower", change),
  "type-changed": (change) => byTypes("other", change),
  "null-allowed": { what: "wider", types: ["null"] },
  "null-refused": { what: "narrower", types: anyType.filter((type) => type !== "null") },
  "property-became-optional": { what: "optional" },
  "property-became-required": { what: "required" },
  "property-added": came(false),
  "required-property-added": came(true),
  "property-removed": { what: "gone" },
  "required-property-removed": { what: "gone" },
  "enum-value-added": ({ after }) => ({ what: "value-came", types: typeOfLiteral(after) }),
  "enum-value-removed": ({ before }) => (isLiteral(before) ? { what: "value-gone", value: before } : unknown),
  "enum-lifted": ({ before }) => ({
    what: "value-came",
    types: [...new Set(literalsIn(before).flatMap(typeOfLiteral))],
  }),
  "enum-imposed": ({ after }) => ({ what: "values-imposed", values: literalsIn(after) }),
  "constant-lifted": ({ before }) => ({ what: "value-came", types: typeOfLiteral(before) }),
  "constant-imposed": ({ after }) => ({ what: "values-imposed", values: literalsIn([after]) }),
  "constant-changed": unknown,
  "objects-opened": { what: "opened" },
  "objects-closed": { what: "closed" },
  "alternative-added": unknown,
  "alternative-removed": unknown,
  "constraint-changed": unknown,
  "constraint-imposed": unknown,
  "constraint-lifted": unknown,
  "discriminator-changed": unknown,
  "property-renamed": { what: "gone" },
  "required-property-renamed": { what: "gone" },
  // The generator makes a property with a default required.
  "default-changed": ({ before, after }) =>
    (before === undefined) === (after === undefined)
      ? { what: "nothing" }
      : { what: after === undefined ? "optional" : "required" },
  deprecated: { what: "nothing" },
  "no-longer-deprecated": { what: "nothing" },
  "read-only": { what: "nothing" },
  "no-longer-read-only": { what: "nothing" },
  "write-only": { what: "nothing" },
  "no-longer-write-only": { what: "nothing" },
  "operation-added": operation("keys"),
  "operation-removed": operation("itself"),
  "operation-renamed": operation("name"),
  "operation-moved": operation("itself"),
  "operation-deprecated": { what: "nothing" },
  "operation-no-longer-deprecated": { what: "nothing" },
  "operation-effect-changed": operation("itself", false),
  "security-added": { what: "nothing" },
  "security-removed": operation("itself", false),
  "security-imposed": operation("itself", false),
  "security-lifted": { what: "nothing" },
  "security-scope-added": operation("itself", false),
  "security-scope-removed": { what: "nothing" },
  "security-scheme-changed": operation("itself", false),
  "offered-scope-added": { what: "nothing" },
  "parameter-added": { what: "nothing" },
  "parameter-removed": { what: "gone" },
  // Who must give the new one has given the old one.
  "parameter-renamed": { what: "gone" },
  "required-parameter-added": { what: "came", isRequired: true, types: [] },
  "required-parameter-removed": { what: "gone" },
  "parameter-became-required": { what: "required" },
  "parameter-became-optional": { what: "optional" },
  "parameter-serialization-changed": { what: "rules" },
  "parameter-deprecated": { what: "nothing" },
  "parameter-no-longer-deprecated": { what: "nothing" },
  "request-body-added": { what: "nothing" },
  "required-request-body-added": operation("input"),
  "request-body-removed": operation("body"),
  "required-request-body-removed": operation("body"),
  "request-body-became-required": operation("input"),
  "request-body-became-optional": operation("optional-body"),
  "request-media-type-added": operation("keys"),
  "request-media-type-removed": operation("body"),
  "response-media-type-added": operation("ways-to-answer"),
  "response-media-type-removed": operation("answer"),
  "response-body-added": operation("answer"),
  "response-body-removed": operation("answer"),
  // An answer without a body does not affect the types of others.
  "success-status-added": ({ pointer }) => operation("ways-to-answer", !/\/20[45]$/.test(pointer)),
  "success-status-removed": operation("ways-to-answer"),
  "error-status-added": operation("ways-to-answer", false),
  "error-status-removed": operation("ways-to-answer", false),
  "response-header-added": { what: "nothing" },
  "response-header-removed": operation("ways-to-answer", false),
  "response-header-renamed": operation("ways-to-answer", false),
  "response-header-deprecated": { what: "nothing" },
  "response-header-no-longer-deprecated": { what: "nothing" },
  "response-header-became-required": { what: "required" },
  "response-header-became-optional": { what: "optional" },
  "model-added": operation("models"),
  "model-removed": { what: "gone" },
  "server-added": { what: "nothing" },
  "server-removed": { what: "nothing" },
  "server-variable-changed": { what: "nothing" },
  "link-added": { what: "nothing" },
  "link-removed": { what: "nothing" },
  "link-changed": { what: "nothing" },
  "webhook-added": { what: "nothing" },
  "webhook-status-added": { what: "nothing" },
  "callback-added": { what: "nothing" },
  "fact-attached": { what: "nothing" },
  "fact-detached": { what: "nothing" },
  "question-opened": { what: "nothing" },
  "question-closed": { what: "nothing" },
};

/** The rule for a kind; bounds, formats and the like change no type. */
const ruleFor = (kind: string): Rule => {
  const bare = kind.replace(/^(?:request|response)-/, "");
  return rules[kind] ?? rules[bare] ?? { what: "rules" };
};

export const effectOf = (change: Change): ChangeEffect => {
  const rule = ruleFor(change.kind);
  return typeof rule === "function" ? rule(change) : rule;
};
