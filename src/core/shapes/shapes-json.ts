import type { AnswerCounts, NameCounts } from "./answer-counts.ts";
import {
  unchecked,
  aCount,
  aList,
  listOfLength,
  misfitOf,
  oneOfThese,
  anObject,
  aText,
} from "../source/rules.ts";
import type { LocationCounts } from "./location-counts.ts";
import type { Shapes } from "./shapes.ts";
import type { Variant } from "./variant.ts";

/** Version of stored shapes. Counters are only ever appended, so that later versions read earlier ones. */
export const shapesVersion = 1;

/** Counts by counter index, without zeros. */
type Sparse = Readonly<Record<string, number>>;

/** One location; keys are short because there are many. */
export interface LocationJson {
  /** Counts of types, in the order of `jsonTypes`. */
  readonly t: readonly number[];
  /** Forms of texts, lengths of texts, sizes of arrays, numbers. */
  readonly f?: Sparse;
  readonly l?: Sparse;
  readonly s?: Sparse;
  readonly n?: Sparse;
  /** Documented values or digests, and the number of others. */
  readonly v?: readonly (readonly [string | number, number])[];
  readonly o?: number;
  /** Items and fields. */
  readonly i?: LocationJson;
  readonly c?: readonly (readonly [string, LocationJson])[];
  /** Names are folded. */
  readonly d?: true;
  /** Sketch of records, base64. */
  readonly r?: string;
}

export interface NamesJson {
  readonly counts: readonly (readonly [string, number])[];
  readonly folded?: true;
}

export interface AnswerJson {
  readonly key: readonly [string, string, number, Variant];
  readonly answers: number;
  readonly headers: NamesJson;
  readonly rates: NamesJson;
  readonly forms: Sparse;
  readonly latencies: Sparse;
  readonly body: LocationJson;
}

export interface ShapesJson {
  readonly version: number;
  readonly answers: number;
  readonly groups: readonly AnswerJson[];
  readonly probes: readonly { readonly key: readonly [string, string]; readonly counts: NamesJson }[];
}

const sparse = (counts: readonly number[] | undefined): Sparse =>
  Object.fromEntries([...(counts ?? []).entries()].filter(([, count]) => count > 0));

const locationJson = (node: LocationCounts): LocationJson => ({
  t: [node.nulls, node.booleans, node.integers, node.fractions, node.texts, node.arrays, node.objects],
  ...(node.textForms === undefined ? {} : { f: sparse(node.textForms) }),
  ...(node.lengths === undefined ? {} : { l: sparse(node.lengths) }),
  ...(node.sizes === undefined ? {} : { s: sparse(node.sizes) }),
  ...(node.numbers === undefined ? {} : { n: sparse(node.numbers) }),
  ...(node.keptValues === undefined ? {} : { v: [...node.keptValues] }),
  ...(node.otherValues === 0 ? {} : { o: node.otherValues }),
  ...(node.items === undefined ? {} : { i: locationJson(node.items) }),
  ...(node.fields.size === 0
    ? {}
    : { c: [...node.fields].map(([name, inner]) => [name, locationJson(inner)] as const) }),
  ...(node.folded ? { d: true } : {}),
  ...(node.records === undefined ? {} : { r: Buffer.from(node.records).toString("base64") }),
});

const namesJson = ({ counts, folded }: NameCounts): NamesJson => ({
  counts: [...counts],
  ...(folded ? { folded: true } : {}),
});

export const answersToJson = ({
  groups,
  probes,
}: Pick<Shapes, "groups" | "probes">): Pick<ShapesJson, "groups" | "probes"> => ({
  groups: [...groups.values()].map(({ interface: name, operation, status, variant, counts }) => ({
    key: [name, operation, status, variant],
    answers: counts.answers,
    headers: namesJson(counts.headers),
    rates: namesJson(counts.rates),
    forms: sparse(counts.forms),
    latencies: sparse(counts.latencies),
    body: locationJson(counts.body),
  })),
  probes: [...probes.values()].map(({ interface: name, operation, counts }) => ({
    key: [name, operation],
    counts: namesJson(counts),
  })),
});

/** The nodes that receive stored counts. */
interface Nodes {
  group(name: string, operation: string, status: number, variant: Variant): AnswerCounts;
  probe(name: string, operation: string): NameCounts;
}

const fill = (into: number[], counts: Sparse): number[] => {
  for (const [at, count] of Object.entries(counts)) {
    while (into.length <= Number(at)) into.push(0);
    into[Number(at)] = count;
  }
  return into;
};

const readLocation = (node: LocationCounts, json: LocationJson): void => {
  const [nulls = 0, booleans = 0, integers = 0, fractions = 0, texts = 0, arrays = 0, objects = 0] = json.t;
  node.nulls = nulls;
  node.booleans = booleans;
  node.integers = integers;
  node.fractions = fractions;
  node.texts = texts;
  node.arrays = arrays;
  node.objects = objects;
  node.otherValues = json.o ?? 0;
  if (json.f !== undefined) node.textForms = fill([], json.f);
  if (json.l !== undefined) node.lengths = fill([], json.l);
  if (json.s !== undefined) node.sizes = fill([], json.s);
  if (json.n !== undefined) node.numbers = fill([], json.n);
  if (json.v !== undefined) node.values = new Map(json.v);
  if (json.r !== undefined) node.records = new Uint8Array(Buffer.from(json.r, "base64"));
  if (json.i !== undefined) readLocation((node.items = node.madeItems()), json.i);
  if (json.d === true) node.setFolded();
  for (const [name, inner] of json.c ?? []) {
    const fields = node.fields.size;
    const field = node.field(name);
    if (node.fields.size > fields) readLocation(field, inner);
    else {
      // Names that an earlier version distinguished may share a mask now.
      const read = field.alike();
      readLocation(read, inner);
      field.merge(read);
    }
  }
};

const readNames = (names: NameCounts, json: NamesJson): void => {
  names.folded = json.folded === true;
  for (const [name, count] of json.counts) names.add(name, count);
};

const shapesJson = anObject({
  version: oneOfThese(shapesVersion),
  answers: aCount,
  groups: aList(anObject({ key: listOfLength(unchecked, 4), body: anObject({ t: aList(aCount) }) })),
  probes: aList(anObject({ key: listOfLength(aText, 2) })),
});

/**
 * Adds stored counts to nodes and returns the number of their answers.
 * @throws Error for anything but the output of `toJSON`.
 */
export const answersFromJson = (json: unknown, nodes: Nodes): number => {
  const misfit = misfitOf(json, shapesJson);
  if (misfit !== undefined) throw new Error(`this version cannot read these shapes: ${misfit}`);
  // The version is that of stored shapes.
  const { answers, groups, probes } = json as ShapesJson;
  for (const { key, ...group } of groups) {
    const counts = nodes.group(...key);
    counts.answers = group.answers;
    readNames(counts.headers, group.headers);
    readNames(counts.rates, group.rates);
    fill(counts.forms, group.forms);
    fill(counts.latencies, group.latencies);
    readLocation(counts.body, group.body);
  }
  for (const { key, counts } of probes) readNames(nodes.probe(...key), counts);
  return answers;
};
