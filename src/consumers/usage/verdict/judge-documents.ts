import { childPointer } from "../../../core/formats/json-pointer.ts";
import { entriesOf, isText } from "../../../documents/json.ts";
import type { ApiDocument } from "../../../documents/document.ts";
import { isObject } from "../../../core/model/json-object.ts";
import type { Change } from "../../diff/change.ts";
import { operationName } from "../../diff/compare-documents.ts";
import type { Versions } from "../../diff/versions.ts";
import type { Use } from "../use.ts";
import type { Usage } from "../usage-file.ts";
import { operationLocation } from "../locations.ts";
import { effectOf } from "./effect.ts";
import { createJudge, type UseJudgement, type UseVerdict } from "./judge-change.ts";
import { targetsOf } from "../interface-document.ts";
import type { Targets } from "./targets.ts";

/** What one change means for one consumer. */
export interface ConsumerVerdict extends UseJudgement {
  readonly consumer: string;
}

/** A change, and whom it breaks; unaffected consumers are omitted. */
export interface JudgedChange {
  readonly change: Change;
  readonly consumers: readonly ConsumerVerdict[];
}

export const ranks: Readonly<Record<UseVerdict, number>> = { safe: 0, "at risk": 1, breaks: 2 };

/** The worst of several verdicts; `safe` if there are none. */
export const worst = (verdicts: Iterable<UseVerdict>): UseVerdict => {
  let found: UseVerdict = "safe";
  for (const one of verdicts) if (ranks[one] > ranks[found]) found = one;
  return found;
};

/** Drops changes inside a value that became something else, since they add nothing. */
const withoutInner = (changes: readonly Change[]): readonly Change[] => {
  const replaced = changes
    .filter((change) => effectOf(change).what === "other")
    .map(({ pointer }) => pointer);
  return changes.filter(({ pointer }) => !replaced.some((outer) => pointer.startsWith(`${outer}/`)));
};

const propertyEnd = /\/properties\/[^/]*$/;

const namesOf = (targets: Targets, pointer: string): readonly string[] =>
  targets
    .declared(pointer)
    .flatMap(({ schemas }) => schemas)
    .flatMap(({ schema }) => (isObject(schema) ? entriesOf(schema["properties"]) : []))
    .map(([name]) => name);

/** A property that is renamed goes, and another one comes. */
const inSteps = (change: Change): readonly Change[] => {
  const { kind, pointer, after } = change;
  if (!kind.endsWith("property-renamed") || !isText(after)) return [change];
  const { before: _, after: __, ...rest } = change;
  return [
    { ...rest, kind: kind.replace("renamed", "removed") },
    {
      ...rest,
      kind: kind.replace("renamed", "added"),
      pointer: childPointer(pointer.replace(/\/[^/]*$/, ""), after),
    },
  ];
};

/** An object with no old and some new properties is a different one, which the first of its changes states. */
const replacedObjects = (
  changes: readonly Change[],
  versions: Versions<Targets>,
): ReadonlyMap<Change, Change> => {
  const removed = changes.filter(
    (change) => effectOf(change).what === "gone" && propertyEnd.test(change.pointer),
  );
  const byObject = Map.groupBy(removed, ({ pointer }) => pointer.replace(propertyEnd, ""));
  return new Map(
    [...byObject].flatMap(([pointer, gone]) => {
      const [first] = gone;
      const isReplaced =
        first !== undefined &&
        new Set(gone.map((change) => change.pointer)).size === new Set(namesOf(versions.old, pointer)).size &&
        namesOf(versions.new, pointer).length > 0;
      return isReplaced
        ? [[first, { ...first, kind: "type-changed", pointer, before: undefined, after: ["object"] }]]
        : [];
    }),
  );
};

/**
 * The same change of a type in other operations: of what is sent and of what comes, which code names alike. It concerns
 * those who call these.
 */
const twinsOf = (changes: readonly Change[]): ((change: Change) => readonly Change[]) => {
  const keyOf = ({ kind, pointer, message }: Change): string =>
    JSON.stringify([kind.replace(/^(?:request|response)-/, ""), pointer, message]);
  const ofTypes = changes.filter((change) => effectOf(change).what !== "rules");
  const alike = Map.groupBy(ofTypes, keyOf);
  return (change) => (alike.get(keyOf(change)) ?? []).filter((one) => one !== change);
};

const operationLocations = (versions: readonly ApiDocument[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [
      ...Map.groupBy(
        versions.flatMap(({ operations }) => operations),
        operationName,
      ),
    ].map(([name, all]) => [name, all.map((one) => operationLocation(one))]),
  );

/**
 * Judges the changes between two versions of a document.
 * @param consumers what each consumer uses of this document
 */
export const judgeDocuments = (
  documents: Versions<ApiDocument>,
  changes: readonly Change[],
  consumers: readonly Usage[],
): readonly JudgedChange[] => {
  const targets = { old: targetsOf(documents.old), new: targetsOf(documents.new) };
  const operations = operationLocations([documents.old, documents.new]);
  const { judge, mayCall } = createJudge([targets.old, targets.new], (id) => operations.get(id) ?? []);
  const twins = twinsOf(changes);
  const outer = new Set(withoutInner(changes));
  const replaced = replacedObjects(changes, targets);
  const judgeAll = (change: Change, uses: readonly Use[]): UseJudgement => {
    const whole = replaced.get(change);
    const all = [...inSteps(change), ...(whole === undefined ? [] : [whole])].map((one) => judge(one, uses));
    return all.reduce((worst, one) => (ranks[one.verdict] > ranks[worst.verdict] ? one : worst));
  };
  return changes.map((change) => ({
    change,
    consumers: outer.has(change)
      ? consumers
          .filter(({ uses }) => mayCall(change, uses) || !twins(change).some((twin) => mayCall(twin, uses)))
          .map(({ consumer, uses }) => ({ consumer, ...judgeAll(change, uses) }))
          .filter(({ verdict }) => verdict !== "safe")
      : [],
  }));
};
