import { textsOf } from "../json.ts";
import type { LocatedSchema, SchemaPart } from "./schema-part.ts";
import { namesUnder, type Under } from "./parts.ts";

/** The schemas of one property; together they apply to its value. */
export interface PropertyShape {
  readonly schemas: readonly LocatedSchema[];
  /** The part that lists it; undefined if it is only required, or one of all others. */
  readonly listing: SchemaPart | undefined;
  /** Whether the property is listed, or required, and may be there at all. */
  readonly isThere: boolean;
  readonly isRequired: boolean;
}

const isMatch = (pattern: string, name: string): boolean => {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
};

/** Whether a part refuses every name that it does not list. */
const isClosed = ({ keywords }: SchemaPart): boolean =>
  keywords["additionalProperties"] === false && keywords["patternProperties"] === undefined;

/** Whether a part says something about names that it does not list. */
const isGeneral = ({ keywords }: SchemaPart): boolean =>
  keywords["patternProperties"] !== undefined ||
  (keywords["additionalProperties"] !== undefined && typeof keywords["additionalProperties"] !== "boolean");

/** What is refused once is refused. */
const refusedOnce = (schemas: readonly LocatedSchema[]): readonly LocatedSchema[] => {
  const refusal = schemas.find(({ schema }) => schema === false);
  return refusal === undefined ? schemas : [refusal];
};

/** What parts say about the properties of an object. */
export const createObjects = (under: Under) => {
  const othersIn = (part: SchemaPart): readonly LocatedSchema[] => under(part, "additionalProperties");

  /** What a part says about a property: its own schema and those of matching patterns, else the one of all others. */
  const aboutProperty = (part: SchemaPart, name: string): readonly LocatedSchema[] => {
    const stated = [
      ...under(part, "properties", name),
      ...namesUnder(part, "patternProperties")
        .filter((pattern) => isMatch(pattern, name))
        .flatMap((pattern) => under(part, "patternProperties", pattern)),
    ];
    return stated.length > 0 ? stated : othersIn(part);
  };

  return (parts: readonly SchemaPart[]) => {
    const required = new Set(parts.flatMap(({ keywords }) => textsOf(keywords["required"])));
    const patterns = new Set(parts.flatMap((part) => namesUnder(part, "patternProperties")));
    const listing = new Map<string, SchemaPart[]>();
    for (const part of parts)
      for (const name of namesUnder(part, "properties")) {
        const known = listing.get(name);
        if (known === undefined) listing.set(name, [part]);
        else known.push(part);
      }
    const general = parts.filter(isGeneral);
    const closed = parts.filter(isClosed);
    return {
      names: new Set([...listing.keys(), ...required]),
      property: (name: string): PropertyShape => {
        const own = listing.get(name) ?? [];
        const listed = new Set(own);
        // Far more parts may be closed than list a name.
        const refusing = closed.find((part) => !listed.has(part));
        const schemas =
          refusing === undefined
            ? refusedOnce([...new Set([...listed, ...general])].flatMap((part) => aboutProperty(part, name)))
            : othersIn(refusing);
        const isRequired = required.has(name);
        return {
          schemas,
          listing: own[0],
          isThere: isRequired || (own.length > 0 && !schemas.some(({ schema }) => schema === false)),
          isRequired,
        };
      },
      patterns,
      matching: (pattern: string): readonly LocatedSchema[] =>
        refusedOnce(
          parts.flatMap((part) => {
            const stated = under(part, "patternProperties", pattern);
            return stated.length > 0 ? stated : othersIn(part);
          }),
        ),
      others: refusedOnce(parts.flatMap(othersIn)),
    };
  };
};
