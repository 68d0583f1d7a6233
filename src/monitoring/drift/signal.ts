import type { Share } from "../../core/model/drift.ts";
import type { Impact } from "../../core/model/impact.ts";
import type { Nature } from "./confidence.ts";
import type { FieldTraits } from "./field-traits.ts";
import type { SampledRecords } from "./sampled-records.ts";
import type { Subject } from "./subject.ts";

/** Evidence of one run on one possible change. */
export interface Signal {
  readonly subject: Subject;
  readonly variant: string;
  readonly nature: Nature;
  readonly impact: Impact;
  /** Earlier samples; `count` of them showed it already, none at first sight. */
  readonly past: Share;
  readonly current: Share;
  /** The records behind its samples; absent if every sample is a different one. */
  readonly records?: SampledRecords;
  /** Whether the load of a machine may cause it in a single run, so that another run must show it, too. */
  readonly isPassing?: boolean;
  /** Its chance without a change, if it is not about a first sight. */
  readonly chance?: number;
  readonly before: string;
  readonly now: string;
  readonly documented?: string;
  /** Traits of an added or removed field, at first sight. */
  readonly traits?: FieldTraits;
}

/** The changes noticed in earlier runs. */
export interface KnownChanges {
  /** Whether this change was noticed and is not part of the history. */
  has(subject: Subject): boolean;
  /** Whether it was reported, so that its evidence must not enter the history. */
  isReported(subject: Subject): boolean;
  /** Whether any was noticed at locations with this pointer. */
  isAnyAt(pointer: string): boolean;
}
