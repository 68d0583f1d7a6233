import { bodyForms } from "./error-form.ts";
import type { DocumentedLocation } from "../model/documented-location.ts";
import type { FieldNames } from "../model/field-names.ts";
import { latencyClasses } from "./latency-class.ts";
import { LocationCounts } from "./location-counts.ts";
import type { ValueDigest } from "./value-digest.ts";

const addTo = (into: Map<string, number>, name: string, count: number): void => {
  into.set(name, (into.get(name) ?? 0) + count);
};

/** Limit of header names; beyond it all are counted under one, because a server may invent any number. */
const maxNames = 400;

/** Counts by name; beyond the limit, further names are counted under `*`. */
export class NameCounts {
  readonly counts = new Map<string, number>();
  folded = false;

  add(name: string, count: number): void {
    addTo(this.counts, this.folded ? "*" : name, count);
    if (!this.folded && this.counts.size > maxNames) this.fold();
  }

  private fold(): void {
    this.folded = true;
    const all = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    this.counts.clear();
    this.counts.set("*", all);
  }

  merge(other: NameCounts): void {
    if (other.folded && !this.folded) this.fold();
    for (const [name, count] of other.counts) this.add(name, count);
  }
}

/** Counts of the answers of one operation, status and variant. */
export class AnswerCounts {
  answers = 0;
  readonly headers = new NameCounts();
  readonly rates = new NameCounts();
  readonly forms: number[] = bodyForms.map(() => 0);
  readonly latencies: number[] = Array.from({ length: latencyClasses }, () => 0);
  readonly body: LocationCounts;

  constructor(
    documented: DocumentedLocation | undefined,
    names: FieldNames,
    digest: ValueDigest | undefined,
  ) {
    this.body = new LocationCounts(documented, names, digest);
  }

  merge(other: AnswerCounts): void {
    this.answers += other.answers;
    this.headers.merge(other.headers);
    this.rates.merge(other.rates);
    for (const [at, count] of other.forms.entries()) this.forms[at] = (this.forms[at] ?? 0) + count;
    for (const [at, count] of other.latencies.entries())
      this.latencies[at] = (this.latencies[at] ?? 0) + count;
    this.body.merge(other.body);
  }
}
