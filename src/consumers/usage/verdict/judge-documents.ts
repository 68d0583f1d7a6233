import type { InterfaceName } from "../../../builtin/interface-name.ts";
import { cursorAt } from "../../../documents/cursor.ts";
import { entriesOf } from "../../../documents/json.ts";
import type { SourceDocument } from "../../../documents/source-document.ts";
import { isObject } from "../../../core/model/json-object.ts";
import type { Change } from "../../diff/change.ts";
import { operationsByKey } from "../../diff/operation-changes.ts";
import type { Versions } from "../../diff/versions.ts";
import type { Use } from "../use.ts";
import type { Usage } from "../usage-file.ts";
import { interfaceOfPaths } from "../which-interface.ts";
import { effectOf } from "./effect.ts";
import { createJudge, type Judgement, type Verdict } from "./judge-change.ts";
import { createTargets, type Targets } from "./targets.ts";

/** What one change means for one consumer. */
export interface ConsumerVerdict extends Judgement {
  readonly consumer: string;
}

/** A change, and whom it breaks; unaffected consumers are omitted. */
export interface JudgedChange {
  readonly change: Change;
  readonly consumers: readonly ConsumerVerdict[];
}

export const ranks: Readonly<Record<Verdict, number>> = { safe: 0, "at risk": 1, breaks: 2 };

/** The worst of several verdicts; `safe` if there are none. */
export const worst = (verdicts: Iterable<Verdict>): Verdict => {
  let found: Verdict = "safe";
  for (const one of verdicts) if (ranks[one] > ranks[found]) found = one;
  return found;
};

const pathsOf = ({ root }: SourceDocument): readonly string[] =>
  isObject(root) && isObject(root["paths"]) ? Object.keys(root["paths"]) : [];

/** The interface that two versions of a document describe; undefined for any other document. */
const interfaceOf = ({ old, new: now }: Versions<SourceDocument>): InterfaceName | undefined =>
  interfaceOfPaths(pathsOf(old)) ?? interfaceOfPaths(pathsOf(now));

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

const operationPointers = (versions: readonly SourceDocument[]): ReadonlyMap<string, readonly string[]> => {
  const located = versions.flatMap((document) => [...operationsByKey(cursorAt(document, "")).values()]);
  return new Map(
    [...Map.groupBy(located, ({ id }) => id)].map(([id, all]) => [
      id,
      all.map(({ operation }) => operation.pointer),
    ]),
  );
};

const usesOf = ({ uses }: Usage, name: InterfaceName | undefined): readonly Use[] =>
  uses.filter((use) => use.interface === name);

/** Judges the changes between two versions of a document by what each consumer uses of it. */
export const judgeDocuments = (
  documents: Versions<SourceDocument>,
  changes: readonly Change[],
  consumers: readonly Usage[],
): readonly JudgedChange[] => {
  const name = interfaceOf(documents);
  const targets = { old: createTargets(documents.old.root), new: createTargets(documents.new.root) };
  const operations = operationPointers([documents.old, documents.new]);
  const judge = createJudge([targets.old, targets.new], (id) => operations.get(id) ?? []);
  const outer = new Set(withoutInner(changes));
  const replaced = replacedObjects(changes, targets);
  const judgeAll = (change: Change, uses: readonly Use[]): Judgement => {
    const own = judge(change, uses);
    const whole = replaced.get(change);
    const around = whole === undefined ? own : judge(whole, uses);
    return ranks[around.verdict] > ranks[own.verdict] ? around : own;
  };
  return changes.map((change) => ({
    change,
    consumers: outer.has(change)
      ? consumers
          .map((usage) => ({ consumer: usage.consumer, ...judgeAll(change, usesOf(usage, name)) }))
          .filter(({ verdict }) => verdict !== "safe")
      : [],
  }));
};
