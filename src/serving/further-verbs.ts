import { valueAtPointer } from "../core/formats/json-pointer.ts";
import { isObject, type JsonObject, own } from "../core/model/json-object.ts";
import type { FurtherOperation } from "../contracts/resources/resource.ts";
import { objectIn } from "./bodies.ts";
import type { ServedKind } from "./kinds.ts";
import { holdsText, type ListingOf } from "./listing.ts";
import { holdsAll, type Wanted } from "./property-path.ts";
import { createQueries } from "./queries.ts";
import type { Success } from "./responses.ts";
import type { Schemas } from "./schemas.ts";
import type { Serving } from "./served-document.ts";
import { showIn, showPage, storedRecord } from "./show.ts";
import { type AskedOperation, missing, type RecordVerbs, type VerbOutcome } from "./verbs.ts";

interface FurtherParts {
  readonly verbs: RecordVerbs;
  readonly kinds: readonly ServedKind[];
  readonly schemas: Schemas;
  readonly parts: Serving;
}

/** A request for a further operation. */
interface Asked {
  readonly further: FurtherOperation;
  readonly kind: ServedKind;
  readonly success: Success;
  readonly asked: AskedOperation;
  readonly listing: ListingOf;
}

/** A value of a request by its name: in the path, the query, or the body. */
const valueNamed = (name: string, { values, body }: AskedOperation): unknown =>
  values.get(`path ${name}`) ??
  values.get(`query ${name}`) ??
  valueAtPointer(objectIn(body), `/${name.replaceAll(".", "/")}`) ??
  undefined;

/** The property of a path without dots. */
const plainProperty = (path: string): string | undefined => (path.includes(".") ? undefined : path);

/** Verbs that store what the declaration says of a record; all others look for it. */
const storing: ReadonlySet<FurtherOperation["does"]> = new Set(["create", "upsert", "update", "set"]);

/** What declared operations do with records beyond the verbs of their kind. */
export class FurtherVerbs {
  readonly #verbs: RecordVerbs;
  readonly #kinds: readonly ServedKind[];
  readonly #schemas: Schemas;
  readonly #store: Serving["store"];
  readonly #queries: ReturnType<typeof createQueries>;

  constructor({ verbs, kinds, schemas, parts }: FurtherParts) {
    this.#verbs = verbs;
    this.#kinds = kinds;
    this.#schemas = schemas;
    this.#store = parts.store;
    this.#queries = createQueries(schemas, parts.store);
  }

  perform(
    further: FurtherOperation,
    kind: ServedKind,
    success: Success,
    asked: AskedOperation,
    listing: ListingOf,
  ): VerbOutcome {
    const all: Asked = { further, kind, success, asked, listing };
    switch (further.does) {
      case "create":
      case "upsert":
        return this.#create(all);
      case "read":
        return this.#onFound(all, (record) => ({ value: this.#shown(all, record) }));
      case "list":
        return this.#list(all);
      case "query":
        return this.#query(all);
      case "options":
        return { value: this.#queries.options(kind) };
      case "update":
      case "set":
        return this.#onFound(all, (record) => this.#update(all, record, further.values));
      case "delete":
        return this.#onFound(all, (record) =>
          this.#verbs.remove(kind, success, { ...asked, texts: [this.#keyOf(kind, record)] }),
        );
    }
  }

  #kindNamed(name: string | undefined): ServedKind | undefined {
    return this.#kinds.find(({ resource }) => resource.name === name);
  }

  #keyOf({ idProperty = "id" }: ServedKind, record: JsonObject): string {
    return String(own(record, idProperty));
  }

  #shown({ kind, success }: Pick<Asked, "kind" | "success">, record: JsonObject): unknown {
    return showIn(success.media?.schema, record, kind, this.#schemas);
  }

  #stored(kind: ServedKind, key: string): JsonObject | undefined {
    const text = this.#store.get(kind.template, "", key);
    return text === undefined ? undefined : storedRecord(text);
  }

  /** What the request and the declaration ask of records. */
  #wanted({ further, asked }: Asked): readonly Wanted[] {
    const stated = Object.entries(further.values).map(([path, value]) => ({ path: path.split("."), value }));
    const given = Object.entries(further.by).flatMap(([name, path]): readonly Wanted[] => {
      const value = valueNamed(name, asked);
      return value === undefined || value === null || value === "" ? [] : [{ path: path.split("."), value }];
    });
    return [...(storing.has(further.does) ? [] : stated), ...given];
  }

  /** Whether a record of a kind has what is wanted, in it or in what it refers to. */
  #test(kind: ServedKind, wanted: readonly Wanted[]): (record: JsonObject) => boolean {
    const refers: Readonly<Record<string, string>> = kind.resource.serving?.refers ?? {};
    // Many records refer to the same few.
    const followed = new Map<string, JsonObject | undefined>();
    const follow = (owner: JsonObject, property: string): JsonObject | undefined => {
      const other = this.#kindNamed(refers[property]);
      if (other === undefined) return undefined;
      const id = String(owner[property]);
      const key = `${other.template} ${id}`;
      if (!followed.has(key)) followed.set(key, this.#stored(other, id));
      return followed.get(key);
    };
    return (record) => holdsAll(record, wanted, follow);
  }

  #all({ template }: ServedKind): readonly JsonObject[] {
    return this.#store.page(template, "", 0, Number.MAX_SAFE_INTEGER).map(storedRecord);
  }

  /** The record that a request is about: what it asks for, or the one of the path's last id. */
  #found(all: Asked): JsonObject | undefined {
    const { further, kind, asked } = all;
    const wanted = this.#wanted(all);
    const isNamed = Object.keys(further.by).length === 0 && wanted.length === 0;
    if (isNamed) return this.#stored(kind, asked.texts.at(-1) ?? "");
    const [only] = wanted;
    if (only === undefined) return undefined;
    // By its id alone there is no need to look at others.
    return wanted.length === 1 && only.path.join(".") === kind.idProperty
      ? this.#stored(kind, String(only.value))
      : this.#all(kind).find(this.#test(kind, wanted));
  }

  #onFound(all: Asked, then: (record: JsonObject) => VerbOutcome): VerbOutcome {
    const record = this.#found(all);
    return record === undefined ? missing(all.kind) : then(record);
  }

  #update({ further, kind, success, asked }: Asked, record: JsonObject, values: JsonObject): VerbOutcome {
    const texts = [this.#keyOf(kind, record)];
    // What only switches something says nothing else about the record.
    const body = further.does === "set" ? undefined : asked.body;
    return this.#verbs.update(kind, success, { ...asked, texts, body }, values);
  }

  /** Values of the request that a new record has, beside its body. */
  #given({ further, asked }: Asked): JsonObject {
    const entries = Object.entries(further.by).flatMap(([name, path]): [string, unknown][] => {
      const property = plainProperty(path);
      const value = valueNamed(name, asked);
      return property === undefined || value === undefined ? [] : [[property, value]];
    });
    return { ...Object.fromEntries(entries), ...further.values };
  }

  /** Creates a record, or one for each of a list; or changes the one that the request names. */
  #create(all: Asked): VerbOutcome {
    const { further, kind, success } = all;
    if (further.items !== undefined) return this.#createEach(all, further.items);
    const known = further.does === "upsert" ? this.#found(all) : undefined;
    if (known !== undefined) return this.#update(all, known, this.#given(all));
    const made = this.#add(all, objectIn(all.asked.body));
    return "refused" in made ? made : { value: this.#shown({ kind, success }, made.record), isNew: true };
  }

  #add(all: Asked, sent: JsonObject): ReturnType<RecordVerbs["add"]> {
    return this.#verbs.add(all.kind, "", { ...sent, ...this.#given(all) }, all.asked.operation);
  }

  #createEach(all: Asked, items: string): VerbOutcome {
    const { asked, success, kind } = all;
    const { body } = asked;
    const list = body !== undefined && "value" in body ? valueAtPointer(body.value, items) : undefined;
    const { [items.slice(1)]: _, ...shared } = objectIn(body);
    const made: JsonObject[] = [];
    for (const item of Array.isArray(list) ? list : []) {
      const one = this.#add(all, { ...shared, ...(isObject(item) ? item : {}) });
      if ("refused" in one) return one;
      made.push(one.record);
    }
    const schema = success.media?.schema;
    const last = made.at(-1);
    // Some documents say that the answer to many is one.
    if (last !== undefined && this.#schemas.isSame(schema, kind.schema))
      return { value: this.#shown({ kind, success }, last), isNew: true };
    const page = all.listing.pageOf(made, made.length, new Map());
    return { value: showPage(schema, page, kind, this.#schemas), isNew: true };
  }

  /** Ids of the records that links lead to. */
  #linked(all: Asked): ReadonlySet<string> | undefined {
    const { through } = all.further;
    const links = this.#kindNamed(through?.resource);
    if (through === undefined || links === undefined) return undefined;
    const isMeant = this.#test(links, this.#wanted(all));
    return new Set(
      this.#all(links)
        .filter(isMeant)
        .map((link) => String(own(link, through.property))),
    );
  }

  #list(all: Asked): VerbOutcome {
    const { further, kind, asked, success, listing } = all;
    const linked = this.#linked(all);
    const wanted = this.#wanted(all);
    const holds = this.#test(kind, wanted);
    const text = further.text === undefined ? undefined : valueNamed(further.text, asked);
    const sought = typeof text === "string" ? text.trim().toLowerCase() : "";
    const isListed = (record: JsonObject): boolean =>
      (linked === undefined ? holds(record) : linked.has(this.#keyOf(kind, record))) &&
      (sought === "" || holdsText(record, sought));
    const page = listing.page(asked.values, "", isListed);
    return { value: showPage(success.media?.schema, page, kind, this.#schemas), page };
  }

  #query(all: Asked): VerbOutcome {
    const { kind, asked, success, listing } = all;
    const { skip, take } = listing.windowOf(asked.values);
    const query = this.#queries.read(kind, objectIn(asked.body));
    if ("refused" in query) return query;
    const { texts, total } = this.#store.query(kind.template, "", { ...query, skip, take });
    const page = listing.pageOf(texts.map(storedRecord), total, asked.values);
    return { value: showPage(success.media?.schema, page, kind, this.#schemas), page };
  }
}
