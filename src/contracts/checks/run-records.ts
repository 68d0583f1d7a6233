import {
  type Call,
  type Exchange,
  isGood,
  jsonOf,
  responseOf,
  type ResponseOutcome,
} from "../../core/model/exchange.ts";
import { isObject, own } from "../../core/model/json-object.ts";
import { learnt, type Secret } from "../../core/model/secret.ts";
import type { WireRequest } from "../../core/model/transport.ts";
import type { ApiDocument, ApiOperation } from "../../documents/document.ts";
import { createAcceptedWrongly } from "./accepted-wrongly.ts";
import { createCreatedRecords } from "./created-record.ts";
import type { CreationInput } from "./creation-inputs.ts";
import { idIn, isRecordId, namesARecord, listedIn } from "./record-ids.ts";
import type { Base } from "./recipes.ts";
import { erased, isItemPath, placesIn } from "./templates.ts";

/** Where the knowledge of a record comes from; an invented one does not exist. */
type Origin = "own" | "seen" | "stated" | "invented";

export interface KnownRecord {
  readonly template: string;
  /** Of all parameters of its template, in order. */
  readonly values: readonly string[];
  /** Other values of the last parameter, by its name in paths that name the record by another property. */
  readonly named: Readonly<Record<string, string>>;
  readonly origin: Origin;
  isGone: boolean;
  /** How many creations have answered with it: more than one, if an id was given twice. */
  creations: number;
  /** How many answers the run had taken in when it first knew of it. */
  readonly since: number;
  etag?: string;
}

type PathParameters = Pick<WireRequest, "pathParameters">;

/** As many records of a template, and values of a name, as a run remembers. */
const mostRecords = 50;
const mostValues = 20;

const deepest = 6;

export const plainId = (value: NonNullable<Call["path"]>[string] | undefined): string =>
  typeof value === "object" ? (value.kind === "learnt" ? value.value : "") : String(value ?? "");

const pathValues = (operation: ApiOperation, given: Readonly<Record<string, string>>): readonly string[] =>
  placesIn(operation.path).map(({ name }) => given[name] ?? "");

const isOtherName = ({ values, named }: KnownRecord, index: number, value: string | undefined): boolean =>
  index === values.length - 1 && value !== undefined && Object.values(named).includes(value);

/** What a parameter of a path holds where it names a record, or one that the record is below. */
export const valueIn = ({ values, named }: KnownRecord, name: string, index: number): string =>
  (index === values.length - 1 ? own(named, name) : undefined) ?? values[index] ?? "";

/** Records by template. */
const createRecordStore = (now: () => number) => {
  const byTemplate = new Map<string, KnownRecord[]>();
  const find = (template: string, values: readonly string[]): KnownRecord | undefined =>
    byTemplate
      .get(template)
      ?.find(
        (one) =>
          one.values.length === values.length &&
          one.values.every(
            (value, index) => value === values[index] || isOtherName(one, index, values[index]),
          ),
      );
  return {
    find,
    /** Records of a template that are there, those that may be changed first, then the newest. */
    there: (template: string): readonly KnownRecord[] =>
      (byTemplate.get(template) ?? [])
        .filter(({ isGone, origin }) => !isGone && origin !== "invented")
        .toReversed()
        .toSorted((one, other) => ranks[one.origin] - ranks[other.origin]),
    own: (template: string): readonly KnownRecord[] =>
      (byTemplate.get(template) ?? []).filter(({ origin }) => origin === "own"),
    add(
      template: string,
      values: readonly string[],
      origin: Origin,
      named: KnownRecord["named"] = {},
    ): KnownRecord {
      const known = find(template, values);
      // What was seen or invented first may be the run's own by now.
      if (known !== undefined && (origin !== "own" || known.origin === "own")) return known;
      const all = byTemplate.get(template) ?? [];
      const [isGone, creations, since] = [false, 0, now()];
      const record: KnownRecord = { template, values, named, origin, isGone, creations, since };
      if (origin !== "seen" || all.length < mostRecords)
        byTemplate.set(template, [...all.filter((one) => one !== known), record]);
      return record;
    },
  };
};

/** Values of answers by the names that mean the same everywhere. */
const createNamedValues = () => {
  const byName = new Map<string, Set<string>>();
  const see = (value: unknown, depth = 0): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) for (const item of value.slice(0, mostValues)) see(item, depth + 1);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!isRecordId(inner) || !namesARecord(name)) {
        see(inner, depth + 1);
        continue;
      }
      const all = byName.get(name.toLowerCase()) ?? new Set();
      if (all.size < mostValues) byName.set(name.toLowerCase(), all.add(String(inner)));
    }
  };
  return { see, of: (name: string): readonly string[] => [...(byName.get(name.toLowerCase()) ?? [])] };
};

const ranks: Readonly<Record<Origin, number>> = { stated: 0, own: 1, seen: 2, invented: 3 };

const createNumbers = () => {
  let counter = 0;
  return {
    /** Lets the values of a run depend on its seed; before the first of them. */
    begin(seed: number): void {
      if (counter === 0) counter = (seed % 1000) * 1000;
    },
    /** A number that no earlier value of the run was made with. */
    next: (): number => (counter += 1),
  };
};

/** What operations have said to inputs, by operation. */
const createInputs = () => {
  /** How the last input was made that has created another record, by operation. */
  const creationWays = new Map<string, CreationInput["way"]>();
  return {
    /** Inputs that were accepted, and those with the most parts. */
    accepted: new Map<string, Base>(),
    fullest: new Map<string, Base>(),
    /** The last status of operations that have accepted none. */
    refused: new Map<string, number>(),
    /** Whether the server takes any credential for a user of its own. */
    admitsAnybody: false,
    creationWayOf: (operation: string): CreationInput["way"] | undefined => creationWays.get(operation),
    rememberWay(operation: string, way: CreationInput["way"]): void {
      const known = creationWays.get(operation);
      // What took texts of its own once takes them again, if it has more to say.
      if (way !== "made" || known === undefined || known === "as stated") creationWays.set(operation, way);
    },
    /** Operations that have accepted what contradicts their schemas: lists may show it from then on. */
    takesAnything: new Set<string>(),
    /** Names of resources whose records break a relation. */
    broken: new Set<string>(),
    /** Operations that refuse to create a second record with everything optional. */
    refusedInFull: new Set<string>(),
    /** Creations that were answered with a record that was there before. */
    answeredWithOthers: new Set<string>(),
    ...createAcceptedWrongly(),
  };
};

/**
 * What a run has learned from its own requests. Everything that it may write to is in here.
 * @param newIds JSON pointers to the id of a new record, by the operation that creates it
 */
export const createRunRecords = (
  document: Pick<ApiDocument, "operations">,
  stated: Readonly<Record<string, unknown>>,
  newIds: ReadonlyMap<string, string> = new Map(),
) => {
  const created = createCreatedRecords(document, newIds);
  const inputs = createInputs();
  let answers = 0;
  const store = createRecordStore(() => answers);
  const named = createNamedValues();
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]));

  const seeRecord = (operation: ApiOperation, values: readonly string[], response: ResponseOutcome): void => {
    const place = placesIn(operation.path).at(-1);
    const known = place && isItemPath(operation.path) ? store.find(place.template, values) : undefined;
    if (known === undefined) return;
    const { etag } = response.headers;
    // 202 says that it is not done yet (RFC 9110, section 15.3.3).
    if (operation.method === "DELETE" && response.status !== 202) known.isGone = true;
    // A removal that removed something else leaves it there.
    if (operation.method === "GET") known.isGone = false;
    if (operation.method === "GET" && etag !== undefined) known.etag = etag;
  };

  const seeList = (operation: ApiOperation, parents: readonly string[], body: unknown): void => {
    for (const place of created.below(operation.path)) {
      if (placesIn(place.template).length !== parents.length + 1) continue;
      for (const record of listedIn(body).slice(0, mostRecords)) {
        const id = idIn(record, place);
        const named = created.otherNames(place.template, record, id);
        if (id !== undefined) store.add(place.template, [...parents, id], "seen", named);
      }
    }
  };

  return {
    stated,
    ...createNumbers(),
    ...inputs,
    recordsOf: store.there,
    /** Records of a template that the run has created, also those that are gone. */
    own: store.own,
    valuesNamed: (name: string): readonly string[] => named.of(name),
    invent: (template: string, values: readonly string[]): KnownRecord =>
      store.add(template, values, "invented"),
    /** How many answers the run has taken in. */
    answers: (): number => answers,
    /** Takes in what an answer shows. */
    see(exchange: Exchange): void {
      answers += 1;
      const response = responseOf(exchange);
      const operation = byId.get(exchange.operation ?? "");
      if (response === undefined || operation === undefined || !isGood(response.status)) return;
      const body = jsonOf(exchange);
      if (exchange.call?.expects === undefined) named.see(body);
      if (exchange.call?.expects === "refusal") inputs.rememberWrong(exchange.request.body);
      const values = placesIn(operation.path).map(({ name }) => plainId(exchange.call?.path?.[name]));
      seeRecord(operation, values, response);
      if (operation.method === "GET") seeList(operation, values, body);
    },
    /**
     * Takes in the record that a write has created; undefined if its answer shows none, or one that was there before.
     * @param since how many answers the run had taken in when the write was sent
     */
    created(
      operation: ApiOperation,
      { pathParameters }: PathParameters,
      response: ResponseOutcome,
      { basePath, since }: { readonly basePath: string; readonly since: number },
    ): KnownRecord | undefined {
      const values = pathValues(operation, pathParameters);
      if (isItemPath(operation.path) && operation.method === "PUT")
        return store.add(erased(operation.path).replace(/\/$/, ""), values, "own");
      const found = created.in(operation, values, response, basePath);
      if (found === undefined) return undefined;
      const before = store.find(found[0], found[1]);
      if (before?.origin === "seen" && !before.isGone && before.since <= since) {
        inputs.answeredWithOthers.add(operation.id);
        return undefined;
      }
      const record = store.add(found[0], found[1], "own", found[2]);
      // An id that is free again may be given again.
      record.isGone = false;
      record.creations += 1;
      return record;
    },
    /** Where the record that a request names comes from; undefined if the run knows none of it. */
    originOf(operation: ApiOperation, { pathParameters }: PathParameters): Origin | undefined {
      const last = placesIn(operation.path).at(-1);
      return last && store.find(last.template, pathValues(operation, pathParameters))?.origin;
    },
  };
};

export type RunRecords = ReturnType<typeof createRunRecords>;

/** The value of a path parameter as a call carries it: evidence names, and does not show, what a record showed. */
export const shownId = (
  { origin }: Pick<KnownRecord, "origin">,
  name: string,
  value: string,
): string | Secret => (origin === "seen" ? learnt(name, value) : value);
