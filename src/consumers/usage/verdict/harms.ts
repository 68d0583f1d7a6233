import { madeOnce } from "../../../core/model/made-once.ts";
import { isSameOrInside, isUnder, type Possibility } from "../use.ts";
import type { ChangeEffect } from "./effect.ts";
import type { LocatedUse } from "./located-uses.ts";
import type { ChangeSubject } from "./change-subject.ts";
import type { Targets } from "./targets.ts";

/** A use that a change may harm. */
export interface Doubt {
  readonly use: LocatedUse;
  readonly isSure: boolean;
}

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
const harmsModel = (use: LocatedUse, { effect, property = "" }: ChangeSubject): boolean => {
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
const mayStay = (use: LocatedUse, { effect, isOpen }: ChangeSubject): boolean =>
  effect.what === "gone" && isOpen && use.how === "read" && takes(use, anything);

const byLocation = function* (use: LocatedUse, location: string, subject: ChangeSubject): Generator<boolean> {
  const { effect, at, models } = subject;
  if (at.has(location)) yield harmsHere(use, effect) && !mayStay(use, subject);
  else if (reachesDown(effect) && isUnder(location, at)) yield effect.what === "gone" || use.how === "name";
  if (models.has(location)) yield harmsModel(use, subject);
  if (effect.what === "closed" && isUnder(location, at)) yield true;
};

/** Whether the operation types a call, which then reads whatever the operation answers. */
const isTyped = ({ how }: LocatedUse, inside: string): boolean => how === "read" && inside === "/responses";

/** Whether a change of a part of an operation harms a use; undefined if it does not concern the use. */
const byOperation = (use: LocatedUse, location: string, subject: ChangeSubject): boolean | undefined => {
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
  { effect, at, operations }: ChangeSubject,
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
  { effect, at, models }: ChangeSubject,
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
  { effect, at, operations }: ChangeSubject,
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
  { effect, at }: ChangeSubject,
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
  { change, effect, at, operations }: ChangeSubject,
): boolean | undefined => {
  if (effect.what !== "rules" || change.consumers !== "breaking") return undefined;
  const isNamed = at.has(location) || isUnder(location, at);
  if (isNamed) return false;
  return change.kind.startsWith("parameter") && use.how === "call" && operations.includes(location)
    ? false
    : undefined;
};

/** If only one operation replaces a model, consumers that do not use the operation keep the old one. */
export const isReached = (
  location: string,
  { change, operations, staysShared }: ChangeSubject,
  uses: readonly LocatedUse[],
) =>
  staysShared ||
  !change.pointer.startsWith("/paths/") ||
  !location.startsWith("/components/") ||
  uses.some((use) => operations.some((one) => isSameOrInside(use.location, one)));

/** How a change may harm a use; undefined if it does not concern it. */
export const harmOf = (
  use: LocatedUse,
  subject: ChangeSubject,
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
  const held = targets.within(location);
  const isHeld = [...subject.models, ...subject.at].some((one) => isUnder(one, held));
  return isHeld ? { use, isSure: false } : undefined;
};
