import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, own } from "../core/model/json-object.ts";
import { objectIn, type SentBody } from "./bodies.ts";
import { patchIn, type UnfitPatch, withJsonPatch } from "./json-patch.ts";
import { bodySchema, type ServedKind } from "./kinds.ts";
import { type ListingOf } from "./listing.ts";
import type { Parameters } from "./parameters.ts";
import { isListed, mayConflict, type RefusalKind, type Success } from "./responses.ts";
import type { ServedValues } from "./record-values.ts";
import type { Schemas } from "./schemas.ts";
import { scopeOf, storedRecord, showIn, showPage, type RecordPage } from "./show.ts";
import type { Serving } from "./served-document.ts";
import type { ApiOperation } from "../documents/document.ts";

/** A request that is as documented. */
export interface AskedOperation {
  readonly operation: ApiOperation;
  /** Of the path's parameters, in their order. */
  readonly texts: readonly string[];
  readonly values: Parameters;
  readonly body: SentBody | undefined;
  readonly baseUrl: string;
}

export interface Refused {
  readonly refused: RefusalKind;
  readonly message: string;
  readonly fields?: readonly RefusedField[];
}

/** A part of a request that is wrong. */
export interface RefusedField {
  readonly field: string;
  readonly message: string;
  /** SCREAMING_SNAKE_CASE, where errors have one. */
  readonly code?: string;
}

/** What an operation answers: a value in the form of its success, or a refusal. */
export type VerbOutcome =
  | {
      readonly value: unknown;
      /** The record that is there now, if the answer is about one. */
      readonly record?: JsonObject;
      readonly isNew?: true;
      readonly location?: string;
      readonly page?: RecordPage;
    }
  | Refused;

export interface VerbParts {
  readonly parts: Serving;
  readonly schemas: Schemas;
  readonly recordValues: ServedValues;
  readonly kinds: readonly ServedKind[];
}

export const isRefused = (outcome: VerbOutcome): outcome is Refused => "refused" in outcome;

export const missing = ({ resource }: ServedKind): Refused => ({
  refused: "missing",
  message: `There is no such ${resource.name}.`,
});

const conflict = ({ resource }: ServedKind, property: string): Refused => ({
  refused: "conflict",
  message: `There is another ${resource.name} with this ${property}.`,
});

/** A patch whose test fails is about another state; any other is wrong in itself (RFC 5789, section 2.2). */
export const refusedPatch = ({ unfit, isTest }: UnfitPatch): Refused => ({
  refused: isTest ? "conflict" : "schema",
  message: unfit,
});

/** The kind whose items a kind is below. */
export const parentKind = (kind: ServedKind, kinds: readonly ServedKind[]): ServedKind | undefined =>
  kinds
    .filter((one) => one !== kind && kind.template.startsWith(`${one.template}/`))
    .toSorted((one, other) => other.template.length - one.template.length)[0];

const countOf = (path: string): number => path.split("{").length - 1;

/** Ids that are tried for a new record. */
const mostAttempts = 100;

/** The verbs of records, over the store. */
export class RecordVerbs {
  readonly #store: Serving["store"];
  readonly #choices: Serving["choices"];
  readonly #schemas: Schemas;
  readonly #values: ServedValues;
  readonly #kinds: readonly ServedKind[];

  constructor({ parts, schemas, recordValues, kinds }: VerbParts) {
    this.#store = parts.store;
    this.#choices = parts.choices;
    this.#schemas = schemas;
    this.#values = recordValues;
    this.#kinds = kinds;
  }

  /** A parent that does not exist; undefined if all is well. */
  #lackingParent(kind: ServedKind, texts: readonly string[]): Refused | undefined {
    const parent = parentKind(kind, this.#kinds);
    if (parent === undefined) return undefined;
    const own = texts.slice(0, countOf(parent.path));
    return this.#store.get(parent.template, scopeOf(own.slice(0, -1)), own.at(-1) ?? "") === undefined
      ? missing(parent)
      : this.#lackingParent(parent, own);
  }

  /** The path values of an item that an operation names. */
  #itemTexts(kind: ServedKind, { texts }: Pick<AskedOperation, "texts">): readonly string[] {
    return texts.slice(0, countOf(kind.path));
  }

  #found(kind: ServedKind, asked: Pick<AskedOperation, "texts">): JsonObject | undefined {
    const texts = this.#itemTexts(kind, asked);
    const text = this.#store.get(kind.template, scopeOf(texts.slice(0, -1)), texts.at(-1) ?? "");
    return text === undefined ? undefined : storedRecord(text);
  }

  #keep(kind: ServedKind, texts: readonly string[], record: JsonObject): JsonObject {
    const scope = scopeOf(texts.slice(0, -1));
    return storedRecord(this.#store.put(kind.template, scope, texts.at(-1) ?? "", JSON.stringify(record)));
  }

  #referred(kind: ServedKind, record: JsonObject, property: string): JsonObject | undefined {
    const name = kind.resource.serving?.refers[property];
    const other = this.#kinds.find(({ resource }) => resource.name === name);
    const value = own(record, property);
    const text =
      other === undefined || value === undefined || value === null
        ? undefined
        : this.#store.get(other.template, "", String(value));
    return text === undefined ? undefined : storedRecord(text);
  }

  /** With what is copied from the records that it refers to. */
  #withCopies(kind: ServedKind, record: JsonObject): JsonObject {
    const copied = Object.entries(kind.resource.serving?.copies ?? {}).flatMap(
      ([property, path]): [string, unknown][] => {
        const [owner = "", name = ""] = path.split(".");
        const value = own(this.#referred(kind, record, owner) ?? {}, name);
        return value === undefined ? [] : [[property, value]];
      },
    );
    return { ...record, ...Object.fromEntries(copied) };
  }

  /** Refuses a record that refers to one that is not there. */
  #lost(kind: ServedKind, record: JsonObject, before?: JsonObject): Refused | undefined {
    const fields = Object.entries(kind.resource.serving?.refers ?? {}).flatMap(([property, name]) => {
      const value = own(record, property);
      if (value === undefined || value === null || value === before?.[property]) return [];
      const other = this.#kinds.find((one) => one.resource.name === name);
      const isThere = other === undefined || this.#store.get(other.template, "", String(value)) !== undefined;
      return isThere ? [] : [{ field: property, code: "NOT_FOUND", message: `There is no such ${name}.` }];
    });
    return fields.length === 0
      ? undefined
      : { refused: "schema", message: fields.map(({ message }) => message).join(" "), fields };
  }

  /** A property whose value another record has already; undefined if none. */
  #taken(kind: ServedKind, scope: string, record: JsonObject, before?: JsonObject): string | undefined {
    const { unique } = kind.resource;
    if (unique.length === 0) return undefined;
    const others = this.#store.page(kind.template, scope, 0, Number.MAX_SAFE_INTEGER).map(storedRecord);
    return unique.find((name) => {
      const value = own(record, name);
      if (value === undefined || value === null || isDeepStrictEqual(value, before && own(before, name)))
        return false;
      return others.some((other) => isDeepStrictEqual(own(other, name), value));
    });
  }

  #shown(success: Success, record: JsonObject, kind: ServedKind): unknown {
    return showIn(success.media?.schema, record, kind, this.#schemas);
  }

  #locationOf(kind: ServedKind, { texts, baseUrl }: AskedOperation, key: string): string {
    const all = [...texts.slice(0, countOf(kind.path) - 1), key];
    let at = 0;
    return `${baseUrl}${kind.path.replaceAll(/\{[^{}]*\}/g, () => encodeURIComponent(all[at++] ?? ""))}`;
  }

  /** Adds a record; the whole is what answers show. */
  add(
    kind: ServedKind,
    scope: string,
    sent: JsonObject,
    operation: ApiOperation | undefined,
  ): { readonly record: JsonObject; readonly key: string } | Refused {
    const given = this.#values.givenId(sent, kind);
    const isThere = given !== undefined && this.#store.get(kind.template, scope, given.key) !== undefined;
    const isRenumbered = isThere && typeof given.value === "number" && !this.#mayRefuse(operation);
    const { value: id, key } = given === undefined || isRenumbered ? this.#freeId(kind, scope) : given;
    const settable = this.#values.settable(sent, kind, operation && bodySchema(operation));
    const base: JsonObject = {
      ...settable,
      ...(kind.idProperty === undefined ? {} : { [kind.idProperty]: id }),
    };
    const record = this.#values.fitted(kind, { ...base, ...this.#values.added(kind, base, numberIn(key)) });
    const replaces = isThere && !isRenumbered;
    if (replaces && this.#choices["same-id"] !== "replaces") return conflict(kind, kind.idProperty ?? "id");
    const property = this.#taken(kind, scope, record);
    if (property !== undefined) return conflict(kind, property);
    const lost = this.#lost(kind, record);
    if (lost !== undefined) return lost;
    const write = replaces ? "put" : "add";
    const whole = this.#withCopies(kind, record);
    const kept = this.#store[write](kind.template, scope, key, JSON.stringify(whole));
    return { record: storedRecord(kept), key };
  }

  /** A number in place of one that is taken does no harm, where no refusal is documented. */
  #mayRefuse(operation: ApiOperation | undefined): boolean {
    return (
      this.#choices["same-id"] === "refused" ||
      this.#choices["same-id"] === "replaces" ||
      operation === undefined ||
      mayConflict(operation)
    );
  }

  /** A schema may allow few ids; then any text has to do. */
  #freeId(kind: ServedKind, scope: string): { readonly value: string | number; readonly key: string } {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const id = this.#values.newId(kind);
      if (this.#store.get(kind.template, scope, String(id)) === undefined)
        return { value: id, key: String(id) };
    }
    const text = `${kind.resource.name}-${this.#store.next(kind.template)}`;
    return { value: text, key: text };
  }

  create(kind: ServedKind, success: Success, asked: AskedOperation): VerbOutcome {
    const lacking = this.#lackingParent(kind, [...asked.texts, ""]);
    if (lacking !== undefined) return lacking;
    const scope = scopeOf(asked.texts.slice(0, countOf(kind.path) - 1));
    const sent = unwrapped(objectIn(asked.body), kind);
    const made = this.add(kind, scope, sent, asked.operation);
    if ("refused" in made) return made;
    return {
      value: this.#shown(success, made.record, kind),
      record: made.record,
      isNew: true,
      ...(kind.resource.read === undefined ? {} : { location: this.#locationOf(kind, asked, made.key) }),
    };
  }

  read(kind: ServedKind, success: Success, asked: AskedOperation): VerbOutcome {
    const record = this.#found(kind, asked);
    return record === undefined ? missing(kind) : { value: this.#shown(success, record, kind), record };
  }

  list(kind: ServedKind, success: Success, asked: AskedOperation, listing: ListingOf): VerbOutcome {
    const lacking = this.#lackingParent(kind, [...asked.texts, ""]);
    if (lacking !== undefined) return lacking;
    const page = listing.page(asked.values, scopeOf(asked.texts.slice(0, countOf(kind.path) - 1)));
    return { value: showPage(success.media?.schema, page, kind, this.#schemas), page };
  }

  /** Stores a changed record, unless another one has its key already. */
  #changeTo(
    kind: ServedKind,
    asked: AskedOperation,
    before: JsonObject,
    after: JsonObject,
    success: Success,
  ): VerbOutcome {
    const texts = this.#itemTexts(kind, asked);
    const record = this.#values.fitted(
      kind,
      kind.idProperty === undefined ? after : { ...after, [kind.idProperty]: before[kind.idProperty] },
    );
    const property = this.#taken(kind, scopeOf(texts.slice(0, -1)), record, before);
    if (property !== undefined) return conflict(kind, property);
    const lost = this.#lost(kind, record, before);
    if (lost !== undefined) return lost;
    const kept = this.#keep(kind, texts, this.#withCopies(kind, record));
    return { value: this.#shown(success, kept, kind), record: kept };
  }

  replace(kind: ServedKind, success: Success, asked: AskedOperation): VerbOutcome {
    const before = this.#found(kind, asked);
    const body = bodySchema(asked.operation);
    const sent = unwrapped(objectIn(asked.body), kind);
    if (before === undefined) return this.#createAt(kind, success, asked, sent);
    const settable = this.#values.settable(sent, kind, body);
    const rest = this.#values.serversOwn(before, kind, body);
    const base = { ...rest, ...settable, ...this.#values.touched(kind, settable) };
    return this.#changeTo(kind, asked, before, { ...base, ...this.#values.added(kind, base, 1) }, success);
  }

  /** A PUT to a path that names no record. */
  #createAt(kind: ServedKind, success: Success, asked: AskedOperation, sent: JsonObject): VerbOutcome {
    const creates =
      this.#choices.put === "creates" ||
      (this.#choices.put === "documented" &&
        (isListed(asked.operation, 201) ||
          (asked.operation.method === "POST" && kind.canBeId(asked.texts.at(-1) ?? ""))));
    if (!creates) return missing(kind);
    const texts = this.#itemTexts(kind, asked);
    const lacking = this.#lackingParent(kind, texts);
    if (lacking !== undefined) return lacking;
    const key = texts.at(-1) ?? "";
    const id = this.#schemas.typeIs(kind.idSchema, "integer") ? Number(key) : key;
    const named = kind.idProperty === undefined ? sent : { ...sent, [kind.idProperty]: id };
    const record = this.#values.fitted(kind, { ...named, ...this.#values.added(kind, named, 1) });
    const kept = this.#store.add(kind.template, scopeOf(texts.slice(0, -1)), key, JSON.stringify(record));
    const shown = storedRecord(kept);
    return { value: this.#shown(success, shown, kind), record: shown, isNew: true };
  }

  update(kind: ServedKind, success: Success, asked: AskedOperation, values: JsonObject = {}): VerbOutcome {
    const before = this.#found(kind, asked);
    if (before === undefined) return missing(kind);
    const { body } = asked;
    const patch = patchIn(body, asked.operation, this.#schemas);
    if (patch !== undefined) return this.#patch(kind, success, asked, before, patch);
    const isMerge =
      body !== undefined && "value" in body && body.mediaType === "application/merge-patch+json";
    const settable = this.#values.settable(
      unwrapped(objectIn(body), kind),
      kind,
      bodySchema(asked.operation),
    );
    const merged = { ...(isMerge ? merge(before, settable) : { ...before, ...settable }), ...values };
    return this.#changeTo(
      kind,
      asked,
      before,
      { ...merged, ...this.#values.touched(kind, settable) },
      success,
    );
  }

  #patch(
    kind: ServedKind,
    success: Success,
    asked: AskedOperation,
    before: JsonObject,
    patch: readonly unknown[],
  ): VerbOutcome {
    const patched = withJsonPatch(before, patch);
    if ("unfit" in patched) return refusedPatch(patched);
    const whole = isObject(patched.value) ? patched.value : {};
    const { required } = this.#schemas.reading.view(kind.schema);
    const gone = Object.keys(before).filter((name) => !Object.hasOwn(whole, name));
    const lost = gone.find((name) => required.includes(name) || name === kind.idProperty);
    if (lost !== undefined) return refusedPatch({ unfit: `${lost} is required`, isTest: false });
    const changed = Object.entries(whole).filter(([name, value]) => !isDeepStrictEqual(value, before[name]));
    const settable = this.#values.settable(Object.fromEntries(changed), kind, undefined);
    const kept = Object.entries(before).filter(([name]) => !gone.includes(name));
    const after = { ...Object.fromEntries(kept), ...settable, ...this.#values.touched(kind, settable) };
    return this.#changeTo(kind, asked, before, after, success);
  }

  remove(kind: ServedKind, success: Success, asked: AskedOperation): VerbOutcome {
    const record = this.#found(kind, asked);
    if (record === undefined) return missing(kind);
    const texts = this.#itemTexts(kind, asked);
    if (kind.resource.remove?.keeps !== true) {
      this.#store.remove(kind.template, scopeOf(texts.slice(0, -1)), texts.at(-1) ?? "");
      for (const child of this.#kinds)
        if (child.template.startsWith(`${kind.template}/`))
          this.#store.removeBelow(child.template, scopeOf(texts));
    }
    return { value: this.#shown(success, record, kind) };
  }

  /** Whether an operation's path is that of a record itself. */
  #isItem(kind: ServedKind, { operation, texts }: AskedOperation): boolean {
    return texts.length === countOf(kind.path) && operation.path.replace(/\/$/, "").endsWith("}");
  }

  /** An action on a record: what it is sent about properties of the record is stored. */
  act(kind: ServedKind, success: Success, asked: AskedOperation, answer: () => unknown): VerbOutcome {
    const record = this.#found(kind, asked);
    if (record === undefined)
      return this.#isItem(kind, asked) && !isListed(asked.operation, 404)
        ? this.#createAt(kind, success, asked, objectIn(asked.body))
        : missing(kind);
    if (!this.#schemas.isSame(success.media?.schema, kind.schema)) return { value: answer() };
    const { properties } = this.#schemas.reading.view(kind.schema);
    const inQuery = [...asked.values].flatMap(([name, value]): [string, unknown][] => {
      const property = name.replace(/^query /, "");
      return name.startsWith("query ") && Object.hasOwn(properties, property) ? [[property, value]] : [];
    });
    const inBody = Object.entries(objectIn(asked.body)).filter(([name]) => Object.hasOwn(properties, name));
    const sent = this.#values.settable(
      Object.fromEntries([...inQuery, ...inBody]),
      kind,
      bodySchema(asked.operation),
    );
    return this.#changeTo(
      kind,
      asked,
      record,
      { ...record, ...sent, ...this.#values.touched(kind, sent) },
      success,
    );
  }

  replaceByBody(kind: ServedKind, success: Success, asked: AskedOperation): VerbOutcome {
    return this.replace(kind, success, { ...asked, texts: this.textsByBody(kind, asked) });
  }

  /** The path values of the record that a body names. */
  textsByBody(kind: ServedKind, { texts, body }: AskedOperation): readonly string[] {
    const id = kind.idProperty === undefined ? undefined : own(objectIn(body), kind.idProperty);
    return [...texts, String(id ?? "")];
  }

  /** The record that a path names; undefined if there is none. */
  recordAt(kind: ServedKind, texts: readonly string[]): JsonObject | undefined {
    return this.#found(kind, { texts });
  }

  /** Whether a path names a record that there is. */
  isThere(kind: ServedKind, texts: readonly string[]): boolean {
    return this.recordAt(kind, texts) !== undefined;
  }
}

/** Different numbers give different values. */
const numberIn = (key: string): number => Number(key.replaceAll(/\D/g, "").slice(-6)) || 1;

/** RFC 7396. */
const merge = (target: unknown, patch: unknown): JsonObject => {
  if (!isObject(patch)) return {};
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) ? merge(merged[name], value) : value;
  }
  return merged;
};

/** What a body holds in the wrapper of the record's answers. */
const unwrapped = (body: JsonObject, { wrapper, schema }: ServedKind): JsonObject => {
  const inner = wrapper === undefined || schema === undefined ? undefined : own(body, wrapper);
  return isObject(inner) && Object.keys(body).length === 1 ? inner : body;
};
