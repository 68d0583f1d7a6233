import { childPointer, tokensOf } from "../../../core/formats/json-pointer.ts";
import { madeOnce } from "../../../core/model/made-once.ts";
import type { Change } from "../../diff/change.ts";
import { isSameOrInside, type Possibility, type Use } from "../use.ts";
import { type ConsumerUses, type LocatedUse, locatedUses } from "./located-uses.ts";
import { type ChangeEffect, effectOf } from "./effect.ts";
import { plainLocation } from "../locations.ts";
import type { Targets } from "./targets.ts";

/** `breaks`: the code is wrong now. `at risk`: it may be, undecidably. `safe`: nothing that it uses changes. */
export type UseVerdict = "breaks" | "at risk" | "safe";

/** What one change means for one consumer. */
export interface UseJudgement {
  readonly verdict: UseVerdict;
  /** The uses that decide it. */
  readonly uses: readonly Use[];
}

/** The subject of a change, in the terms of uses. */
interface Subject {
  readonly change: Change;
  readonly effect: ChangeEffect;
  /** Locations that change, in both versions. */
  readonly at: ReadonlySet<string>;
  /** The models around them. */
  readonly models: ReadonlySet<string>;
  /** Pointers to the operations that involve it. */
  readonly operations: readonly string[];
  /** Name of the property or parameter that changes, if it is one. */
  readonly property: string | undefined;
  readonly isOpen: boolean;
  /** Whether the operation at the location still leads to the same models. */
  readonly staysShared: boolean;
  /** Whether it changes operations that nobody calls, as webhooks are. */
  readonly isOfOthers: boolean;
}

const parentOf = (location: string): string =>
  location.replace(
    /\/(?:properties\/[^/]*|items|additionalProperties)$|(?<=\/parameters\/[^/]*)\/[^/]*$/,
    "",
  );

const isUnder = (location: string, locations: Iterable<string>): boolean => {
  for (const above of locations) if (isSameOrInside(location, above)) return true;
  return false;
};

const takes = (use: LocatedUse, types: readonly Possibility[]): boolean =>
  types.every((type) => use.accepts?.includes(type) === true);

/** Whether a call of an operation now requires something that was optional. */
const isInput = (effect: ChangeEffect): boolean =>
  effect.what === "required" ||
  (effect.what === "came" && effect.isRequired) ||
  (effect.what === "operation" && effect.part === "input");

const anything: readonly Possibility[] = ["absent", "null", "boolean", "number", "string", "array", "object"];

const sends = (use: LocatedUse, types: readonly Possibility[]): boolean =>
  use.sends !== undefined && use.sends.every((type) => types.includes(type));

/** Whether a use at the changed location is harmed. */
const harmsHere = (use: LocatedUse, effect: ChangeEffect): boolean => {
  const isRead = use.how === "read" || use.how === "name";
  switch (effect.what) {
    case "gone":
      return !(isRead && takes(use, ["gone"]));
    case "wider":
    case "value-came":
      return isRead && !takes(use, effect.types);
    case "narrower":
      return use.how === "name" || use.how === "compare" || (use.how === "send" && !sends(use, effect.types));
    case "other":
      return isRead ? !takes(use, effect.types) : use.how === "send" ? !sends(use, effect.types) : true;
    case "optional":
      return isRead && !takes(use, ["absent"]);
    case "required":
      return use.how === "send" && use.sends?.includes("absent") !== false;
    case "value-gone":
      return (
        use.how === "name" ||
        ((use.how === "compare" || use.how === "send") && use.values?.includes(effect.value) !== false)
      );
    case "values-imposed":
      return (
        use.how === "name" ||
        ((use.how === "compare" || use.how === "send") &&
          !(use.values !== undefined && use.values.every((value) => effect.values.includes(value))))
      );
    case "came":
      return isRead
        ? !takes(use, effect.isRequired ? effect.types : [...effect.types, "absent"])
        : use.how === "send" && !sends(use, effect.types);
    default:
      return false;
  }
};

/** Whether a use of the model around the location is harmed. */
const harmsModel = (use: LocatedUse, { effect, property = "" }: Subject): boolean => {
  switch (effect.what) {
    case "gone":
      return use.how === "keys";
    case "came":
      if (use.how === "keys") return true;
      return use.how === "build" && (effect.isRequired || use.gives?.includes(property) === true);
    case "required":
      return use.how === "build" && use.gives?.includes(property) !== true;
    case "opened":
    case "closed":
      return use.how !== "read";
    default:
      return false;
  }
};

/** If a type becomes another one, so do the types inside it. */
const reachesDown = (effect: ChangeEffect): boolean =>
  effect.what === "gone" || effect.what === "other" || effect.what === "narrower";

/** A property that an open model no longer lists may still exist, and the compiler allows any use of it. */
const mayStay = (use: LocatedUse, { effect, isOpen }: Subject): boolean =>
  effect.what === "gone" && isOpen && use.how === "read" && takes(use, anything);

const byLocation = function* (use: LocatedUse, location: string, subject: Subject): Generator<boolean> {
  const { effect, at, models } = subject;
  if (at.has(location)) yield harmsHere(use, effect) && !mayStay(use, subject);
  else if (reachesDown(effect) && isUnder(location, at)) yield effect.what === "gone" || use.how === "name";
  if (models.has(location)) yield harmsModel(use, subject);
  if (effect.what === "closed" && isUnder(location, at)) yield true;
};

/** Whether the operation types a call, which then reads whatever the operation answers. */
const isTyped = ({ how }: LocatedUse, inside: string): boolean => how === "read" && inside === "/responses";

/** Whether a change of a part of an operation harms a use; undefined if it does not concern the use. */
const byOperation = (use: LocatedUse, location: string, subject: Subject): boolean | undefined => {
  const { effect, operations, at } = subject;
  if (effect.what !== "operation") return undefined;
  const isKeys = use.how === "keys" || use.how === "whole";
  if (effect.part === "models") return isKeys && location === "/components/schemas" ? true : undefined;
  // A client typed by all paths is harmed at its calls, which are separate uses.
  if (isKeys && ["/paths", ...operations, ...at].some((one) => isSameOrInside(one, location)))
    return location !== "/paths";
  if (effect.part === "keys" || effect.part === "input") return undefined;
  if (isUnder(location, at) && effect.part !== "optional-body" && effect.part !== "name")
    // The type of a removed status, header or media type disappears, too.
    return effect.isSure || (effect.part === "ways-to-answer" && use.how === "name");
  const operation = operations.find((one) => isSameOrInside(location, one));
  if (operation === undefined) return undefined;
  const inside = location.slice(operation.length);
  switch (effect.part) {
    case "itself":
      return effect.isSure;
    case "name":
      return use.how === "name" ? true : undefined;
    case "optional-body":
      return ["read", "name", "keys", "whole"].includes(use.how) && inside.startsWith("/requestBody/")
        ? true
        : undefined;
    case "body":
      return use.how === "call" || inside.startsWith("/requestBody")
        ? effect.isSure && use.how !== "call"
        : undefined;
    case "answer":
      return use.how === "call" || isTyped(use, inside) ? effect.isSure : undefined;
    case "ways-to-answer":
      if (isTyped(use, inside)) return effect.isSure;
      return use.how === "call" ? false : undefined;
  }
};

/** Callers of an operation must now give what it requires, unless they already do. */
const byInput = (
  use: LocatedUse,
  location: string,
  { effect, at, operations }: Subject,
  uses: readonly LocatedUse[],
) => {
  if (!isInput(effect) || use.how !== "call" || !operations.includes(location)) return undefined;
  const inputs = [...at].filter(
    (one) =>
      /^\/(?:parameters\/[^/]+\/[^/]+|requestBody)$/.test(one.slice(location.length)) &&
      isSameOrInside(one, location),
  );
  if (inputs.length === 0) return undefined;
  const isGiven = inputs.some((input) =>
    uses.some((other) => other.how === "send" && other.location === input),
  );
  return !isGiven;
};

/** A body that cannot be followed may not be what the operation now wants. */
const byRequest = (
  use: LocatedUse,
  location: string,
  { effect, at, models }: Subject,
  uses: readonly LocatedUse[],
): boolean | undefined => {
  if (use.how !== "send" || !location.endsWith("/requestBody")) return undefined;
  const isOther = ["other", "narrower", "required", "closed", "values-imposed"].includes(effect.what);
  if (!(isOther || isInput(effect)) || ![...at].some((one) => one.startsWith(`${location}/content/`)))
    return undefined;
  const isFollowed = uses.some(
    ({ how, location: other }) => (how === "build" && models.has(other)) || (how === "send" && at.has(other)),
  );
  return isFollowed ? undefined : true;
};

/** The body of a response changes as a whole, which affects every caller of the operation. */
const byBody = (
  use: LocatedUse,
  location: string,
  { effect, at, operations }: Subject,
): boolean | undefined => {
  const operation = operations.find((one) => isSameOrInside(location, one));
  if (operation === undefined) return undefined;
  const inside = location.slice(operation.length);
  const isByType = isTyped(use, inside);
  // Types made of all answers may need any of them.
  const isCalculated = ["name", "keys", "whole"].includes(use.how) && inside === "/responses";
  if (!isByType && !isCalculated && (use.how !== "call" || location !== operation)) return undefined;
  const isBody = [...at].some(
    (changed) => /\/responses\/.*\/schema(?:\/items)*$/.test(changed) && isUnder(changed, [operation]),
  );
  if (!isBody) return undefined;
  return ["wider", "other", "optional", "value-came", "gone", "opened", "closed"].includes(effect.what)
    ? isByType || (isCalculated ? false : undefined)
    : undefined;
};

/** Effects on the types of values in a list or a map. */
const changesValues = new Set(["wider", "narrower", "other", "value-came", "value-gone", "values-imposed"]);

const usedLocations = madeOnce(
  (uses: readonly LocatedUse[]): ReadonlySet<string> => new Set(uses.map(({ location }) => location)),
);

/** The lists and maps around a location, the innermost first. */
const containersOf = (location: string): readonly string[] => {
  const around = location.replace(/\/(?:items|additionalProperties)$/, "");
  return around === location ? [] : [around, ...containersOf(around)];
};

/**
 * A list or a map whose values change, and of which no use is known beyond this one: what becomes of the values cannot be
 * followed.
 */
const byContainer = (
  use: LocatedUse,
  location: string,
  { effect, at }: Subject,
  uses: readonly LocatedUse[],
): boolean | undefined => {
  if (!changesValues.has(effect.what) || use.how === "call") return undefined;
  const used = usedLocations(uses);
  const isInnermost = [...at].some(
    (changed) =>
      !used.has(changed) && containersOf(changed).find((container) => used.has(container)) === location,
  );
  return isInnermost ? false : undefined;
};

/** A change without an effect on types may still affect users, if it breaks consumers at all. */
const byRules = (
  use: LocatedUse,
  location: string,
  { change, effect, at, operations }: Subject,
): boolean | undefined => {
  if (effect.what !== "rules" || change.consumers !== "breaking") return undefined;
  const isNamed = at.has(location) || isUnder(location, at);
  if (isNamed) return false;
  return change.kind.startsWith("parameter") && use.how === "call" && operations.includes(location)
    ? false
    : undefined;
};

/** If only one operation replaces a model, consumers that do not use the operation keep the old one. */
const isReached = (
  location: string,
  { change, operations, staysShared }: Subject,
  uses: readonly LocatedUse[],
) =>
  staysShared ||
  !change.pointer.startsWith("/paths/") ||
  !location.startsWith("/components/") ||
  uses.some((use) => operations.some((one) => isSameOrInside(use.location, one)));

/** Whether a consumer may call one of the changed operations. */
const mayCall = ({ operations, isOfOthers }: Subject, { called }: ConsumerUses): boolean =>
  called.size === 0 ||
  operations.length === 0 ||
  isOfOthers ||
  operations.some((operation) => called.has(operation));

/** Whether a change matters only to who calls its operations: it changes no type that code relies on. */
const isOnlyOfCalls = ({ seen }: LocatedUse, { effect }: Subject): boolean =>
  effect.what === "rules" || seen !== undefined;

/** A use that a change may harm. */
interface Doubt {
  readonly use: LocatedUse;
  readonly isSure: boolean;
}

const harmOf = (
  use: LocatedUse,
  subject: Subject,
  targets: Targets,
  uses: readonly LocatedUse[],
): Doubt | undefined => {
  const { location } = use;
  const here = [...byLocation(use, location, subject)];
  const around = [
    byOperation(use, location, subject),
    byInput(use, location, subject, uses),
    byRequest(use, location, subject, uses),
    byBody(use, location, subject),
    byContainer(use, location, subject, uses),
    byRules(use, location, subject),
  ];
  if (here.includes(true) || around.includes(true))
    return { use, isSure: use.how !== "whole" && isReached(location, subject, uses) };
  // `false` from an operation or a rule: concerned, but it cannot be determined whether it is harmed.
  if (around.includes(false) || (subject.at.has(location) && mayStay(use, subject)))
    return { use, isSure: false };
  if (use.how !== "whole") return undefined;
  const held = [...targets.within(location)].map(plainLocation);
  const isHeld = [...subject.models, ...subject.at].some((one) => isUnder(one, held));
  return isHeld ? { use, isSure: false } : undefined;
};

const doubtsAbout = (subject: Subject, targets: Targets, consumer: ConsumerUses): readonly Doubt[] => {
  if (subject.effect.what === "nothing") return [];
  const isCalled = mayCall(subject, consumer);
  return consumer.uses.flatMap((use) => {
    const doubt = harmOf(use, subject, targets, consumer.uses);
    const isOfOtherCalls = !isCalled && isOnlyOfCalls(use, subject) && consumer.isExplained(use);
    return doubt === undefined || isOfOtherCalls ? [] : [doubt];
  });
};

/** The property or parameter at the end of locations. */
const nameIn = (locations: readonly string[]): string | undefined =>
  locations
    .map(tokensOf)
    .find((tokens) => tokens.at(-2) === "properties" || tokens.at(-3) === "parameters")
    ?.at(-1);

/** The operations at and around a change. */
const operationsOf = (
  { pointer, operations }: Change,
  versions: readonly Targets[],
  operationsBy: (id: string) => readonly string[],
): readonly string[] => {
  const tokens = tokensOf(pointer);
  const own = tokens[0] === "paths" && tokens.length >= 3 ? [childPointer("", ...tokens.slice(0, 3))] : [];
  return [
    ...new Set(
      [
        ...own.flatMap((one) => versions.flatMap((targets) => targets.locationsOf(one))),
        ...operations.flatMap(operationsBy),
      ].map(plainLocation),
    ),
  ];
};

/** Where a change is, in both versions. A position in a list of parameters is that of one version only. */
const locationsOf = (
  { kind, pointer }: Change,
  versions: readonly Targets[],
  operations: readonly string[],
): ReadonlySet<string> => {
  const side = /(?:removed|renamed)$/.test(kind) ? versions[0] : versions.at(-1);
  const isPosition = /\/parameters\/\d+(?=\/|$)/.test(pointer);
  const pointers = isPosition && side !== undefined ? side.locationsOf(pointer) : [pointer];
  const found = versions.flatMap((targets) => pointers.flatMap(targets.at));
  // Others may share what only these operations change.
  const isOfOthers = (location: string): boolean =>
    operations.length > 0 && location.startsWith("/paths/") && !isUnder(location, operations);
  return new Set(found.filter((location) => !isOfOthers(location)));
};

const subjectOf = (
  change: Change,
  versions: readonly Targets[],
  operationsBy: (id: string) => readonly string[],
): Subject => {
  const operations = operationsOf(change, versions, operationsBy);
  const at = locationsOf(change, versions, operations);
  return {
    change,
    effect: effectOf(change),
    at,
    models: new Set([...at].map(parentOf)),
    operations,
    property: nameIn([...at]),
    staysShared:
      versions
        .at(-1)
        ?.at(change.pointer)
        .some((one) => one.startsWith("/components/")) === true,
    isOpen: [...at].some((location) => versions.some((targets) => targets.isOpen(parentOf(location)))),
    isOfOthers: change.operations.some((id) => operationsBy(id).length === 0),
  };
};

/** Judges changes of one document by what a consumer uses of it. */
export const createJudge = (
  versions: readonly Targets[],
  operationsBy: (id: string) => readonly string[],
) => {
  const [old] = versions;
  if (old === undefined) throw new Error("there is no version");
  const consumerOf = madeOnce((uses: readonly Use[]) => locatedUses(uses, old));
  const subjectFor = madeOnce((change: Change) => subjectOf(change, versions, operationsBy));
  return {
    /** Whether a consumer may call one of the operations that a change concerns. */
    mayCall: (change: Change, uses: readonly Use[]): boolean => mayCall(subjectFor(change), consumerOf(uses)),
    judge: (change: Change, uses: readonly Use[]): UseJudgement => {
      const doubts = doubtsAbout(subjectFor(change), old, consumerOf(uses));
      const sure = doubts.filter(({ isSure }) => isSure);
      const deciding = sure.length > 0 ? sure : doubts;
      return {
        verdict: sure.length > 0 ? "breaks" : doubts.length > 0 ? "at risk" : "safe",
        uses: [...new Set(deciding.map(({ use }) => use.stated))],
      };
    },
  };
};
