import type { Conjunctions } from "../../../documents/shapes/conjunction.ts";
import type { LocatedSchema, SchemaPart } from "../../../documents/shapes/schema-part.ts";
import type { SchemaShape } from "../../../documents/shapes/shape.ts";
import type { DataDirection } from "../change.ts";
import type { ReportChange, Versions } from "../versions.ts";

/** A list of schemas that apply together, or none if anything is allowed. */
export type Together = readonly LocatedSchema[];

/** What a rule may do with two versions of a shape. */
export interface RuleContext {
  readonly direction: DataDirection;
  /** Reports a change of the value; the kind gets the direction. */
  readonly report: ReportChange;
  /**
   * Compares inner schemas later, at their own location; `usual` is that of none.
   * @param isOpaque whether a difference there has no direction of its own, as inside a negation
   */
  readonly descend: (pair: Versions<Together>, usual: string, isOpaque?: boolean) => void;
  /** The same at a location of their user: a property may have the schema of all others. */
  readonly descendAt: (pair: Versions<Together>, at: string) => void;
  /** Whether a property does not travel in this direction. */
  readonly isHidden: (side: keyof Versions<unknown>, schemas: Together) => boolean;
  readonly fingerprint: (side: keyof Versions<unknown>, schemas: Together) => string;
  readonly modelOf: (side: keyof Versions<unknown>, schema: LocatedSchema) => string | undefined;
  /** Whether both versions have a model of this name. */
  readonly isShared: (model: string) => boolean;
  /** Keywords of a part that is no choice. */
  readonly restOf: Versions<Conjunctions["restOf"]>;
  readonly choiceSchema: Versions<Conjunctions["choiceSchema"]>;
  readonly shapeOf: (side: keyof Versions<unknown>, schemas: Together) => SchemaShape;
}

export type SchemaRule = (pair: Versions<SchemaShape>, context: RuleContext) => void;

/**
 * Where two versions of a shape state a keyword: in the part that does, if both versions consist of it, so that a change
 * of a shared model is one change; else where the shape is used.
 */
export const locationOf = (pair: Versions<SchemaShape>, ...keywords: readonly string[]): string => {
  const states = ({ keywords: own }: SchemaPart): boolean =>
    keywords.some((keyword) => own[keyword] !== undefined);
  const [now, old] = [pair.new.parts.find(states), pair.old.parts.find(states)];
  const part = [now, old].find(
    (one) => one && pair.new.locations.has(one.at) && pair.old.locations.has(one.at),
  );
  return part?.at ?? pair.new.at;
};

/** The location of schemas in the new version, or in the old one if they are gone. */
export const locationOfEither = (pair: Versions<Together>, usual: string): string =>
  (pair.new[0] ?? pair.old[0])?.at ?? usual;

interface Paired<Member> {
  readonly pairs: readonly Versions<Member>[];
  readonly gone: readonly Member[];
  readonly come: readonly Member[];
}

/** Members that say the same in each version: as many pairs as one of them has. */
const paired = <Member>(before: readonly Member[], after: readonly Member[]): readonly Versions<Member>[] => {
  const [[old], [now]] = [before, after];
  if (old === undefined || now === undefined) return [];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    old: before[index] ?? old,
    new: after[index] ?? now,
  }));
};

/**
 * Members of two lists in pairs: first those with the same sign, then the others in their order. What a list says twice
 * has one partner.
 */
export const inPairs = <Member>(
  pair: Versions<readonly Member[]>,
  signOf: (side: keyof Versions<unknown>, member: Member) => string,
): Paired<Member> => {
  const signs = {
    old: Map.groupBy(pair.old, (one) => signOf("old", one)),
    new: Map.groupBy(pair.new, (one) => signOf("new", one)),
  };
  const pairs = [...signs.old].flatMap(([sign, before]) => paired(before, signs.new.get(sign) ?? []));
  const gone = [...signs.old].filter(([sign]) => !signs.new.has(sign)).map(([, all]) => all);
  const come = [...signs.new].filter(([sign]) => !signs.old.has(sign)).map(([, all]) => all);
  const rest = gone.flatMap((before, index) => paired(before, come[index] ?? []));
  return {
    pairs: [...pairs, ...rest],
    gone: gone.slice(come.length).flat(),
    come: come.slice(gone.length).flat(),
  };
};
