import type { InterfaceName } from "../../core/model/interface-name.ts";
import { childPointer } from "../../core/formats/json-pointer.ts";
import { type Exchange, responseOf } from "../../core/model/exchange.ts";
import { isObject, type JsonObject } from "../../core/model/json-object.ts";
import type { ApiOperation } from "../../documents/document.ts";
import { mergeUses, sorted } from "./collect-uses.ts";
import { type InterfaceDocuments, operationsOf, targetsOf } from "./interface-document.ts";
import {
  answerLocation,
  bodyLocation,
  operationLocation,
  parameterLocation,
  plainLocation,
} from "./locations.ts";
import {
  isSameOrInside,
  type Literal,
  possibilities,
  type Possibility,
  type Use,
  type WayOfUse,
} from "./use.ts";
import type { Targets } from "./verdict/targets.ts";

/** The counts of one use. */
interface Tally {
  readonly use: Pick<Use, "interface" | "location" | "how">;
  /** Number of exchanges that show it. */
  seen: number;
  /** The last such exchange. */
  last: number;
  /** Number of values that show it. */
  count: number;
  readonly types: Set<Possibility>;
  readonly values: Set<Literal>;
  /** Whether an undocumented value was sent. */
  isOther: boolean;
  /** `build`: the properties that every value had. */
  gives?: ReadonlySet<string>;
  /** `send`: the models around it. */
  readonly around: Set<Tally>;
  /** `whole`: the operations that answer it. */
  readonly callers: Set<Tally>;
}

const possibilityOf = (value: unknown): Possibility => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return possibilities.find((one) => one === typeof value) ?? "object";
};

/** Text in a query, converted to the documented type if possible. */
const readAs = (text: string, types: readonly string[]): Literal => {
  if (text.trim() !== "" && Number.isFinite(Number(text)) && /number|integer/.test(types.join(" ")))
    return Number(text);
  return types.includes("boolean") && /^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : text;
};

const listedIn = (schema: unknown): readonly unknown[] =>
  !isObject(schema)
    ? []
    : Array.isArray(schema["enum"])
      ? schema["enum"]
      : "const" in schema
        ? [schema["const"]]
        : [];

const isLiteral = (value: unknown): value is Literal => value === null || typeof value !== "object";

const useOf = ({ use, seen, count, types, values, isOther, gives, around }: Tally): Use => {
  const isOptional = [...around].some((model) => model.count > count);
  const all = new Set<Possibility>([...types, ...(isOptional ? (["absent"] as const) : [])]);
  return {
    ...use,
    ...(use.how === "send" && { sends: possibilities.filter((one) => all.has(one)) }),
    ...(!isOther && values.size > 0 && { values: sorted([...values]) }),
    ...(gives !== undefined && { gives: sorted([...gives]) }),
    seen,
    at: [],
  };
};

/** Counts uses by location. */
const createTallies = () => {
  const tallies = new Map<string, Tally>();
  let exchanges = 0;
  return {
    next: () => {
      exchanges += 1;
    },
    count: (how: WayOfUse, name: InterfaceName, location: string): Tally => {
      const key = `${how} ${name}#${location}`;
      const tally: Tally = tallies.get(key) ?? {
        use: { interface: name, location, how },
        seen: 0,
        last: 0,
        count: 0,
        types: new Set(),
        values: new Set(),
        isOther: false,
        around: new Set(),
        callers: new Set(),
      };
      tallies.set(key, tally);
      tally.count += 1;
      if (tally.last !== exchanges) tally.seen += 1;
      tally.last = exchanges;
      return tally;
    },
    all: () => [...tallies.values()],
  };
};

type Tallies = ReturnType<typeof createTallies>;

/** Counts sent values by the document's schema at a pointer. */
const createSentValues = (tallies: Tallies) => {
  /** Counts one sent value by the document's schema at a pointer. */
  const seeValue = (
    name: InterfaceName,
    targets: Targets,
    pointer: string,
    value: unknown,
    around: readonly Tally[],
  ): readonly Tally[] =>
    targets.declared(pointer).map(({ location, schemas }) => {
      const tally = tallies.count("send", name, location);
      tally.types.add(possibilityOf(value));
      for (const model of around) tally.around.add(model);
      const listed = schemas.flatMap(({ schema }) => listedIn(schema));
      if (listed.length > 0 && isLiteral(value) && listed.includes(value)) tally.values.add(value);
      else if (listed.length > 0) tally.isOther = true;
      return tally;
    });

  const seeObject = (name: InterfaceName, targets: Targets, pointer: string, value: JsonObject): void => {
    const locations = targets.declared(pointer).flatMap(({ schemas }) => schemas);
    const models = [...new Set(locations.map(({ location }) => location))].map((location) =>
      tallies.count("build", name, location),
    );
    const given = Object.entries(value).filter(([key, inner]) => {
      const at = childPointer(pointer, "properties", key);
      const isDeclared = seeValue(name, targets, at, inner, models).length > 0;
      if (isDeclared) seeInside(name, targets, at, inner);
      return isDeclared;
    });
    const names = new Set(given.map(([key]) => key));
    for (const model of models)
      model.gives = new Set([...(model.gives ?? names)].filter((key) => names.has(key)));
  };

  const seeInside = (name: InterfaceName, targets: Targets, pointer: string, value: unknown): void => {
    if (isObject(value)) seeObject(name, targets, pointer, value);
    if (!Array.isArray(value)) return;
    const at = childPointer(pointer, "items");
    for (const item of value) {
      seeValue(name, targets, at, item, []);
      seeInside(name, targets, at, item);
    }
  };

  return seeInside;
};

/** Counts the parameters in a URL. */
const seeQuery = (
  tallies: Tallies,
  name: InterfaceName,
  targets: Targets,
  operation: ApiOperation,
  url: string,
): void => {
  const given = URL.parse(url)?.searchParams ?? new URLSearchParams();
  for (const parameter of operation.parameters) {
    const text = parameter.in === "query" ? given.get(parameter.name) : null;
    if (text === null) continue;
    const location = parameterLocation(operation, parameter);
    tallies.count("send", name, location).types.add(possibilityOf(readAs(text, targets.typesAt(location))));
  }
};

/** Counts the models in an answer. */
const seeAnswer = (
  tallies: Tallies,
  name: InterfaceName,
  targets: Targets,
  answer: string,
  caller: Tally,
): void => {
  for (const model of new Set([answer, ...targets.referredBy(answer)]))
    tallies.count("whole", name, model).callers.add(caller);
};

/** Collects the calls and sent fields of recorded exchanges. Keeps only values that the OpenAPI documents list. */
export const createRecordedUses = (documents: InterfaceDocuments) => {
  const tallies = createTallies();
  const seeSent = createSentValues(tallies);

  return {
    see: (exchange: Exchange) => {
      const { interface: name, operation: id, request } = exchange;
      const document = documents.get(name);
      const operation = document && id !== undefined ? operationsOf(document).get(id) : undefined;
      if (document === undefined || operation === undefined) return;
      const targets = targetsOf(document);
      tallies.next();
      const call = tallies.count("call", name, operationLocation(operation));
      seeQuery(tallies, name, targets, operation, request.url);
      const media = request.headers["content-type"]?.replace(/\s*;.*$/s, "");
      const body = bodyLocation(operation, media);
      if (body !== undefined) seeSent(name, targets, body, request.body);
      const status = responseOf(exchange)?.status;
      if (status !== undefined) seeAnswer(tallies, name, targets, answerLocation(operation, status), call);
    },
    /** The calls and sent fields that the code does not show. */
    beside: (shown: readonly Use[]) => {
      const isShown = isKnownTo(shown);
      const isFollowed = ({ callers }: Tally): boolean =>
        callers.size > 0 && [...callers].every(({ use }) => isShown(use));
      return tallies
        .all()
        .filter((tally) => !isFollowed(tally))
        .map(useOf)
        .filter((use) => !isShown(use));
    },
  };
};

/** Whether code shows a use; for a model used as a whole, whether it shows a use of any part. */
const isKnownTo = (shown: readonly Use[]): ((use: Tally["use"]) => boolean) => {
  const known = shown.map(({ interface: name, location, how }) => ({
    how,
    used: `${name}#${plainLocation(location)}`,
  }));
  return ({ interface: name, location, how }) => {
    const wanted = `${name}#${plainLocation(location)}`;
    return known.some((use) =>
      how === "whole"
        ? use.how !== "call" && isSameOrInside(use.used, wanted)
        : use.how === how && use.used === wanted,
    );
  };
};

/**
 * Uses that code shows, plus those of an earlier recording that it does not show. Recordings do not show what is done
 * with an answer, so an otherwise unknown answer counts as used in full.
 */
export const withRecorded = (shown: readonly Use[], recorded: readonly Use[]): readonly Use[] => {
  const isShown = isKnownTo(shown);
  return mergeUses([...shown, ...recorded.filter((use) => use.seen !== undefined && !isShown(use))]);
};
