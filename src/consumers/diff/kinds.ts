import type { Impact } from "../../core/model/impact.ts";
import type { ChangeAudience, DataDirection } from "./change.ts";

/** The impact of a change on each side. */
export type Impacts = Readonly<Record<ChangeAudience, Impact>>;

/**
 * How a change affects the set of allowed values: `wider` allows more than before, `narrower` less, with `other`
 * neither set contains the other, `none` leaves it unchanged.
 */
type Variance = "wider" | "narrower" | "other" | "none";

const impacts = (consumers: Impact, providers: Impact): Impacts => ({ consumers, providers });

const both = (impact: Impact): Readonly<Record<DataDirection, Impacts>> => ({
  request: impacts(impact, impact),
  response: impacts(impact, impact),
});

/**
 * A sender can use a wider set without harm, but a receiver must be ready for it. So a wider response can break
 * consumers and a wider request providers; for narrower sets it is the reverse.
 */
const variance: Readonly<Record<Variance, Readonly<Record<DataDirection, Impacts>>>> = {
  wider: { request: impacts("additive", "breaking"), response: impacts("breaking", "additive") },
  narrower: {
    request: impacts("breaking", "informational"),
    response: impacts("informational", "breaking"),
  },
  other: both("breaking"),
  none: both("informational"),
};

/** Keywords that bound a number, a length or a count. A larger lower bound is tighter, as is a smaller upper one. */
export const bounds = {
  below: ["minimum", "minLength", "minItems", "minProperties"],
  above: ["maximum", "maxLength", "maxItems", "maxProperties"],
} as const;

/** Keywords whose values are neither wider nor narrower than each other, with their names in kinds. */
export const singles: Readonly<Record<string, string>> = {
  format: "format",
  pattern: "pattern",
  multipleOf: "multiple-of",
};

const unordered = [...Object.values(singles), "constant", "charset"];

/** `maxLength` is `max-length` in kinds. */
export const kindName = (keyword: string): string =>
  keyword.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const named = (names: readonly string[], ...ways: readonly string[]): readonly string[] =>
  names.flatMap((name) => ways.map((way) => `${name}-${way}`));

const bounded = [...bounds.below, ...bounds.above, "exclusiveMinimum", "exclusiveMaximum"].map(kindName);

/** Possible changes of a value's schema, in either direction. */
const schemaKinds: Readonly<Record<Variance, readonly string[]>> = {
  wider: [
    "type-widened",
    "null-allowed",
    "property-became-optional",
    "enum-value-added",
    "enum-lifted",
    "objects-opened",
    "alternative-added",
    "repeated-items-allowed",
    "constraint-lifted",
    ...named(bounded, "loosened"),
    ...named(unordered, "lifted"),
  ],
  narrower: [
    "type-narrowed",
    "null-refused",
    "property-became-required",
    "enum-value-removed",
    "enum-imposed",
    "objects-closed",
    "alternative-removed",
    "repeated-items-refused",
    "constraint-imposed",
    ...named(bounded, "tightened"),
    ...named(unordered, "imposed"),
  ],
  other: [
    "type-changed",
    "constraint-changed",
    "discriminator-changed",
    "encoding-changed",
    ...named(unordered, "changed"),
  ],
  none: [
    "default-changed",
    ...["deprecated", "read-only", "write-only"].flatMap((mark) => [mark, `no-longer-${mark}`]),
  ],
};

const { wider, narrower, other, none } = variance;

/** All other kinds. What consumers may request counts as a request. */
const kinds: readonly (readonly [Impacts, readonly string[]])[] = [
  [
    wider.request,
    [
      "operation-added",
      "webhook-added",
      "callback-added",
      "webhook-status-added",
      "security-added",
      "security-lifted",
      "security-scope-removed",
      "request-property-added",
      ...named(["parameter", "request-body"], "added", "became-optional"),
      "request-media-type-added",
    ],
  ],
  [
    narrower.request,
    [
      "operation-removed",
      "operation-renamed",
      "webhook-removed",
      "callback-removed",
      "webhook-status-removed",
      "security-removed",
      "security-scope-added",
      "request-media-type-removed",
      ...named(["parameter", "request-body"], "removed", "became-required"),
      ...named(["required-parameter", "required-request-body"], "removed"),
      ...named(["request-property", "request-required-property"], "removed"),
    ],
  ],
  [
    wider.response,
    [
      "response-media-type-added",
      "success-status-added",
      ...named(["response-header", "response-body"], "became-optional"),
    ],
  ],
  [
    narrower.response,
    ["error-status-removed", ...named(["response-header", "response-body"], "became-required")],
  ],
  [
    other.request,
    [
      "operation-effect-changed",
      "operation-moved",
      "webhook-moved",
      "security-imposed",
      "security-scheme-changed",
      ...named(["parameter"], "serialization-changed", "renamed"),
      ...named(["request-property", "request-required-property"], "renamed"),
      ...named(["required-parameter", "required-request-body", "request-required-property"], "added"),
    ],
  ],
  [
    other.response,
    [
      ...named(["response-media-type", "response-body", "success-status"], "removed"),
      "response-header-serialization-changed",
      "response-required-property-renamed",
    ],
  ],
  // An added one is harmless to read, a removed one is not.
  [impacts("additive", "informational"), named(["response-property", "response-header"], "added")],
  [
    impacts("breaking", "informational"),
    [
      ...named(["response-property", "response-required-property", "response-header"], "removed"),
      ...named(["response-property", "response-header"], "renamed"),
      ...named(["link"], "removed", "changed"),
      "offered-scope-removed",
    ],
  ],
  [impacts("additive", "breaking"), named(["response-required-property", "response-body"], "added")],
  [impacts("additive", "additive"), ["error-status-added"]],
  [impacts("additive", "informational"), named(["model", "server", "link", "offered-scope"], "added")],
  [impacts("breaking", "informational"), ["model-removed"]],
  [
    none.response,
    [
      ...named(["operation", "parameter", "response-header"], "deprecated", "no-longer-deprecated"),
      ...named(["fact"], "attached", "detached"),
      ...named(["question"], "opened", "closed"),
      ...named(["server"], "removed", "variable-changed"),
    ],
  ],
];

const directions = ["request", "response"] as const;
const variances = ["wider", "narrower", "other", "none"] as const;

/** The impacts of every kind of change, by id. */
export const changeKinds: ReadonlyMap<string, Impacts> = new Map([
  ...kinds.flatMap(([meaning, ids]) => ids.map((id) => [id, meaning] as const)),
  ...directions.flatMap((direction) =>
    variances.flatMap((one) =>
      schemaKinds[one].map((id) => [`${direction}-${id}`, variance[one][direction]] as const),
    ),
  ),
]);

/** The impacts of a kind. @throws Error for an unknown one, which is a bug */
export const impactsOf = (id: string): Impacts => {
  const found = changeKinds.get(id);
  if (found === undefined) throw new Error(`no kind of change is called ${id}`);
  return found;
};
