/**
 * Runs the suite against faults that nobody wrote: a verb at a documented field, drawn by a seed. Prints each one with
 * the facts and checks that find it, then the totals by verb. A fault that no check finds is a weak check, or one that
 * the specification does not forbid: a person decides.
 *
 *   npm run faults:generated -- --count 150 --seed 1
 */
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { isOperationId, operations, type OperationId } from "../src/builtin/generated/operations.ts";
import { interfaceNames } from "../src/builtin/interface-name.ts";
import { openapiText } from "../src/builtin/openapi-text.ts";
import { childPointer, valueAtPointer } from "../src/core/formats/json-pointer.ts";
import { isObject, type JsonObject } from "../src/core/model/json-object.ts";
import { createRandom } from "../src/serving/random.ts";
import type { Answering, Fault, FaultRequest } from "../src/builtin/faults/fault.ts";
import {
  add,
  cutTo,
  enlarged,
  renamed,
  replaced,
  set,
  snakeCase,
  droppingPaths,
} from "../src/builtin/faults/support/edit.ts";
import {
  type BodyChange,
  onBody,
  onRequest,
  onSent,
  type TimedRule,
} from "../src/builtin/faults/support/rows.ts";
import { withQuery } from "../src/builtin/faults/support/requests.ts";
import { every, from } from "../src/builtin/faults/support/rules.ts";
import { reportOn } from "./fault-run.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "150" }, seed: { type: "string", default: "1" } },
});

/** A field of an operation's bodies or parameters, with a value that was seen. */
interface Field {
  readonly operation: OperationId;
  readonly side: "answer" | "body" | "parameter";
  /** As verbs read it; `*` for every entry of a list. */
  readonly path: string;
  readonly value: unknown;
}

const nameOf = (path: string): string => path.split("/").findLast((name) => name !== "*") ?? "";

/** Each property in a JSON value, by its path. */
const fieldsIn = (value: unknown, path: readonly string[] = []): readonly (readonly [string, unknown])[] => {
  const own: readonly (readonly [string, unknown])[] = path.length === 0 ? [] : [[path.join("/"), value]];
  if (Array.isArray(value)) return [...own, ...value.flatMap((one) => fieldsIn(one, [...path, "*"]))];
  if (!isObject(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([name, one]) => fieldsIn(one, [...path, name]))];
};

// The document is ours, and the generator has read it.
const documents = Object.fromEntries(
  interfaceNames.map((name) => [name, parse(openapiText(name)) as unknown]),
);

/** A part of a document, with its reference followed. */
const resolved = (document: unknown, part: unknown): JsonObject => {
  if (!isObject(part)) return {};
  const { $ref: reference } = part;
  return typeof reference === "string"
    ? resolved(document, valueAtPointer(document, reference.slice(1)))
    : part;
};

/** The schemas of a property or entry in a schema. */
const schemasAt = (document: unknown, schema: unknown, name: string): readonly unknown[] => {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf } = resolved(document, schema);
  const inner =
    name === "*" ? (items ?? additionalProperties) : isObject(properties) ? properties[name] : undefined;
  const parts = [allOf, anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? (some as unknown[]) : []));
  return [...(isObject(inner) ? [inner] : []), ...parts.flatMap((part) => schemasAt(document, part, name))];
};

/** Whether the document names the property at a path of an operation's body. */
const isDocumented = (operation: OperationId, side: "answer" | "body", path: string): boolean => {
  const { interface: name, method, path: template } = operations[operation];
  const document = documents[name];
  const described = valueAtPointer(document, childPointer("/paths", template, method.toLowerCase()));
  const { requestBody, responses } = resolved(document, described);
  const messages = side === "body" ? [requestBody] : isObject(responses) ? Object.values(responses) : [];
  const schemas = messages.flatMap((message) => {
    const { content } = resolved(document, message);
    return isObject(content) ? Object.values(content).map((media) => valueAtPointer(media, "/schema")) : [];
  });
  return (
    path
      .split("/")
      .reduce<readonly unknown[]>(
        (some, step) => some.flatMap((schema) => schemasAt(document, schema, step)),
        schemas,
      ).length > 0
  );
};

const jsonOf = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The documented fields that a run without faults sends and is answered. */
const seenFields = async (): Promise<readonly Field[]> => {
  const fields = new Map<string, Field>();
  const see = (field: Field): void => {
    const key = `${field.operation} ${field.side} ${field.path}`;
    const known = fields.get(key)?.value ?? null;
    // A value that is there shows the type.
    if (known === null || known === "") fields.set(key, field);
  };
  const seeIn = (operation: OperationId, side: "answer" | "body", text: string | undefined): void => {
    for (const [path, value] of fieldsIn(jsonOf(text)))
      // A group within a group is the same again.
      if (!path.endsWith("*") && !path.includes("groups/*/groups") && isDocumented(operation, side, path))
        see({ operation, side, path, value });
  };
  const wrap = (next: Answering) => async (incoming: FaultRequest) => {
    const outgoing = await next(incoming);
    const { operation } = incoming;
    if (operation === undefined || !isOperationId(operation) || outgoing.status >= 300) return outgoing;
    seeIn(operation, "answer", outgoing.body);
    seeIn(operation, "body", incoming.body);
    const parameters: readonly { readonly name: string; readonly in: string }[] =
      operations[operation].parameters;
    for (const { name, in: where } of parameters)
      if (where === "query" && incoming.url.searchParams.has(name))
        see({ operation, side: "parameter", path: name, value: incoming.url.searchParams.get(name) });
    return outgoing;
  };
  await reportOn({ id: "none", fact: "", grade: "gross", title: "", wrap });
  return [...fields.values()];
};

/** Changes the value at a path of a body. */
type Verb = (path: string) => BodyChange;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isNumber = (value: unknown): boolean => typeof value === "number";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;
const always = (): boolean => true;

const setting =
  (change: (value: unknown) => unknown): Verb =>
  (path) =>
    set(path, change);

/** On a list and on nothing else. */
const ofList = (change: (list: readonly unknown[]) => unknown): Verb =>
  setting((value) => (Array.isArray(value) ? change(value) : value));

/** The first value that was ever there, for everybody. */
const remembering: Verb = (path) => {
  let first: unknown;
  return set(path, (value: unknown) => {
    first ??= value;
    return first ?? value;
  });
};

const cut = setting((text) => (isText(text) ? cutTo(text.length - 1)(text) : text));
const inCapitals = setting((text) => (isText(text) ? text.toUpperCase() : text));
const oneMore = setting(enlarged(1));
const opposite = setting((flag) => flag !== true);
const withoutTheLast = ofList((list) => list.slice(0, -1));

const answerVerbs: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, verb: Verb]>> = {
  "is left out": [always, (path) => droppingPaths(path)],
  "is null": [always, (path) => set(path, null)],
  "is a text": [(value) => isNumber(value) || isFlag(value), setting(String)],
  "is a list": [always, setting((value) => [value])],
  "is renamed": [(value) => value !== null, (path) => renamed(path, `${snakeCase(nameOf(path))}_`)],
  "is one more": [isNumber, oneMore],
  "is its opposite": [isFlag, opposite],
  "is always true": [isFlag, (path) => set(path, true)],
  "is cut": [isText, cut],
  "is empty": [isText, (path) => set(path, "")],
  "is in capitals": [isText, inCapitals],
  "is escaped": [
    isText,
    setting((text) => (isText(text) ? replaced("&", "&amp;")(replaced("'", "&#39;")(text)) : text)),
  ],
  "is the first that was seen": [(value) => !Array.isArray(value), remembering],
  "loses its last entry": [isList, withoutTheLast],
  "is in reverse order": [isList, ofList((list) => list.toReversed())],
  "has its first entry twice": [isList, ofList((list) => [...list.slice(0, 1), ...list])],
};

const sentVerbs: typeof answerVerbs = {
  "is not read": [always, (path) => droppingPaths(path)],
  "is read as null": [always, (path) => add(path, null)],
  "is read as one more": [isNumber, oneMore],
  "is read as its opposite": [isFlag, opposite],
  "is read without its end": [isText, cut],
  "is read in capitals": [isText, inCapitals],
  "is read from the first sender": [always, remembering],
  "is read without its last entry": [isList, withoutTheLast],
};

/** A parameter is read as the text that a verb leaves of it; undefined means not at all. */
const parameterVerbs: Readonly<Record<string, (value: string) => string | undefined>> = {
  "is not read": () => undefined,
  "is read as its first value": (value) => value,
};

const times: Readonly<Record<string, readonly TimedRule[]>> = {
  always: [],
  "every third time": [every(3)],
  "from the sixth time on": [from(6)],
};

interface Generated extends Field {
  readonly verb: string;
  readonly time: string;
  readonly wrap: Fault["wrap"];
  /** Whether it has changed anything yet. */
  readonly acted: () => boolean;
}

const withVerb = (field: Field, verb: string, time: string): Generated => {
  const { operation, side, path, value } = field;
  const when = times[time] ?? [];
  let acted = false;
  const noting =
    (change: BodyChange): BodyChange =>
    (body, ...exchange) => {
      const changed = change(body, ...exchange);
      acted ||= JSON.stringify(changed) !== JSON.stringify(body);
      return changed;
    };
  const noted = (text: string): string | undefined => {
    const changed = parameterVerbs[verb]?.(String(value));
    acted ||= changed !== text;
    return changed;
  };
  const change = (side === "answer" ? answerVerbs : sentVerbs)[verb]?.[1](path) ?? ((body) => body);
  const wrap =
    side === "parameter"
      ? onRequest(operation, withQuery(path, noted), ...when)
      : (side === "answer" ? onBody : onSent)(operation, noting(change), ...when);
  return { ...field, verb, time, wrap, acted: () => acted };
};

/** The verbs that fit a field. */
const verbsFor = ({ side, value }: Field): readonly string[] =>
  side === "parameter"
    ? Object.keys(parameterVerbs)
    : Object.entries(side === "answer" ? answerVerbs : sentVerbs).flatMap(([verb, [fits]]) =>
        fits(value) ? [verb] : [],
      );

/** Draws an operation, one of its fields, a verb and a time; never the same twice. */
const draw = (fields: readonly Field[], count: number, seed: number): readonly Generated[] => {
  const random = createRandom(seed, "generated faults");
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random.integer(0, items.length - 1)];
  const byOperation = [...Map.groupBy(fields, ({ operation }) => operation).values()];
  const drawn = new Map<string, Generated>();
  for (let tried = 0; tried < count * 20 && drawn.size < count; tried += 1) {
    const field = pick(pick(byOperation) ?? []);
    const verb = field === undefined ? undefined : pick(verbsFor(field));
    const time = pick(Object.keys(times));
    if (field === undefined || verb === undefined || time === undefined) continue;
    const generated = withVerb(field, verb, time);
    drawn.set(titleOf(generated), generated);
  }
  return [...drawn.values()];
};

const titleOf = ({ operation, side, path, verb, time }: Generated): string =>
  `${operation} ${side} ${path} ${verb}, ${time}`;

/** Runs the suite against the fault, and says who finds it. */
const outcomeOf = async (generated: Generated): Promise<string> => {
  const { operation, wrap, acted } = generated;
  const fault: Fault = { id: "generated", fact: "", grade: "structural", title: titleOf(generated), wrap };
  const { findings } = await reportOn(fault, { interfaces: [operations[operation].interface] });
  const named = (names: readonly string[]): string => [...new Set(names)].toSorted().join(", ");
  if (findings.length > 0)
    return `${named(findings.map(({ fact }) => fact))} by ${named(findings.map(({ check }) => check))}`;
  return acted() ? notFound : changedNothing;
};

const notFound = "NOT FOUND";
const changedNothing = "changed nothing";

const main = async (): Promise<void> => {
  const fields = await seenFields();
  const generated = draw(fields, Number(values.count), Number(values.seed));
  const outcomes: { readonly verb: string; readonly isFound: boolean }[] = [];
  for (const one of generated) {
    const outcome = await outcomeOf(one);
    process.stdout.write(`${titleOf(one)}: ${outcome}\n`);
    if (outcome !== changedNothing)
      outcomes.push({ verb: `${one.side} ${one.verb}`, isFound: outcome !== notFound });
  }
  const found = (some: typeof outcomes): string =>
    `${some.filter(({ isFound }) => isFound).length} of ${some.length} found`;
  process.stdout.write(`\n${found(outcomes)}, drawn from ${fields.length} documented fields\n`);
  for (const [verb, some] of [...Map.groupBy(outcomes, ({ verb }) => verb)].toSorted())
    process.stdout.write(`  ${verb}: ${found(some)}\n`);
};

await main();
