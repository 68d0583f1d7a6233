import { childPointer, tokensOf } from "../../../core/formats/json-pointer.ts";
import type { Change } from "../../diff/change.ts";
import { plainLocation } from "../locations.ts";
import { isUnder } from "../use.ts";
import { type ChangeEffect, effectOf } from "./effect.ts";
import type { Targets } from "./targets.ts";

/** The subject of a change, in the terms of uses. */
export interface ChangeSubject {
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

export const subjectOf = (
  change: Change,
  versions: readonly Targets[],
  operationsBy: (id: string) => readonly string[],
): ChangeSubject => {
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
