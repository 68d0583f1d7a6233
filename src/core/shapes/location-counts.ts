import { madeOnce } from "../model/made-once.ts";
import {
  addToSketch,
  createSketch,
  type CardinalitySketch,
  distinctCount,
  hashOfId,
  mergeSketch,
} from "./cardinality-sketch.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { FieldNames } from "../model/field-names.ts";
import { anyName, hiddenName, keyMask } from "../privacy/masked-names.ts";
import { numberClassOf, sizeClassOf } from "./size-class.ts";
import { textClasses, textClassOf } from "./text-class.ts";
import type { ValueDigest } from "./value-digest.ts";

/** Depth limit: no record of these interfaces nests deeper. */
const maxDepth = 48;

/**
 * More fields than any record has. Later keys are not judged one by one: unless the OpenAPI documents or an earlier key
 * have made them known, they count as `{key}`.
 */
const maxJudgedKeys = 1000;

/** More undocumented names are data, not fields. */
const maxUnknownNames = 200;

/** Limit of different values, and of their length, for which digests of texts are kept. */
export const mostValues = 12;
const longestDigested = 100;

/** With fewer texts at a location, no digests are kept. */
const fewestTexts = 8;

const plainText = textClasses.indexOf("text");

const valuesOf = madeOnce(({ values }: DocumentedLocation): ReadonlySet<unknown> | undefined =>
  values === undefined ? undefined : new Set(values),
);

/** Grows counters only to the highest index in use: there may be a million locations. */
const count = (counters: number[], at: number): void => {
  while (counters.length <= at) counters.push(0);
  counters[at] = (counters[at] ?? 0) + 1;
};

const countValue = (into: Map<string | number, number>, value: string | number, times: number): void => {
  into.set(value, (into.get(value) ?? 0) + times);
};

const addAll = (into: number[], other: readonly number[]): void => {
  for (let at = 0; at < other.length; at += 1) {
    const more = other[at] ?? 0;
    if (at < into.length) into[at] = (into[at] ?? 0) + more;
    else into.push(more);
  }
};

const noFields: ReadonlyMap<string, LocationCounts> = new Map();

/**
 * Counts for one location of a body: a node of a trie whose edges are field names. Optimized for speed: gigabytes of
 * recorded traffic pass through `see`.
 */
export class LocationCounts {
  nulls = 0;
  booleans = 0;
  integers = 0;
  fractions = 0;
  texts = 0;
  arrays = 0;
  objects = 0;
  /** By class of text; absent before the first text. */
  textForms: number[] | undefined = undefined;
  /** By class of length, of texts and of arrays. */
  lengths: number[] | undefined = undefined;
  sizes: number[] | undefined = undefined;
  numbers: number[] | undefined = undefined;
  /**
   * Counts of documented values; `otherValues` counts the rest. If none are documented, counts of digests of texts; if
   * those are too many, `otherValues` counts them all.
   */
  values: Map<string | number, number> | undefined = undefined;
  otherValues = 0;
  items: LocationCounts | undefined = undefined;
  private named: Map<string, LocationCounts> | undefined = undefined;
  /** More names than a record has fields were seen: undocumented ones count as one. */
  folded = false;
  unknownNames = 0;
  /** Sketch of the records here, if they have ids. */
  records: CardinalitySketch | undefined = undefined;
  readonly documented: DocumentedLocation | undefined;
  private readonly listed: ReadonlySet<unknown> | undefined;
  /** Names and nodes in the order of the latest new ones: records of a list repeat their order. */
  private order: string[] | undefined = undefined;
  private orderedNodes: LocationCounts[] | undefined = undefined;

  private readonly names: Pick<FieldNames, "counted">;
  private readonly digest: ValueDigest | undefined;

  constructor(
    documented: DocumentedLocation | undefined,
    names: Pick<FieldNames, "counted">,
    digest?: ValueDigest,
  ) {
    this.documented = documented;
    this.names = names;
    this.digest = digest;
    this.listed = documented && valuesOf(documented);
  }

  /** The locations below the names seen so far. */
  get fields(): ReadonlyMap<string, LocationCounts> {
    return this.named ?? noFields;
  }

  /** How often any value was here. */
  get seen(): number {
    return (
      this.nulls + this.booleans + this.integers + this.fractions + this.texts + this.arrays + this.objects
    );
  }

  /** How many different records were here, by id; undefined if they have none. */
  get differentRecords(): number | undefined {
    return this.records === undefined ? undefined : distinctCount(this.records);
  }

  see(value: unknown, depth: number): void {
    switch (typeof value) {
      case "string":
        this.seeText(value);
        break;
      case "number":
        this.seeNumber(value);
        break;
      case "boolean":
        this.booleans += 1;
        break;
      case "object":
        if (value === null) this.nulls += 1;
        else if (Array.isArray(value)) this.seeArray(value, depth);
        else this.seeObject(value, depth);
        break;
      default:
    }
  }

  private seeText(value: string): void {
    this.texts += 1;
    const form = textClassOf(value);
    count((this.textForms ??= []), form);
    count((this.lengths ??= []), sizeClassOf(value.length));
    if (this.listed !== undefined) this.seeListed(value);
    else if (this.digest !== undefined && form === plainText) this.seeDigested(value, this.digest);
  }

  private seeDigested(value: string, digest: ValueDigest): void {
    if (this.otherValues > 0 || value.length > longestDigested) this.otherValues += 1;
    else countValue((this.values ??= new Map()), digest(value), 1);
    this.foldValues();
  }

  /** Keeps only the number of texts if they have many values. */
  private foldValues(): void {
    if (this.listed !== undefined || this.values === undefined) return;
    if (this.otherValues === 0 && this.values.size <= mostValues) return;
    for (const texts of this.values.values()) this.otherValues += texts;
    this.values = undefined;
  }

  /** The stored values; with few texts it is unknown whether they have few values. */
  get keptValues(): ReadonlyMap<string | number, number> | undefined {
    if (this.listed !== undefined || this.values === undefined) return this.values;
    const texts = [...this.values.values()].reduce((sum, times) => sum + times, 0);
    return texts < fewestTexts ? undefined : this.values;
  }

  private seeNumber(value: number): void {
    if (Number.isInteger(value)) this.integers += 1;
    else this.fractions += 1;
    count((this.numbers ??= []), numberClassOf(value));
    if (this.listed !== undefined) this.seeListed(value);
  }

  private seeListed(value: string | number): void {
    if (this.listed?.has(value) !== true) this.otherValues += 1;
    else countValue((this.values ??= new Map()), value, 1);
  }

  private seeArray(value: readonly unknown[], depth: number): void {
    this.arrays += 1;
    count((this.sizes ??= []), sizeClassOf(value.length));
    if (value.length === 0 || depth >= maxDepth) return;
    const items = (this.items ??= this.madeItems());
    for (const item of value) items.see(item, depth + 1);
  }

  private seeObject(value: object, depth: number): void {
    this.objects += 1;
    if (depth >= maxDepth) return;
    let position = 0;
    const order = (this.order ??= []);
    const nodes = (this.orderedNodes ??= []);
    for (const name in value) {
      // From a JSON parser: no inherited enumerable properties, and every name is a key.
      const inner: unknown = value[name as keyof typeof value];
      const node = order[position] === name ? nodes[position] : this.nodeAt(position, name);
      position += 1;
      node?.see(inner, depth + 1);
      if (name === "id" && (typeof inner === "number" || typeof inner === "string"))
        addToSketch((this.records ??= createSketch()), hashOfId(inner));
    }
  }

  /** Finds the node of a name at another position than in the object before. */
  private nodeAt(position: number, name: string): LocationCounts {
    const known = this.named?.get(name);
    if (known === undefined) return this.field(name, position < maxJudgedKeys);
    if (position < maxUnknownNames && this.order !== undefined && this.orderedNodes !== undefined) {
      this.order[position] = name;
      this.orderedNodes[position] = known;
    }
    return known;
  }

  /** The node of a name, created if missing; the name may be masked, and is if it is not judged. */
  field(name: string, isJudged = true): LocationCounts {
    const known = this.named?.get(name);
    if (known !== undefined) return known;
    const documented = this.documented?.fields;
    if (documented !== undefined && Object.hasOwn(documented, name)) return this.put(name, documented[name]);
    if (this.folded || this.documented?.map !== undefined) return this.any();
    const shown = name === anyName ? name : isJudged ? this.names.counted(name) : keyMask;
    if (shown === anyName) return this.any();
    const masked = this.named?.get(shown);
    if (masked !== undefined) return masked;
    const made = this.put(shown, undefined);
    this.unknownNames += 1;
    if (this.unknownNames <= maxUnknownNames) return made;
    this.fold();
    return this.any();
  }

  /** A node for the items of arrays here, initially empty. */
  madeItems(): LocationCounts {
    return new LocationCounts(this.documented?.items, this.names, this.digest);
  }

  private put(name: string, documented: DocumentedLocation | undefined): LocationCounts {
    const made = new LocationCounts(documented, this.names, this.digest);
    (this.named ??= new Map()).set(name, made);
    return made;
  }

  private any(): LocationCounts {
    return this.named?.get(anyName) ?? this.put(anyName, this.documented?.map);
  }

  /** Puts all undocumented fields under one name. */
  private fold(): void {
    this.folded = true;
    // Cleared, not replaced, because an iteration over an object may be using it.
    if (this.order !== undefined) this.order.length = 0;
    if (this.orderedNodes !== undefined) this.orderedNodes.length = 0;
    const any = this.any();
    for (const [name, node] of this.fields)
      if (name !== anyName && !this.isDocumented(name)) {
        this.named?.delete(name);
        any.merge(node);
      }
    this.unknownNames = 0;
  }

  /** Puts some fields under the mask of unreported names. */
  hide(names: Iterable<string>): void {
    for (const name of names) {
      const node = this.named?.get(name);
      if (node === undefined) continue;
      this.named?.delete(name);
      this.unknownNames -= 1;
      this.field(hiddenName).merge(node);
    }
    this.order = undefined;
    this.orderedNodes = undefined;
  }

  isDocumented(name: string): boolean {
    return this.documented?.fields !== undefined && Object.hasOwn(this.documented.fields, name);
  }

  /** An empty node of the same location. */
  alike(): LocationCounts {
    return new LocationCounts(this.documented, this.names, this.digest);
  }

  /** For an empty node of stored shapes with folded names. */
  setFolded(): void {
    this.folded = true;
  }

  /** Adds the counts of another node of the same location. */
  merge(other: LocationCounts): void {
    this.nulls += other.nulls;
    this.booleans += other.booleans;
    this.integers += other.integers;
    this.fractions += other.fractions;
    this.texts += other.texts;
    this.arrays += other.arrays;
    this.objects += other.objects;
    this.otherValues += other.otherValues;
    if (other.textForms !== undefined) addAll((this.textForms ??= []), other.textForms);
    if (other.lengths !== undefined) addAll((this.lengths ??= []), other.lengths);
    if (other.sizes !== undefined) addAll((this.sizes ??= []), other.sizes);
    if (other.numbers !== undefined) addAll((this.numbers ??= []), other.numbers);
    for (const [value, times] of other.values ?? []) countValue((this.values ??= new Map()), value, times);
    this.foldValues();
    if (other.records !== undefined) mergeSketch((this.records ??= createSketch()), other.records);
    if (other.items !== undefined) (this.items ??= this.madeItems()).merge(other.items);
    if (other.folded && !this.folded) this.fold();
    for (const [name, node] of other.fields) this.field(name).merge(node);
  }
}
