/** A measured value; its labels say of what. */
export interface MetricPoint {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is measured, as it is now: a gauge. */
export interface Metric {
  /** Letters and underscores, with its unit at the end: `tripact_drift_last_run_timestamp_seconds`. */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  /** As OpenTelemetry has it (UCUM): `s`, `{run}`. */
  readonly unit: string;
  readonly points: readonly MetricPoint[];
}
