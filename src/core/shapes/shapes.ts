import { madeOnce } from "../model/made-once.ts";
import { type Authorization, type AnyCall, type Exchange, callName, responseOf } from "../model/exchange.ts";
import type { InterfaceName } from "../model/interface-name.ts";
import { digestOf } from "../model/texts.ts";
import { AnswerCounts, NameCounts } from "./answer-counts.ts";
import type { Documentation } from "./documentation.ts";
import { createDuplicates, type Duplicates } from "./duplicates.ts";
import { shapeEntries } from "./entries-of.ts";
import { bodyFormOf, bodyForms } from "./error-form.ts";
import { addKeptNames, hideNames } from "../privacy/kept-names.ts";
import { latencyClassOf } from "./latency-class.ts";
import { rateFiguresOf } from "./rate-figures.ts";
import type { ShapeEntry, AnswerKey } from "./shape-entry.ts";
import { answersFromJson, answersToJson, type ShapesJson, shapesVersion } from "./shapes-json.ts";
import type { ValueDigest } from "./value-digest.ts";
import { type Variant, variantOf } from "./variant.ts";

const credentialOf = (authorization: Authorization): string => {
  if (authorization.kind !== "secret") return authorization.kind;
  const { secret, suffix, prefix } = authorization;
  const altered = suffix === undefined && prefix === undefined ? "" : " altered";
  return `${secret.name.replace(/^[a-z]+\.credentials\./, "")}${altered}`;
};

/** Hash of a call's request; its name may hold data learned from records. */
const hashOf = madeOnce((call: AnyCall): string => digestOf(callName(call), 8));

/** Key of a probe, the same in every run; `recorded` in recordings. */
const probeOf = ({ call }: Exchange): string =>
  call === undefined
    ? "recorded"
    : `${credentialOf(call.authorization).replaceAll(" ", "-")}#${hashOf(call)}`;

export interface AnswerGroup extends AnswerKey {
  readonly counts: AnswerCounts;
}

/** The statuses of one operation by probe: names are `<probe> <status>`. */
export interface ProbeGroup {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly counts: NameCounts;
}

/**
 * The look of answers without any value: counts by operation, status and location. Shapes of shards, runs and
 * organizations can be added: merging is associative and commutative, and empty shapes change nothing.
 */
export interface Shapes {
  /** Counts an answer; ignores failures and undocumented operations. */
  add(exchange: Exchange): void;
  /** Adds the counts of other shapes, which stay unchanged. */
  merge(other: Shapes): void;
  /** All counts, in the order of first sight. */
  entries(): Iterable<ShapeEntry>;
  /** How many answers were counted. */
  readonly answers: number;
  toJSON(): ShapesJson;
  /**
   * Masks every name that may be data (privacy/kept-names.ts), irreversibly. Call it after all counting and before
   * anything is written or reported. `known` are names that earlier shapes of the same interface have shown to be
   * fields; a field anywhere is one everywhere. Returns them with those found in these shapes.
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
   * Counts a repeated unchanged record (a body, or an object in a list) only once, so that counts are sample sizes.
   * Keeps a digest of each in memory; default false.
   */
  readonly once?: boolean;
  /** Digests texts to count those with few values; without it texts are not compared. */
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
    return shapeEntries(this);
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
 * Reads stored shapes.
 * @throws Error for anything but the output of `toJSON`.
 */
export const shapesFromJson = (json: unknown, documentation: Documentation): Shapes => {
  const shapes = new CountedShapes(documentation, {});
  const interfaceOf = (name: string): InterfaceName => {
    if (!documentation.isInterface(name)) throw new Error("the shapes name an unknown interface");
    return name;
  };
  shapes.answers = answersFromJson(json, {
    group: (name, operation, status, variant) =>
      shapes.group(interfaceOf(name), operation, status, variant).counts,
    probe: (name, operation) => shapes.probe(interfaceOf(name), operation).counts,
  });
  return shapes;
};
