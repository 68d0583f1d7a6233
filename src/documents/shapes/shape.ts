import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { Conjunctions } from "./conjunction.ts";
import type { SchemaChoice, LocatedSchema, SchemaPart } from "./schema-part.ts";
import { type SchemaCondition, type Containment, createLists, createLogic } from "./logic-shape.ts";
import { isImpossible } from "./folding.ts";
import { createObjects, type PropertyShape } from "./object-shape.ts";
import { createUnder } from "./parts.ts";
import {
  type Bound,
  boundsOf,
  commonTo,
  constraintsOf,
  statedTypes,
  possibleValues,
  type ValueKind,
} from "./value-shape.ts";

/** What a conjunction says about a value, each thing once. */
export interface SchemaShape {
  readonly at: string;
  readonly parts: readonly SchemaPart[];
  /** The locations of all parts. */
  readonly locations: ReadonlySet<string>;
  readonly isImpossible: boolean;
  /** The stated types; undefined if any is allowed. */
  readonly types: ReadonlySet<ValueKind> | undefined;
  /** The only allowed values, by their JSON; those of other types are left out. */
  readonly values: ReadonlyMap<string, unknown> | undefined;
  /** Whether `const` is written, rather than an `enum`. */
  readonly isConstant: boolean;
  /** By `minimum`, `maximum`, `minLength` and so on; bounds that hold anyway are left out. */
  readonly bounds: ReadonlyMap<string, Bound>;
  /** Texts of `pattern`, `format`, `multipleOf` and other keywords without an order, by keyword. */
  readonly constraints: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly isUnique: boolean;
  readonly choices: readonly SchemaChoice[];
  readonly not: readonly LocatedSchema[];
  readonly conditions: readonly SchemaCondition[];
  readonly contains: readonly Containment[];
  /** Names that another one requires: `a → b`. */
  readonly dependencies: ReadonlySet<string>;
  readonly dependentSchemas: ReadonlyMap<string, readonly LocatedSchema[]>;
  readonly propertyNames: readonly LocatedSchema[];
  readonly names: ReadonlySet<string>;
  property(name: string): PropertyShape;
  readonly patterns: ReadonlySet<string>;
  /** Of names that match a pattern. */
  matching(pattern: string): readonly LocatedSchema[];
  /** Of all names that are neither listed nor match; empty if they may be anything. */
  readonly others: readonly LocatedSchema[];
  readonly unevaluated: Readonly<
    Record<"unevaluatedProperties" | "unevaluatedItems", readonly LocatedSchema[]>
  >;
  /** Number of items with schemas of their own. */
  readonly positions: number;
  item(index: number): readonly LocatedSchema[];
  /** Of all items after the positions; empty if they may be anything. */
  readonly items: readonly LocatedSchema[];
  readonly contentSchema: readonly LocatedSchema[];
  readonly discriminator: JsonObject | undefined;
  readonly default: unknown;
  readonly hasDefault: boolean;
  readonly isDeprecated: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
}

/** The types and values that parts allow together; null alone is a type. */
const allowedIn = (parts: readonly SchemaPart[]): Pick<SchemaShape, "types" | "values"> => {
  const types = commonTo(parts.map(statedTypes));
  const values = possibleValues(parts, types);
  return values?.size === 1 && values.has("null")
    ? { types: new Set(["null"]), values: undefined }
    : { types, values };
};

/** Builds the shapes of a document's schemas. */
export const createSchemaShapes = (
  conjunctions: Conjunctions,
  /** Whether anything travels as XML, so that its names matter. */
  isXml: boolean,
) => {
  const { conjunctionOf } = conjunctions;
  const under = createUnder(conjunctions);
  const objectsOf = createObjects(under);
  const listsOf = createLists(under);
  const logicOf = createLogic(under);

  /** The shape of everything that applies to one value. */
  const shapeOf = (schemas: readonly LocatedSchema[], at: string): SchemaShape => {
    const conjunction = conjunctionOf(schemas);
    const { parts, choices } = conjunction;
    const { types, values } = allowedIn(parts);
    const isNull = types?.size === 1 && types.has("null");
    const stated = (keyword: string): unknown =>
      parts.find(({ keywords }) => keywords[keyword] !== undefined)?.keywords[keyword];
    const isTrue = (keyword: string): boolean => parts.some(({ keywords }) => keywords[keyword] === true);
    const discriminator = stated("discriminator");
    return {
      at,
      parts,
      locations: new Set(parts.map((part) => part.at)),
      // A choice that allows null says nothing about it.
      choices: isNull ? choices.filter(({ allowsNull }) => !allowsNull) : choices,
      isImpossible: isImpossible(conjunction),
      types,
      values,
      isConstant: parts.some(({ keywords }) => "const" in keywords),
      bounds: boundsOf(parts, types),
      constraints: constraintsOf(parts, types, isXml),
      isUnique: isTrue("uniqueItems"),
      ...logicOf(parts),
      propertyNames: parts.flatMap((part) => under(part, "propertyNames")),
      unevaluated: {
        unevaluatedProperties: parts.flatMap((part) => under(part, "unevaluatedProperties")),
        unevaluatedItems: parts.flatMap((part) => under(part, "unevaluatedItems")),
      },
      contentSchema: parts.flatMap((part) => under(part, "contentSchema")),
      ...objectsOf(parts),
      ...listsOf(parts),
      discriminator: isObject(discriminator) ? discriminator : undefined,
      default: stated("default"),
      hasDefault: parts.some(({ keywords }) => "default" in keywords),
      isDeprecated: isTrue("deprecated"),
      isReadOnly: isTrue("readOnly"),
      isWriteOnly: isTrue("writeOnly"),
    };
  };

  /** Whether a property travels in a direction: what is read-only is not sent, what is write-only not answered. */
  const isHidden = (schemas: readonly LocatedSchema[], direction: "request" | "response"): boolean => {
    const keyword = direction === "request" ? "readOnly" : "writeOnly";
    return conjunctionOf(schemas).parts.some(({ keywords }) => keywords[keyword] === true);
  };

  return { shapeOf, isHidden };
};

export type SchemaShapes = ReturnType<typeof createSchemaShapes>;
