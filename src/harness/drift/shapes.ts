import { type Authorization, type Call, type Exchange, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { digestOf } from "../model/texts.ts";
import { AnswerCounts, NameCounts } from "./answer-counts.ts";
import type { Documentation } from "./documentation.ts";
import { createDuplicates, type Duplicates } from "./duplicates.ts";
import { entriesOf } from "./entries-of.ts";
import { bodyFormOf, bodyForms } from "./error-form.ts";
import { addKeptNames, hideNames } from "../privacy/kept-names.ts";
import { latencyClassOf } from "./latency-class.ts";
import { rateFiguresOf } from "./rate-figures.ts";
import type { ShapeEntry } from "./shape-entry.ts";
import { answersFromJson, answersToJson, type ShapesJson, shapesVersion } from "./shapes-json.ts";
import type { ValueDigest } from "./value-digest.ts";
import { type Variant, variantOf } from "./variant.ts";

const credentialOf = (authorization: Authorization): string => {
  if (authorization.kind !== "secret") return authorization.kind;
  const { secret, suffix, prefix } = authorization;
  const altered = suffix === undefined && prefix === undefined ? "" : " altered";
  return `${secret.name.replace(/^[a-z]+\.credentials\./, "")}${altered}`;
};

const hashed = new WeakMap<Call, string>();

/** What a call asks for, in few digits: its label may hold what was learnt from records. */
const hashOf = (call: Call): string => {
  const known = hashed.get(call);
  if (known !== undefined) return known;
  const hash = digestOf(call.label, 8);
  hashed.set(call, hash);
  return hash;
};

/** By what the answers to one way of asking are known from run to run; `recorded` where nobody asked. */
const probeOf = ({ call }: Exchange): string =>
  call === undefined
    ? "recorded"
    : `${credentialOf(call.authorization).replaceAll(" ", "-")}#${hashOf(call)}`;

/** Answers that belong together. */
export interface AnswerGroup {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly status: number;
  readonly variant: Variant;
  readonly counts: AnswerCounts;
}

/** The statuses of one operation by what was asked: names are `<probe> <status>`. */
export interface ProbeGroup {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly counts: NameCounts;
}

/**
 * What answers look like, without any value of theirs: counts by operation, status and location. Counts add up, so
 * shards, runs and organizations do: merging is associative and commutative, and empty shapes change nothing.
 */
export interface Shapes {
  /** Counts an answer; what has none, or belongs to no documented operation, is passed over. */
  add(exchange: Exchange): void;
  /** Adds the counts of other shapes, which stay as they are. */
  merge(other: Shapes): void;
  /** Everything that was counted, in the order in which it was first seen. */
  entries(): Iterable<ShapeEntry>;
  /** How many answers were counted. */
  readonly answers: number;
  toJSON(): ShapesJson;
  /**
   * Puts a mask in place of every name that may be data (privacy/kept-names.ts), for good: to be called when everything was
   * counted, before anything is written or reported. `known` are names that earlier shapes of the same interface have shown
   * to be fields; what is one anywhere is one everywhere. Returns them with those that these shapes have shown.
   */
  hideNames(known?: ReadonlySet<string>): ReadonlySet<string>;
  /** The groups that `merge` adds up. */
  readonly groups: ReadonlyMap<string, AnswerGroup>;
  readonly probes: ReadonlyMap<string, ProbeGroup>;
  /** Names and bodies that are documented. */
  readonly documentation: Documentation;
}

export interface ShapesOptions {
  /**
   * Counts a record (a body, or an object in a list) that comes again unchanged only once, so that counts are
   * sample sizes. Remembers a digest of each for as long as the shapes live; default false.
   */
  readonly once?: boolean;
  /** Counts texts by their digests, as far as they take few values; without it texts are not compared. */
  readonly digest?: ValueDigest;
}

const keyOf = (name: InterfaceName, operation: string, status: number, variant: Variant): string =>
  `${name} ${operation} ${status} ${variant}`;

class CountedShapes implements Shapes {
  answers = 0;
  readonly groups = new Map<string, AnswerGroup>();
  readonly probes = new Map<string, ProbeGroup>();
  readonly documentation: Documentation;
  private readonly duplicates: Duplicates | undefined;
  private readonly digest: ValueDigest | undefined;

  constructor(documentation: Documentation, { once = false, digest }: ShapesOptions) {
    this.digest = digest;
    this.documentation = documentation;
    this.duplicates = once ? createDuplicates() : undefined;
  }

  add(exchange: Exchange): void {
    const response = responseOf(exchange);
    const { operation, interface: name } = exchange;
    if (response === undefined || operation === undefined) return;
    this.answers += 1;
    const { names } = this.documentation;
    const { status, headers, body } = response;
    const { counts } = this.group(name, operation, status, variantOf(exchange.request));
    counts.answers += 1;
    for (const header in headers) counts.headers.add(names.isHeader(header) ? header : "{text}", 1);
    for (const figure of rateFiguresOf(headers)) counts.rates.add(figure, 1);
    const form = bodyForms.indexOf(bodyFormOf(body, status));
    counts.forms[form] = (counts.forms[form] ?? 0) + 1;
    const latency = latencyClassOf(response.elapsedMs);
    counts.latencies[latency] = (counts.latencies[latency] ?? 0) + 1;
    this.probe(name, operation).counts.add(`${probeOf(exchange)} ${status}`, 1);
    if (body.kind === "json")
      if (this.duplicates === undefined) counts.body.see(body.value, 0);
      else this.duplicates.see(counts.body, body.value);
  }

  group(name: InterfaceName, operation: string, status: number, variant: Variant): AnswerGroup {
    const key = keyOf(name, operation, status, variant);
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const { documentation } = this;
    const counts = new AnswerCounts(documentation.body(operation, status), documentation.names, this.digest);
    const made: AnswerGroup = { interface: name, operation, status, variant, counts };
    this.groups.set(key, made);
    return made;
  }

  probe(name: InterfaceName, operation: string): ProbeGroup {
    const key = `${name} ${operation}`;
    const known = this.probes.get(key);
    if (known !== undefined) return known;
    const made: ProbeGroup = { interface: name, operation, counts: new NameCounts() };
    this.probes.set(key, made);
    return made;
  }

  merge(other: Shapes): void {
    this.answers += other.answers;
    for (const { interface: name, operation, status, variant, counts } of other.groups.values())
      this.group(name, operation, status, variant).counts.merge(counts);
    for (const { interface: name, operation, counts } of other.probes.values())
      this.probe(name, operation).counts.merge(counts);
  }

  entries(): Iterable<ShapeEntry> {
    return entriesOf(this);
  }

  hideNames(known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
    const { names } = this.documentation;
    const bodies = [...this.groups.values()].map(({ counts }) => counts.body);
    const kept = new Set(known);
    for (const body of bodies) addKeptNames(kept, body, names);
    for (const body of bodies) hideNames(body, names, kept);
    return kept;
  }

  toJSON(): ShapesJson {
    return { version: shapesVersion, answers: this.answers, ...answersToJson(this) };
  }
}

/** Empty shapes. */
export const createShapes = (documentation: Documentation, options: ShapesOptions = {}): Shapes =>
  new CountedShapes(documentation, options);

/**
 * Reads shapes back.
 * @throws Error when the value is not what `toJSON` gave.
 */
export const shapesFromJson = (json: unknown, documentation: Documentation): Shapes => {
  const shapes = new CountedShapes(documentation, {});
  const interfaceOf = (name: string): InterfaceName => {
    if (!documentation.isInterface(name)) throw new Error("the shapes name an interface that there is not");
    return name;
  };
  shapes.answers = answersFromJson(json, {
    group: (name, operation, status, variant) =>
      shapes.group(interfaceOf(name), operation, status, variant).counts,
    probe: (name, operation) => shapes.probe(interfaceOf(name), operation).counts,
  });
  return shapes;
};
