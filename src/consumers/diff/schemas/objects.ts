import { childPointer } from "../../../core/formats/json-pointer.ts";
import type { PropertyShape } from "../../../documents/shapes/object-shape.ts";
import type { SchemaShape } from "../../../documents/shapes/shape.ts";
import type { Versions } from "../versions.ts";
import { locationOfEither, locationOf, type RuleContext, type SchemaRule, type Together } from "./rule.ts";
import { written } from "./values.ts";

/** A property of two versions; what does not travel in the direction is not there. */
interface PropertyPair extends Versions<PropertyShape> {
  readonly name: string;
  readonly at: string;
}

/** Where a property is listed, if both versions consist of that part; else below the location of the object. */
const locationOfProperty = (
  pair: Versions<SchemaShape>,
  name: string,
  { old, new: now }: Versions<PropertyShape>,
): string => {
  const part = now.isThere ? (now.listing ?? old.listing) : (old.listing ?? now.listing);
  const isShared = part !== undefined && pair.old.locations.has(part.at) && pair.new.locations.has(part.at);
  return childPointer(isShared ? part.at : pair.new.at, "properties", name);
};

const propertyAt = (
  shape: SchemaShape,
  name: string,
  side: keyof Versions<unknown>,
  { isHidden }: RuleContext,
): PropertyShape => {
  const property = shape.property(name);
  return property.isThere && isHidden(side, property.schemas) ? { ...property, isThere: false } : property;
};

/** The types that a property may have, with null; undefined if any. */
const typesIn = (schemas: Together, { shapeOf }: RuleContext): readonly string[] | undefined => {
  const shape = shapeOf("new", schemas);
  if (shape.isImpossible) return [];
  return shape.types && [...written(shape.types), ...(shape.types.has("null") ? ["null"] : [])];
};

/** One property that took the place of another, with the same schema. */
const renamedIn = (
  gone: readonly PropertyPair[],
  come: readonly PropertyPair[],
  { fingerprint }: RuleContext,
): Versions<PropertyPair> | undefined => {
  const [[old, ...others], [now, ...more]] = [gone, come];
  if (old === undefined || now === undefined || others.length > 0 || more.length > 0) return undefined;
  const isSame =
    old.old.isRequired === now.new.isRequired &&
    fingerprint("old", old.old.schemas) === fingerprint("new", now.new.schemas);
  return isSame ? { old, new: now } : undefined;
};

const requiredPrefix = ({ isRequired }: PropertyShape): string => (isRequired ? "required-" : "");

const reportAdded = ({ name, at, new: property }: PropertyPair, context: RuleContext): void => {
  const types = typesIn(property.schemas, context);
  context.report(`${requiredPrefix(property)}property-added`, at, name, { ...(types && { after: types }) });
};

const compareBoth = ({ name, at, old, new: now }: PropertyPair, { report, descendAt }: RuleContext): void => {
  if (old.isRequired !== now.isRequired)
    report(now.isRequired ? "property-became-required" : "property-became-optional", at, name);
  descendAt({ old: old.schemas, new: now.schemas }, at);
};

const compareProperties: SchemaRule = (pair, context) => {
  const all = [...new Set([...pair.old.names, ...pair.new.names])].map((name): PropertyPair => {
    const versions = {
      old: propertyAt(pair.old, name, "old", context),
      new: propertyAt(pair.new, name, "new", context),
    };
    return { name, at: locationOfProperty(pair, name, versions), ...versions };
  });
  const gone = all.filter(({ old, new: now }) => old.isThere && !now.isThere);
  const come = all.filter(({ old, new: now }) => !old.isThere && now.isThere);
  for (const one of all) if (one.old.isThere && one.new.isThere) compareBoth(one, context);
  const renamed = renamedIn(gone, come, context);
  if (renamed !== undefined) {
    const { old, new: now } = renamed;
    context.report(`${requiredPrefix(old.old)}property-renamed`, old.at, `${old.name} → ${now.name}`, {
      before: old.name,
      after: now.name,
    });
    context.descendAt({ old: old.old.schemas, new: now.new.schemas }, now.at);
    return;
  }
  for (const { name, at, old } of gone) context.report(`${requiredPrefix(old)}property-removed`, at, name);
  for (const one of come) reportAdded(one, context);
};

const isClosed = (schemas: Together): boolean => schemas.some(({ schema }) => schema === false);

/** Names that are not listed: closed, opened, or of another schema. */
const compareOthers = (pair: Versions<Together>, usual: string, { report, descend }: RuleContext): void => {
  const { old: before, new: after } = pair;
  const at = locationOfEither(pair, usual);
  if (isClosed(before) !== isClosed(after))
    report(isClosed(after) ? "objects-closed" : "objects-opened", at, "other properties");
  else if (!isClosed(before)) descend({ old: before, new: after }, at);
};

const comparePatterns: SchemaRule = (pair, { descend }) => {
  for (const pattern of new Set([...pair.old.patterns, ...pair.new.patterns]))
    descend(
      { old: pair.old.matching(pattern), new: pair.new.matching(pattern) },
      childPointer(pair.new.at, "patternProperties", pattern),
    );
};

const compareDependencies: SchemaRule = (pair, { report, descend }) => {
  const at = childPointer(locationOf(pair, "dependentRequired"), "dependentRequired");
  const [before, after] = [pair.old.dependencies, pair.new.dependencies];
  for (const one of after) if (!before.has(one)) report("constraint-imposed", at, `dependentRequired ${one}`);
  for (const one of before) if (!after.has(one)) report("constraint-lifted", at, `dependentRequired ${one}`);
  for (const name of new Set([...pair.old.dependentSchemas.keys(), ...pair.new.dependentSchemas.keys()]))
    descend(
      {
        old: pair.old.dependentSchemas.get(name) ?? [],
        new: pair.new.dependentSchemas.get(name) ?? [],
      },
      childPointer(pair.new.at, "dependentSchemas", name),
    );
};

export const compareObjects: SchemaRule = (pair, context) => {
  const { at } = pair.new;
  compareProperties(pair, context);
  compareOthers(
    { old: pair.old.others, new: pair.new.others },
    childPointer(at, "additionalProperties"),
    context,
  );
  compareOthers(
    { old: pair.old.unevaluated.unevaluatedProperties, new: pair.new.unevaluated.unevaluatedProperties },
    childPointer(at, "unevaluatedProperties"),
    context,
  );
  comparePatterns(pair, context);
  compareDependencies(pair, context);
  context.descend(
    { old: pair.old.propertyNames, new: pair.new.propertyNames },
    childPointer(at, "propertyNames"),
  );
};
