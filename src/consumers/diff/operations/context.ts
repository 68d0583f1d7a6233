import { textsOf } from "../../../documents/json.ts";
import type { ApiDocument, SourcePlace } from "../../../documents/document.ts";
import type { JsonObject } from "../../../core/model/json-object.ts";
import type { Schema } from "../../../documents/schemas/schema.ts";
import type { DataDirection } from "../change.ts";
import type { ReportChange, Versions } from "../versions.ts";

/** What the comparison of one operation may do. */
export interface OperationContext {
  readonly documents: Versions<ApiDocument>;
  /** Reports a change, with its full kind. */
  readonly report: ReportChange;
  readonly schemas: (pair: Versions<Schema | undefined>, at: string, direction: DataDirection) => void;
  readonly fingerprint: (side: keyof Versions<unknown>, schema: Schema | undefined) => string;
  /** A place as changes show it, in the document of a side. */
  readonly shown: (place: SourcePlace, side?: keyof Versions<unknown>) => string;
  /** Whether names matter that types have, as those of statuses and media types. */
  readonly names: boolean;
  /** Whether the interface calls its consumers here: requests are what comes, responses what is given. */
  readonly isReversed: boolean;
}

/** The direction of what the caller sends, and of what it gets. */
export const directionOf = ({ isReversed }: OperationContext, sent: DataDirection): DataDirection =>
  isReversed ? (sent === "request" ? "response" : "request") : sent;

/** Entries of two versions under the same key, and those on one side only. */
export const byKey = <Value>(
  pair: Versions<readonly Value[]>,
  keyOf: (value: Value) => string,
): {
  readonly both: readonly Versions<Value>[];
  readonly gone: readonly Value[];
  readonly come: readonly Value[];
} => {
  const [before, after] = [
    new Map(pair.old.map((one) => [keyOf(one), one])),
    new Map(pair.new.map((one) => [keyOf(one), one])),
  ];
  return {
    both: [...before].flatMap(([key, old]) => {
      const now = after.get(key);
      return now === undefined ? [] : [{ old, new: now }];
    }),
    gone: [...before].flatMap(([key, old]) => (after.has(key) ? [] : [old])),
    come: [...after].flatMap(([key, now]) => (before.has(key) ? [] : [now])),
  };
};

interface Annotated {
  readonly extensions: JsonObject;
  readonly at: SourcePlace;
}

/** Reports facts and questions that only one version has. */
export const compareAnnotations = (pair: Versions<Annotated>, { report, shown }: OperationContext): void => {
  const listed = ({ extensions }: Annotated, names: readonly string[]): readonly string[] =>
    names.flatMap((name) => textsOf(extensions[name]));
  const compare = (names: readonly string[], added: string, removed: string): void => {
    const [before, after] = [listed(pair.old, names), listed(pair.new, names)];
    for (const id of after) if (!before.includes(id)) report(added, shown(pair.new.at), id);
    for (const id of before) if (!after.includes(id)) report(removed, shown(pair.new.at), id);
  };
  compare(["x-facts", "x-facts-about"], "fact-attached", "fact-detached");
  compare(["x-unknown"], "question-opened", "question-closed");
};

/** Reports a flag that only one version has. */
export const compareFlag = (
  pair: Versions<boolean>,
  kinds: Versions<string>,
  at: string,
  name: string,
  { report }: OperationContext,
): void => {
  if (pair.old !== pair.new) report(pair.new ? kinds.new : kinds.old, at, name);
};
