import type { Impact } from "../../harness/model/impact.ts";
import type { Audience, Direction } from "./change.ts";

/** One way in which a document can differ from its older version. */
export interface ChangeKind extends Readonly<Record<Audience, Impact>> {
  readonly id: string;
  readonly title: string;
  /** Id of the kind that the same difference has when the two versions are swapped. */
  readonly opposite: string;
}

/**
 * What a change does to the set of values that are allowed: `wider` allows more than before, `narrower` less,
 * `other` lets neither contain the other, `none` leaves it as it was.
 */
type Effect = "wider" | "narrower" | "other" | "none";

type Impacts = Readonly<Record<Audience, Impact>>;

/**
 * Who sends the data may send more than before without harm, who receives it must be ready for it. So a wider
 * response can break consumers and a wider request providers; narrower ones the other way round.
 */
const impactsOf: Readonly<Record<Effect, Readonly<Record<Direction, Impacts>>>> = {
  wider: {
    request: { consumers: "additive", providers: "breaking" },
    response: { consumers: "breaking", providers: "additive" },
  },
  narrower: {
    request: { consumers: "breaking", providers: "informational" },
    response: { consumers: "informational", providers: "breaking" },
  },
  other: {
    request: { consumers: "breaking", providers: "breaking" },
    response: { consumers: "breaking", providers: "breaking" },
  },
  none: {
    request: { consumers: "informational", providers: "informational" },
    response: { consumers: "informational", providers: "informational" },
  },
};

type Row = readonly [id: string, effect: Effect, opposite: string, title: string];

const pair = (
  [wider, wide]: readonly [string, string],
  [narrower, narrow]: readonly [string, string],
): Row[] => [
  [wider, "wider", narrower, wide],
  [narrower, "narrower", wider, narrow],
];

const bounds = [
  ["minimum", "the smallest number"],
  ["maximum", "the largest number"],
  ["exclusive-minimum", "the excluded smallest number"],
  ["exclusive-maximum", "the excluded largest number"],
  ["min-length", "the shortest text"],
  ["max-length", "the longest text"],
  ["min-items", "the fewest items"],
  ["max-items", "the most items"],
  ["min-properties", "the fewest properties"],
  ["max-properties", "the most properties"],
] as const;

const keywords = [
  ["format", "format"],
  ["pattern", "pattern"],
  ["multiple-of", "step between numbers"],
  ["constant", "fixed value"],
] as const;

/** What can change in the schema of a value, whichever way it travels. */
const schemaRows: readonly Row[] = [
  ...pair(["type-widened", "more types are allowed"], ["type-narrowed", "fewer types are allowed"]),
  ["type-changed", "other", "type-changed", "another type"],
  ...pair(["null-allowed", "may be null"], ["null-refused", "may no longer be null"]),
  ...pair(
    ["property-became-optional", "may be absent"],
    ["property-became-required", "may no longer be absent"],
  ),
  ...pair(["enum-value-added", "one more value"], ["enum-value-removed", "one value less"]),
  ...pair(["enum-lifted", "any value instead of a list"], ["enum-imposed", "a list instead of any value"]),
  ...pair(
    ["objects-opened", "other properties are allowed"],
    ["objects-closed", "no other property is allowed"],
  ),
  ...pair(["alternative-added", "one more alternative"], ["alternative-removed", "one alternative less"]),
  ...pair(
    ["repeated-items-allowed", "items may repeat"],
    ["repeated-items-refused", "items may no longer repeat"],
  ),
  ...bounds.flatMap(([id, what]) =>
    pair(
      [`${id}-loosened`, `${what} is further out or gone`],
      [`${id}-tightened`, `${what} is new or further in`],
    ),
  ),
  ...keywords.flatMap(([id, what]): Row[] => [
    ...pair([`${id}-lifted`, `no ${what} any more`], [`${id}-imposed`, `a ${what}`]),
    [`${id}-changed`, "other", `${id}-changed`, `another ${what}`],
  ]),
  ["constraint-changed", "other", "constraint-changed", "another constraint of a kind that is rarely used"],
  ["default-changed", "none", "default-changed", "another default, or none"],
  ["deprecated", "none", "no-longer-deprecated", "deprecated"],
  ["no-longer-deprecated", "none", "deprecated", "no longer deprecated"],
];

const kind = (id: string, opposite: string, title: string, impacts: Impacts): ChangeKind => ({
  id,
  title,
  opposite,
  ...impacts,
});

const impacts = (consumers: Impact, providers: Impact): Impacts => ({ consumers, providers });

/** Properties that come and go: one more to read is harmless, one less is not. */
const propertyKinds: readonly ChangeKind[] = [
  kind(
    "request-property-added",
    "request-property-removed",
    "a new property may be sent",
    impacts("additive", "breaking"),
  ),
  kind(
    "request-property-removed",
    "request-property-added",
    "a property is sent no longer",
    impacts("breaking", "informational"),
  ),
  kind(
    "request-required-property-added",
    "request-required-property-removed",
    "a new property must be sent",
    impacts("breaking", "breaking"),
  ),
  kind(
    "request-required-property-removed",
    "request-required-property-added",
    "a property that had to be sent is gone",
    impacts("breaking", "informational"),
  ),
  kind(
    "response-property-added",
    "response-property-removed",
    "a new property may be answered",
    impacts("additive", "informational"),
  ),
  kind(
    "response-property-removed",
    "response-property-added",
    "a property that could be answered is gone",
    impacts("breaking", "informational"),
  ),
  kind(
    "response-required-property-added",
    "response-required-property-removed",
    "a new property is always answered",
    impacts("additive", "breaking"),
  ),
  kind(
    "response-required-property-removed",
    "response-required-property-added",
    "a property that was always answered is gone",
    impacts("breaking", "informational"),
  ),
];

type Coming = readonly [id: string, opposite: string, title: string, consumers: Impact, providers: Impact];

const operationRows: readonly Coming[] = [
  ["operation-added", "operation-removed", "a new operation", "additive", "breaking"],
  ["operation-removed", "operation-added", "an operation is gone", "breaking", "informational"],
  [
    "operation-renamed",
    "operation-renamed",
    "another operation id: generated names change",
    "breaking",
    "informational",
  ],
  ["operation-deprecated", "operation-no-longer-deprecated", "deprecated", "informational", "informational"],
  [
    "operation-no-longer-deprecated",
    "operation-deprecated",
    "no longer deprecated",
    "informational",
    "informational",
  ],
  [
    "operation-effect-changed",
    "operation-effect-changed",
    "another effect on the target's records",
    "breaking",
    "breaking",
  ],
  ["security-added", "security-removed", "one more way to authenticate", "additive", "breaking"],
  ["security-removed", "security-added", "one way to authenticate less", "breaking", "informational"],
  ["security-imposed", "security-lifted", "authentication is needed", "breaking", "breaking"],
  ["security-lifted", "security-imposed", "authentication is no longer needed", "additive", "breaking"],
  ["parameter-added", "parameter-removed", "a new optional parameter", "additive", "breaking"],
  ["parameter-removed", "parameter-added", "an optional parameter is gone", "breaking", "informational"],
  [
    "required-parameter-added",
    "required-parameter-removed",
    "a new required parameter",
    "breaking",
    "breaking",
  ],
  [
    "required-parameter-removed",
    "required-parameter-added",
    "a required parameter is gone",
    "breaking",
    "informational",
  ],
  [
    "parameter-became-required",
    "parameter-became-optional",
    "a parameter must be given",
    "breaking",
    "informational",
  ],
  [
    "parameter-became-optional",
    "parameter-became-required",
    "a parameter may be left out",
    "additive",
    "breaking",
  ],
  [
    "parameter-serialization-changed",
    "parameter-serialization-changed",
    "a parameter is written another way",
    "breaking",
    "breaking",
  ],
  [
    "parameter-deprecated",
    "parameter-no-longer-deprecated",
    "a parameter is deprecated",
    "informational",
    "informational",
  ],
  [
    "parameter-no-longer-deprecated",
    "parameter-deprecated",
    "a parameter is no longer deprecated",
    "informational",
    "informational",
  ],
  ["request-body-added", "request-body-removed", "a body may be sent", "additive", "breaking"],
  ["request-body-removed", "request-body-added", "no body is taken any more", "breaking", "informational"],
  [
    "required-request-body-added",
    "required-request-body-removed",
    "a body must be sent",
    "breaking",
    "breaking",
  ],
  [
    "required-request-body-removed",
    "required-request-body-added",
    "a body that had to be sent is gone",
    "breaking",
    "informational",
  ],
  [
    "request-body-became-required",
    "request-body-became-optional",
    "the body may no longer be left out",
    "breaking",
    "informational",
  ],
  [
    "request-body-became-optional",
    "request-body-became-required",
    "the body may be left out",
    "additive",
    "breaking",
  ],
  [
    "request-media-type-added",
    "request-media-type-removed",
    "one more media type is taken",
    "additive",
    "breaking",
  ],
  [
    "request-media-type-removed",
    "request-media-type-added",
    "a media type is taken no longer",
    "breaking",
    "informational",
  ],
  [
    "response-media-type-added",
    "response-media-type-removed",
    "one more media type may be answered",
    "breaking",
    "additive",
  ],
  [
    "response-media-type-removed",
    "response-media-type-added",
    "a media type is answered no longer",
    "breaking",
    "breaking",
  ],
  ["response-body-added", "response-body-removed", "an answer has a body", "additive", "breaking"],
  ["response-body-removed", "response-body-added", "an answer has no body any more", "breaking", "breaking"],
  ["success-status-added", "success-status-removed", "one more way to succeed", "breaking", "additive"],
  ["success-status-removed", "success-status-added", "one way to succeed less", "breaking", "breaking"],
  ["error-status-added", "error-status-removed", "one more way to fail", "additive", "additive"],
  ["error-status-removed", "error-status-added", "one way to fail less", "informational", "breaking"],
  ["response-header-added", "response-header-removed", "a new header", "additive", "informational"],
  ["response-header-removed", "response-header-added", "a header is gone", "breaking", "informational"],
  [
    "response-header-became-required",
    "response-header-became-optional",
    "a header is always there",
    "informational",
    "breaking",
  ],
  [
    "response-header-became-optional",
    "response-header-became-required",
    "a header may be absent",
    "breaking",
    "additive",
  ],
  ["model-added", "model-removed", "a new named model", "additive", "informational"],
  [
    "model-removed",
    "model-added",
    "a named model is gone: its generated type too",
    "breaking",
    "informational",
  ],
  ["server-added", "server-removed", "a new server", "additive", "informational"],
  ["server-removed", "server-added", "a server is gone", "informational", "informational"],
  ["fact-attached", "fact-detached", "one more fact is stated here", "informational", "informational"],
  ["fact-detached", "fact-attached", "one fact is stated here no longer", "informational", "informational"],
  ["question-opened", "question-closed", "one more question is open here", "informational", "informational"],
  [
    "question-closed",
    "question-opened",
    "one question is open here no longer",
    "informational",
    "informational",
  ],
];

const directions = ["request", "response"] as const;

/** Every kind of change, by id. */
export const changeKinds: ReadonlyMap<string, ChangeKind> = new Map(
  [
    ...operationRows.map(([id, opposite, title, consumers, providers]) =>
      kind(id, opposite, title, impacts(consumers, providers)),
    ),
    ...propertyKinds,
    ...directions.flatMap((direction) =>
      schemaRows.map(([id, effect, opposite, title]) =>
        kind(`${direction}-${id}`, `${direction}-${opposite}`, title, impactsOf[effect][direction]),
      ),
    ),
  ].map((one) => [one.id, one]),
);

/** A kind by its id; asking for one that there is not is a bug. */
export const changeKind = (id: string): ChangeKind => {
  const found = changeKinds.get(id);
  if (found === undefined) throw new Error(`no kind of change is called ${id}`);
  return found;
};
