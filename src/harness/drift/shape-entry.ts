import type { InterfaceName } from "../model/interface-name.ts";
import type { CardinalitySketch } from "./cardinality-sketch.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { BodyForm } from "./error-form.ts";
import type { TextClass } from "./text-class.ts";
import type { Variant } from "./variant.ts";

export const jsonTypes = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** `number` is one with a fraction. */
export type JsonType = (typeof jsonTypes)[number];

interface AnswerKey {
  readonly interface: InterfaceName;
  readonly operation: string;
  readonly status: number;
  readonly variant: Variant;
}

/** What was seen at one location of a body. Counts only; texts are names of fields or what the OpenAPI documents list. */
export interface LocationEntry extends AnswerKey {
  readonly kind: "location";
  /** JSON pointer; `*` is any item of an array, or any name of an object that is used as a map. */
  readonly pointer: string;
  /** How many objects (or arrays' items) could have held it; for the body itself, how many bodies were JSON. */
  readonly parents: number;
  /** How many times it was there, null included; `parents - seen` is how many times it was absent. */
  readonly seen: number;
  readonly types: Readonly<Partial<Record<JsonType, number>>>;
  readonly textForms: Readonly<Partial<Record<TextClass, number>>>;
  /** From a class of size (see size-class.ts) to a count: of texts, of arrays, of numbers. */
  readonly lengths: ReadonlyMap<number, number>;
  readonly sizes: ReadonlyMap<number, number>;
  readonly numbers: ReadonlyMap<number, number>;
  /** Counts of values that the OpenAPI documents list; where they list none, of digests of texts that take few values. */
  readonly values: ReadonlyMap<string | number, number>;
  /** How many values were none of those; where none are listed, texts that take many values. */
  readonly otherValues: number;
  /** About how many different records the nearest record around it was; undefined where they have no id. */
  readonly records: number | undefined;
  /** Where those records are, the sketch of their ids and how many times any was seen. */
  readonly record:
    | { readonly pointer: string; readonly sketch: CardinalitySketch; readonly objects: number }
    | undefined;
  /** Whether it stands for many names, so that its absence says nothing. */
  readonly isAny: boolean;
  readonly documented: DocumentedLocation | undefined;
  /** What the OpenAPI documents say of the object that holds it. */
  readonly parent: DocumentedLocation | undefined;
}

/** What was seen of the answers of one operation, status and variant besides their bodies. */
export interface AnswerEntry extends AnswerKey {
  readonly kind: "answer";
  readonly answers: number;
  /** From a header's name to how many answers had it. */
  readonly headers: ReadonlyMap<string, number>;
  /** Announced rate limits, `x-ratelimit-limit: 5000`. */
  readonly rates: ReadonlyMap<string, number>;
  readonly forms: Readonly<Partial<Record<BodyForm, number>>>;
  /** From a class of latency (see latency-class.ts) to a count. */
  readonly latencies: ReadonlyMap<number, number>;
}

/** The statuses that one way of asking was answered with. */
export interface ProbeEntry {
  readonly kind: "probe";
  readonly interface: InterfaceName;
  readonly operation: string;
  /** The credential's name and a hash of what was asked for; the same in every run. */
  readonly probe: string;
  readonly statuses: ReadonlyMap<number, number>;
}

export type ShapeEntry = LocationEntry | AnswerEntry | ProbeEntry;
