import { childPointer } from "../../../core/formats/json-pointer.ts";
import { isObject } from "../../../core/model/json-object.ts";
import { itemsOf } from "../../../documents/json.ts";
import type { SchemaChoice } from "../../../documents/shapes/schema-part.ts";
import type { SchemaShape } from "../../../documents/shapes/shape.ts";
import { asJsonText, type Versions } from "../versions.ts";
import { inPairs, locationOf, type RuleContext, type SchemaRule, type Together } from "./rule.ts";
import { written } from "./values.ts";

/** An alternative with what applies beside it. */
type Alternative = Together;

interface Matched {
  readonly pairs: readonly Versions<Alternative>[];
  readonly gone: readonly Alternative[];
  readonly come: readonly Alternative[];
}

type Side = keyof Versions<unknown>;

/** Properties with one allowed value, which distinguish alternatives. */
const tags = (shape: SchemaShape): string | undefined => {
  const found = [...shape.names].flatMap((name) => {
    const [one, ...more] = shape.property(name).schemas;
    const schema = one?.schema;
    if (more.length > 0 || !isObject(schema)) return [];
    const values = "const" in schema ? [schema["const"]] : schema["enum"];
    return Array.isArray(values) && values.length === 1 ? [[name, values[0]]] : [];
  });
  return found.length === 0 ? undefined : asJsonText(found.toSorted());
};

type Likeness = (all: Alternative, side: Side, context: RuleContext) => string | undefined;

/** A model that both versions have is like no other one. */
const unlessModel =
  (like: Likeness): Likeness =>
  (all, side, context) => {
    const [first] = all;
    const name = first && context.modelOf(side, first);
    return name !== undefined && context.isShared(name) ? undefined : like(all, side, context);
  };

/** Identities of an alternative: what it says, its model, its tags, its properties, its types. */
const likenesses: readonly Likeness[] = [
  (all, side, { fingerprint }) => fingerprint(side, all),
  ([first], side, { modelOf }) => first && modelOf(side, first),
  (all, side, { shapeOf }) => tags(shapeOf(side, all)),
  unlessModel((all, side, { shapeOf }) => asJsonText([...shapeOf(side, all).names].toSorted())),
  unlessModel((all, side, { shapeOf }) => {
    const { types } = shapeOf(side, all);
    return asJsonText(types && written(types));
  }),
];

/** Alternatives that say what another one of the same version says, which has its partner. */
const repeated = (
  alternatives: readonly Alternative[],
  side: Side,
  pairs: readonly Versions<Alternative>[],
  { fingerprint }: RuleContext,
): ReadonlyMap<Alternative, Versions<Alternative>> => {
  const known = new Map(pairs.map((pair) => [fingerprint(side, pair[side]), pair]));
  return new Map(
    alternatives.flatMap((one) => {
      const pair = known.get(fingerprint(side, one));
      return pair === undefined ? [] : [[one, { ...pair, [side]: one }]];
    }),
  );
};

/** Pairs the alternatives of two versions; those without a partner are left. */
const matched = (pair: Versions<readonly Alternative[]>, context: RuleContext): Matched => {
  const pairs: Versions<Alternative>[] = [];
  let gone = [...pair.old];
  let come = [...pair.new];
  for (const like of likenesses) {
    if (gone.length === 0 || come.length === 0) break;
    const partners = Map.groupBy(come, (one) => like(one, "new", context));
    const left: Alternative[] = [];
    for (const old of gone) {
      const key = like(old, "old", context);
      const partner = key === undefined ? undefined : partners.get(key)?.shift();
      if (partner === undefined) left.push(old);
      else pairs.push({ old, new: partner });
    }
    const taken = new Set(pairs.map((one) => one.new));
    gone = left;
    come = come.filter((one) => !taken.has(one));
  }
  const again = { old: repeated(gone, "old", pairs, context), new: repeated(come, "new", pairs, context) };
  return {
    pairs: [...pairs, ...again.old.values(), ...again.new.values()],
    gone: gone.filter((one) => !again.old.has(one)),
    come: come.filter((one) => !again.new.has(one)),
  };
};

const shown = ([first]: Alternative, side: Side, { modelOf }: RuleContext): string => {
  if (first === undefined) return "anything";
  const { schema } = first;
  if (modelOf(side, first) !== undefined) return modelOf(side, first) ?? "";
  const { description: _, title, ...rest } = isObject(schema) ? schema : { title: undefined };
  return typeof title === "string" ? title : asJsonText(rest).slice(0, 60);
};

const compareAlternatives = (
  pair: Versions<readonly Alternative[]>,
  at: string,
  context: RuleContext,
): Matched => {
  const found = matched(pair, context);
  for (const one of found.come)
    context.report("alternative-added", one[0]?.at ?? at, shown(one, "new", context));
  for (const one of found.gone)
    context.report("alternative-removed", one[0]?.at ?? at, shown(one, "old", context));
  for (const one of found.pairs) context.descend(one, at);
  return found;
};

const alone = ({ alternatives }: SchemaChoice): readonly Alternative[] => alternatives.map((one) => [one]);

const signature = (choice: SchemaChoice, side: Side, { fingerprint }: RuleContext): string =>
  asJsonText([
    choice.keyword,
    choice.allowsNull,
    alone(choice)
      .map((one) => fingerprint(side, one))
      .toSorted(),
  ]);

const compareChoice = (pair: Versions<SchemaChoice>, context: RuleContext): void => {
  const { at } = pair.new;
  if (pair.old.keyword !== pair.new.keyword)
    context.report("constraint-changed", at, `${pair.old.keyword} → ${pair.new.keyword}`);
  if (pair.old.allowsNull !== pair.new.allowsNull)
    context.report(pair.new.allowsNull ? "null-allowed" : "null-refused", at, "null");
  compareAlternatives({ old: alone(pair.old), new: alone(pair.new) }, at, context);
};

/** The models that alternatives of a shape refer to. */
const alternativeModels = ({ parts }: SchemaShape, side: Side, { modelOf }: RuleContext): readonly string[] =>
  parts
    .flatMap(({ keywords, at }) =>
      [keywords["oneOf"], keywords["anyOf"]].flatMap((list) =>
        itemsOf(list)
          .filter(isObject)
          .map((schema) => modelOf(side, { schema, at })),
      ),
    )
    .filter((name) => name !== undefined);

/** Values of a discriminator with the models that they name; a model that no value names is named by itself. */
const mappingOf = (shape: SchemaShape, side: Side, context: RuleContext): ReadonlyMap<string, string> => {
  const stated = shape.discriminator?.["mapping"];
  const mapping = Object.entries(isObject(stated) ? stated : {}).map(([value, to]): [string, string] => [
    value,
    context.modelOf(side, { schema: { $ref: to }, at: "" }) ?? String(to),
  ]);
  const named = new Set(mapping.map(([, name]) => name));
  const implicit = alternativeModels(shape, side, context).filter((name) => !named.has(name));
  return new Map([...mapping, ...implicit.map((name): [string, string] => [name, name])]);
};

/** Whether a value names another model than before; a model that only has another name is the same. */
const isRemapped = (before: string, after: string, { isShared }: RuleContext): boolean =>
  before !== after && (isShared(before) || isShared(after));

/** Whether a value is gone or new that no alternative explains, or means another one. */
const compareDiscriminators: SchemaRule = (pair, context) => {
  const [before, after] = [pair.old.discriminator, pair.new.discriminator];
  if (before === undefined && after === undefined) return;
  const at = childPointer(locationOf(pair, "discriminator"), "discriminator");
  const report = (old: unknown, now: unknown): void =>
    context.report("discriminator-changed", at, `${asJsonText(old)} → ${asJsonText(now)}`);
  if (before?.["propertyName"] !== after?.["propertyName"])
    return report(before?.["propertyName"], after?.["propertyName"]);
  const [old, now] = [mappingOf(pair.old, "old", context), mappingOf(pair.new, "new", context)];
  for (const [value, model] of old) {
    const other = now.get(value);
    if (other !== undefined && isRemapped(model, other, context))
      report(`${value}: ${model}`, `${value}: ${other}`);
  }
  const models = { old: new Set(old.values()), new: new Set(now.values()) };
  // An alternative that goes takes its value along, and one that comes brings one.
  const gone = [...old].filter(
    ([value, model]) => !now.has(value) && (models.new.has(model) || !context.isShared(model)),
  );
  const come = [...now].filter(
    ([value, model]) => !old.has(value) && (models.old.has(model) || !context.isShared(model)),
  );
  const count = (shape: SchemaShape, side: Side): number => alternativeModels(shape, side, context).length;
  const grown = count(pair.new, "new") - count(pair.old, "old");
  if (come.length - gone.length === grown && Math.min(come.length, gone.length) === 0) return;
  for (let index = 0; index < Math.max(gone.length, come.length); index += 1)
    report(gone[index]?.[0], come[index]?.[0]);
};

/** Compares a choice with a version that has none, as its only alternative. */
const compareWithWhole = (
  pair: Versions<SchemaShape>,
  rest: Versions<Together>,
  context: RuleContext,
): void => {
  const { at } = pair.new;
  const all = (side: Side): readonly Alternative[] => {
    const [choice, ...others] = pair[side].choices;
    if (choice === undefined) return [rest[side]];
    // The first choice gives the alternatives, further ones apply to each.
    const beside = [...rest[side], ...others.map(context.choiceSchema[side])];
    return choice.alternatives.map((one) => [one, ...beside]);
  };
  const allowsNull = (side: Side): boolean => {
    const { choices, types } = pair[side];
    return choices.length > 0 ? choices.every((one) => one.allowsNull) : types?.has("null") === true;
  };
  if (allowsNull("old") !== allowsNull("new"))
    context.report(allowsNull("new") ? "null-allowed" : "null-refused", at, "null");
  compareAlternatives({ old: all("old"), new: all("new") }, at, context);
};

/**
 * Compares choices. A version without one counts as a single alternative, unless both versions say the same beside the
 * choice. Returns whether the rest is compared already.
 */
export const compareChoices = (pair: Versions<SchemaShape>, context: RuleContext): boolean => {
  compareDiscriminators(pair, context);
  if (pair.old.choices.length === 0 && pair.new.choices.length === 0) return false;
  const isOneSided = pair.old.choices.length === 0 || pair.new.choices.length === 0;
  const rest = { old: pair.old.parts.map(context.restOf.old), new: pair.new.parts.map(context.restOf.new) };
  if (isOneSided && context.fingerprint("old", rest.old) !== context.fingerprint("new", rest.new)) {
    compareWithWhole(pair, rest, context);
    return true;
  }
  const { pairs, gone, come } = inPairs({ old: pair.old.choices, new: pair.new.choices }, (side, choice) =>
    signature(choice, side, context),
  );
  for (const one of pairs) compareChoice(one, context);
  for (const one of come) context.report("constraint-imposed", one.at, one.keyword);
  for (const one of gone) context.report("constraint-lifted", one.at, one.keyword);
  return false;
};
