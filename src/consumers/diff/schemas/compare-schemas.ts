import { UsageError } from "../../../core/model/usage-error.ts";
import type { ApiDocument } from "../../../documents/document.ts";
import type { Schema } from "../../../documents/schemas/schema.ts";
import { createConjunctions } from "../../../documents/shapes/conjunction.ts";
import { createFingerprints } from "../../../documents/shapes/fingerprint.ts";
import { createIds } from "../../../documents/shapes/ids.ts";
import { createSchemaShapes, type SchemaShape } from "../../../documents/shapes/shape.ts";
import type { DataDirection } from "../change.ts";
import type { Sides, Versions } from "../versions.ts";
import { compareChoices } from "./choices.ts";
import { compareLogic } from "./conditions.ts";
import { compareBounds, compareConstraints, compareFacts, compareMarks } from "./constraints.ts";
import { createInheritors, inheritorsIn } from "./inheritors.ts";
import { createUnchanged } from "./unchanged.ts";
import { compareLists } from "./lists.ts";
import { compareObjects } from "./objects.ts";
import { locationOfEither, type RuleContext, type Together } from "./rule.ts";
import { compareTypes, compareValues } from "./values.ts";

/** What uses a schema: an operation by its id, or a pair of schemas by its number. */
export type SchemaUser = string | number;

export interface SchemaChange {
  readonly kind: string;
  readonly at: string;
  readonly message: string;
  readonly sides: Sides;
  readonly user: SchemaUser;
}

interface Pair extends Versions<Together> {
  readonly id: number;
  readonly at: string;
  readonly direction: DataDirection;
  readonly isOpaque: boolean;
}

/** Far above any public document; pairs of schemas that combine without end stop here. */
const mostPairs = 3_000_000;

const hasXml = ({ operations, webhooks }: ApiDocument): boolean =>
  [...operations, ...webhooks].some(({ requestBody, responses }) =>
    [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)].some(({ mediaType }) =>
      mediaType.includes("xml"),
    ),
  );

const sideOf = (document: ApiDocument) => {
  const conjunctions = createConjunctions(document);
  const shapes = createSchemaShapes(conjunctions, hasXml(document));
  return { conjunctions, shapes, fingerprint: createFingerprints(shapes), idOf: createIds() };
};

/** Both versions of schemas, as the rules see them. */
const createSides = (documents: Versions<ApiDocument>) => {
  const all = { old: sideOf(documents.old), new: sideOf(documents.new) };
  return {
    ...all,
    rules: {
      fingerprint: (side, schemas) => all[side].fingerprint(schemas),
      modelOf: (side, { schema }) => all[side].conjunctions.modelOf(schema),
      shapeOf: (side, schemas) => all[side].shapes.shapeOf(schemas, ""),
      isShared: (model) => documents.old.models.has(model) && documents.new.models.has(model),
      restOf: { old: all.old.conjunctions.restOf, new: all.new.conjunctions.restOf },
      choiceSchema: { old: all.old.conjunctions.choiceSchema, new: all.new.conjunctions.choiceSchema },
    } satisfies Partial<RuleContext>,
  };
};

type BothSides = ReturnType<typeof createSides>;

const allows = ({ types, isImpossible }: SchemaShape): boolean => !isImpossible && types?.size !== 0;

const isAbout = (pair: Versions<SchemaShape>, type: "array" | "object"): boolean =>
  [pair.old, pair.new].every(({ types }) => types === undefined || types.has(type));

/** Every rule, in the order of its entries. */
const compareShapes = (pair: Versions<SchemaShape>, context: RuleContext): void => {
  if (!allows(pair.old) || !allows(pair.new)) {
    if (allows(pair.old) !== allows(pair.new))
      context.report(allows(pair.new) ? "type-widened" : "type-narrowed", pair.new.at, "nothing is allowed");
    return;
  }
  compareMarks(pair, context);
  if (compareChoices(pair, context)) return;
  if (!compareTypes(pair, context)) return;
  compareValues(pair, context);
  compareBounds(pair, context);
  compareConstraints(pair, context);
  if (isAbout(pair, "object")) compareObjects(pair, context);
  if (isAbout(pair, "array")) compareLists(pair, context);
  compareLogic(pair, context);
};

/** Kinds that say nothing about which values are allowed. */
const isMark = (kind: string): boolean =>
  /^(?:default-changed|(?:no-longer-)?(?:deprecated|read-only|write-only))$/.test(kind);

/** Pairs that wait for their comparison, each once per direction, with those that lead to them. */
const createQueue = (documents: Versions<ApiDocument>, both: BothSides) => {
  const pending: Pair[] = [];
  const known = new Map<string, number>();
  const users: Set<SchemaUser>[] = [];

  const keyOf = (pair: Versions<Together>, at: string): string => {
    const key = `${both.old.idOf(pair.old)}|${both.new.idOf(pair.new)}`;
    // Without an object, only the location distinguishes pairs.
    return /\d/.test(key) ? key : `${key} ${at}`;
  };

  const { isUnchanged, isSame } = createUnchanged(documents, [
    ...inheritorsIn(documents.old, both.old.conjunctions),
    ...inheritorsIn(documents.new, both.new.conjunctions),
  ]);

  /** Whether nothing can differ: anything is allowed in both versions, or both are the same text. */
  const isEqual = ({ old, new: now }: Versions<Together>): boolean => {
    if ([...old, ...now].every(({ schema }) => schema === true)) return true;
    const [before, after] = [both.old.conjunctions.soleModel(old), both.new.conjunctions.soleModel(now)];
    return before !== undefined && before.name === after?.name && isUnchanged(before.name);
  };

  /** Compares a model under its own name, wherever it is referred to. */
  const atModel = (pair: Versions<Together>, at: string): Versions<Together> & { readonly at: string } => {
    const old = both.old.conjunctions.soleModel(pair.old);
    const now = both.new.conjunctions.soleModel(pair.new);
    return old?.name === undefined || old.name !== now?.name
      ? { ...pair, at }
      : { old: [old.located], new: [now.located], at: now.located.at };
  };

  const enter = (
    stated: Versions<Together>,
    usual: string,
    {
      direction,
      isOpaque,
      user,
    }: { direction: DataDirection; isOpaque: boolean; user: SchemaUser | undefined },
  ): void => {
    if (isEqual(stated)) return;
    const pair = atModel(stated, usual);
    const { at } = pair;
    const key = `${direction}${isOpaque ? "!" : ""} ${keyOf(pair, at)}`;
    const id = known.get(key) ?? users.length;
    if (id === users.length) {
      if (id === mostPairs)
        throw new UsageError("the schemas combine in more than 3,000,000 ways", {
          location: documents.new.location(documents.new.at),
          hint: "compare smaller documents",
        });
      known.set(key, id);
      users.push(new Set());
      pending.push({ ...pair, id, direction, isOpaque });
    }
    if (user !== undefined) users[id]?.add(user);
  };

  return { enter, isSame, next: () => pending.pop(), usersOf: (id: number) => users[id] };
};

/** Compares schemas, and every pair of schemas that they lead to once per direction. */
export const createSchemaComparison = (documents: Versions<ApiDocument>) => {
  const both = createSides(documents);
  const changes: SchemaChange[] = [];
  const { enter, isSame, next, usersOf } = createQueue(documents, both);

  const compare = (pair: Pair): void => {
    const { id, at, direction, isOpaque } = pair;
    const note = (kind: string, where: string, message: string, sides: Sides = {}): void => {
      changes.push({ kind, at: where, message, sides, user: id });
    };
    const shapes = {
      old: both.old.shapes.shapeOf(pair.old, at),
      new: both.new.shapes.shapeOf(pair.new, at),
    };
    if (!isOpaque) compareFacts(shapes, note);
    compareShapes(shapes, {
      ...both.rules,
      direction,
      report: (kind, where, message, sides) => {
        if (!isOpaque) note(`${direction}-${kind}`, where, message, sides);
        else if (!isMark(kind)) note(`${direction}-constraint-changed`, where, message);
      },
      descend: (inner, usual, isOpaqueThere = false) =>
        enter(inner, locationOfEither(inner, usual), {
          direction,
          isOpaque: isOpaque || isOpaqueThere,
          user: id,
        }),
      descendAt: (inner, where) => enter(inner, where, { direction, isOpaque, user: id }),
      isHidden: (side, schemas) => both[side].shapes.isHidden(schemas, direction),
    });
    for (const inner of inheritors(pair))
      enter(inner, locationOfEither(inner, at), { direction, isOpaque, user: id });
  };

  const inheritors = createInheritors(documents, both, (kind, at, message, { id, direction }) =>
    changes.push({ kind: `${direction}-${kind}`, at, message, sides: {}, user: id }),
  );

  return {
    /** Compares schemas of an operation; undefined allows anything. `at` is the location if there is none. */
    add: (
      pair: Versions<Schema | undefined>,
      at: string,
      { direction, user }: { direction: DataDirection; user?: SchemaUser },
    ): void => {
      if (pair.old !== undefined && pair.new !== undefined && isSame(pair.old, pair.new)) return;
      const together = (side: keyof Versions<unknown>): Together => {
        const schema = pair[side];
        return schema === undefined ? [] : [both[side].conjunctions.located(schema, at)];
      };
      const versions = { old: together("old"), new: together("new") };
      enter(versions, locationOfEither(versions, at), { direction, isOpaque: false, user });
    },
    /** Compares what is waiting; yields now and then, so that others get their turn. */
    *steps(): Generator<undefined, void> {
      let count = 0;
      for (let pair = next(); pair !== undefined; pair = next()) {
        compare(pair);
        count += 1;
        if (count % 500 === 0) yield undefined;
      }
    },
    changes,
    usersOf: (user: SchemaUser): ReadonlySet<SchemaUser> | undefined =>
      typeof user === "number" ? usersOf(user) : undefined,
    /** What the models of a version say, digested when it is asked for. */
    modelPrints: (side: keyof Versions<unknown>): (() => ReadonlySet<string>) => {
      let prints: ReadonlySet<string> | undefined;
      return () => {
        prints ??= new Set(
          [...documents[side].models.values()].map(({ schema }) =>
            both[side].fingerprint([{ schema, at: "" }]),
          ),
        );
        return prints;
      };
    },
    shown: both.new.conjunctions.shown,
    shownOld: both.old.conjunctions.shown,
    fingerprint: (side: keyof Versions<unknown>, schema: Schema | undefined): string =>
      both[side].fingerprint(schema === undefined ? [] : [{ schema, at: "" }]),
  };
};

export type SchemaComparison = ReturnType<typeof createSchemaComparison>;
