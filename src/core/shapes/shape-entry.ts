import type { InterfaceName } from "../model/interface-name.ts";
import type { CardinalitySketch } from "./cardinality-sketch.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { BodyForm } from "./error-form.ts";
import type { TextClass } from "./text-class.ts";
import type { Variant } from "./variant.ts";

export const jsonTypes = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** `number` means one with a fraction. */
export type JsonType = (typeof jsonTypes)[number];

/** Answers that belong together. */
export interface AnswerKey {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly status: number;
  readonly variant: Variant;
}

/** Counts for one location of a body. Its texts are field names or documented values. */
export interface LocationEntry extends AnswerKey {
  readonly kind: "location";
  /** JSON pointer; `*` is any array item, or any name of an object used as a map. */
  readonly pointer: string;
  /** Number of objects (or array items) that could have held it; for the body itself, number of JSON bodies. */
  readonly parents: number;
  /** How many times it was there, null included; it was absent `parents - seen` times. */
  readonly seen: number;
  readonly types: Readonly<Partial<Record<JsonType, number>>>;
  readonly textForms: Readonly<Partial<Record<TextClass, number>>>;
  /** Counts by class of size (see size-class.ts): of texts, of arrays, of numbers. */
  readonly lengths: ReadonlyMap<number, number>;
  readonly sizes: ReadonlyMap<number, number>;
  readonly numbers: ReadonlyMap<number, number>;
  /** Counts of documented values; if none are documented, of digests of texts with few values. */
  readonly values: ReadonlyMap<string | number, number>;
  /** Counts of all other values; if none are documented, of texts with many values. */
  readonly otherValues: number;
  /** Approximate number of different records around it; undefined if they have no id. */
  readonly records: number | undefined;
  /** Location of those records, the sketch of their ids and how many times any was seen. */
  readonly record:
    | { readonly pointer: string; readonly sketch: CardinalitySketch; readonly objects: number }
    | undefined;
  /** Whether it covers many names, so that its absence says nothing. */
  readonly isAny: boolean;
  readonly documented: DocumentedLocation | undefined;
  /** The documented object that holds it. */
  readonly parent: DocumentedLocation | undefined;
}

/** Counts of the answers of one operation, status and variant, apart from their bodies. */
export interface AnswerEntry extends AnswerKey {
  readonly kind: "answer";
  readonly answers: number;
  /** Number of answers with each header. */
  readonly headers: ReadonlyMap<string, number>;
  /** Announced rate limits, `x-ratelimit-limit: 5000`. */
  readonly rates: ReadonlyMap<string, number>;
  readonly forms: Readonly<Partial<Record<BodyForm, number>>>;
  /** Counts by latency class (see latency-class.ts). */
  readonly latencies: ReadonlyMap<number, number>;
}

/** The statuses of a probe's answers. */
export interface ProbeEntry {
  readonly kind: "probe";
  readonly interface: InterfaceName;
  readonly operation: string;
  /** The credential's name and a hash of the request; the same in every run. */
  readonly probe: string;
  readonly statuses: ReadonlyMap<number, number>;
}

export type ShapeEntry = LocationEntry | AnswerEntry | ProbeEntry;
