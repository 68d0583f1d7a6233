/** The limit of a figure: a bound on itself, or on its ratio to the peer measured beside it. */
export interface Limit {
  readonly on: "value" | "ratio";
  readonly at: "most" | "least";
  readonly bound: number;
}

/** One measured figure beside its peer. */
export interface Figure {
  /** For example `check, whole process`. */
  readonly what: string;
  readonly unit: string;
  /** Medians of at least five runs, unless `runs` says otherwise. */
  readonly value: number;
  /** Half the distance between the quartiles, relative to the median. */
  readonly spread: number;
  readonly runs: number;
  readonly peer?: { readonly name: string; readonly value: number };
  readonly limit: Limit;
  readonly note?: string;
}

/** One row of the benchmark: what it measures and how. */
export interface Measure {
  readonly id: string;
  readonly title: string;
  measure(context: BenchContext): Promise<readonly Figure[]>;
}

export interface BenchContext {
  /** The project's root folder, with a trailing slash. */
  readonly root: string;
  /** An empty folder that is removed afterwards. */
  readonly scratch: string;
  /** Number of runs for a median; at least five unless `--quick`. */
  readonly runs: number;
  /** 1 for the full figures, less for a trial. */
  readonly scale: number;
  /** Whether peers are fetched and run. */
  readonly peers: boolean;
  note(line: string): void;
}

export const ratioOf = ({ value, peer }: Figure): number | undefined =>
  peer === undefined ? undefined : value / peer.value;

/** Whether a figure meets its limit; undefined if it has no peer to compare with. */
export const isMet = (figure: Figure): boolean | undefined => {
  const { limit } = figure;
  const measured = limit.on === "value" ? figure.value : ratioOf(figure);
  if (measured === undefined) return undefined;
  return limit.at === "most" ? measured <= limit.bound : measured >= limit.bound;
};
