import type { Share } from "../model/drift.ts";
import type { Impact } from "../model/impact.ts";
import type { Nature } from "./confidence.ts";
import type { FieldTraits } from "./field-traits.ts";
import type { SampledRecords } from "./sampled-records.ts";
import type { Subject } from "./subject.ts";

/** What one run shows of one possible change. */
export interface Signal {
  readonly subject: Subject;
  readonly variant: string;
  readonly nature: Nature;
  readonly impact: Impact;
  /** Samples before; `count` of them showed it already, which is none for a first sight. */
  readonly past: Share;
  readonly current: Share;
  /** The records that its samples are of; absent where every sample is another one. */
  readonly records?: SampledRecords;
  /** Whether a run alone may show it by the load of a machine: another one must show it, too. */
  readonly isPassing?: boolean;
  /** The chance of it without a change, where a first sight is not what it is about. */
  readonly chance?: number;
  readonly before: string;
  readonly now: string;
  readonly documented?: string;
  /** Of a field that came or went, at first sight. */
  readonly traits?: FieldTraits;
}

/** What is known of the changes that were noticed in earlier runs. */
export interface KnownChanges {
  /** Whether this change was noticed and is not part of the baseline. */
  has(subject: Subject): boolean;
  /** Whether it was reported, so that what shows it must not enter the baseline. */
  isReported(subject: Subject): boolean;
  /** Whether any was noticed at locations with this pointer. */
  isAnyAt(pointer: string): boolean;
}
