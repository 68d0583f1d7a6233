import { childPointer } from "../../core/formats/json-pointer.ts";
import { schemas } from "../../builtin/validation.ts";
import type { BuiltinInterface } from "../../builtin/interface-name.ts";
import type { ModelInstance } from "../../core/model/check.ts";
import { jsonOf, type Exchange, type Outcome } from "../../core/model/exchange.ts";
import type { DocumentedLocation } from "../../core/model/documented-location.ts";
import { documentedLocations } from "../../core/privacy/field-names.ts";
import { isObject } from "./json.ts";

const notationOf = ({ types = [], format = "" }: DocumentedLocation): string =>
  [format, ...types.filter((type) => type !== "null").toSorted()].join(" ");

const bodiesOf = (of: BuiltinInterface): Readonly<Record<string, DocumentedLocation>> => {
  const operations = new Map(Object.values(schemas.operations).map(({ id, interface: name }) => [id, name]));
  const bodies = Object.entries(schemas.documentedBodies);
  return Object.fromEntries(
    bodies.filter(([key]) => operations.get(key.slice(0, key.lastIndexOf("."))) === of),
  );
};

/** The format of each field name that has one and the same text format wherever the OpenAPI documents use it. */
const formatsByName = (of: BuiltinInterface): ReadonlyMap<string, string> => {
  const notations = new Map<string, Set<string>>();
  for (const { fields = {} } of documentedLocations(bodiesOf(of)))
    for (const [name, documented] of Object.entries(fields))
      notations.set(name, (notations.get(name) ?? new Set()).add(notationOf(documented)));
  return new Map(
    [...notations].flatMap(([name, found]) => {
      const [format = "", type = "", ...more] = [...found].flatMap((notation) => notation.split(" "));
      return found.size === 1 && format !== "" && type === "string" && more.length === 0
        ? [[name, format]]
        : [];
    }),
  );
};

const known = new Map<BuiltinInterface, ReadonlyMap<string, string>>();

const formatsOf = (of: BuiltinInterface): ReadonlyMap<string, string> => {
  const formats = known.get(of) ?? formatsByName(of);
  known.set(of, formats);
  return formats;
};

interface NamedValue extends ModelInstance {
  readonly format: string;
}

const collect = (
  value: unknown,
  pointer: string,
  formats: ReadonlyMap<string, string>,
  found: NamedValue[],
): void => {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      collect(value[index], `${pointer}/${index}`, formats, found);
    return;
  }
  if (!isObject(value)) return;
  for (const name in value) {
    const inner = value[name];
    const format = formats.get(name);
    if (format !== undefined && (typeof inner === "string" || typeof inner === "number"))
      found.push({ pointer: `${pointer}/${name}`, value: inner, format });
    else if (typeof inner === "object" && inner !== null)
      collect(inner, childPointer(pointer, name), formats, found);
  }
};

/** Every asking check reads the same body. */
const collected = new WeakMap<Outcome, readonly NamedValue[]>();

/**
 * The texts and numbers of an answer, documented or not, whose field name has a single format in the interface's
 * OpenAPI documents.
 */
export const valuesByName = (exchange: Exchange, format: string): readonly ModelInstance[] => {
  let found = collected.get(exchange.outcome);
  if (found === undefined) {
    const all: NamedValue[] = [];
    // Contracts name their interfaces themselves.
    collect(jsonOf(exchange), "", formatsOf(exchange.interface as BuiltinInterface), all);
    collected.set(exchange.outcome, (found = all));
  }
  return found.filter((one) => one.format === format);
};
