export interface MetricPoint {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Metric {
  /** Letters and underscores, with its unit at the end: `tripact_drift_last_run_timestamp_seconds`. */
  readonly name: string;
  readonly help: string;
  /** The OpenTelemetry unit (UCUM): `s`, `{run}`. */
  readonly unit: string;
  readonly points: readonly MetricPoint[];
}
