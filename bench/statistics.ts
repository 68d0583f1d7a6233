const at = (sorted: readonly number[], part: number): number => {
  const rank = (sorted.length - 1) * part;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
};

export interface Summary {
  readonly value: number;
  readonly spread: number;
  readonly runs: number;
}

/** The median of some figures, with the spread of their middle half. */
export const summarize = (figures: readonly number[]): Summary => {
  const sorted = figures.toSorted((left, right) => left - right);
  const value = at(sorted, 0.5);
  return { value, spread: (at(sorted, 0.75) - at(sorted, 0.25)) / 2 / value, runs: figures.length };
};

/** Runs things in turn, so that a disturbance affects all of them. */
export const interleaved = async <Name extends string>(
  runs: number,
  things: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, Summary>> => {
  const names = Object.keys(things) as Name[]; // The keys of this record.
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1)
    for (const name of names) figures.get(name)?.push(await things[name]());
  const summaries = names.map((name) => [name, summarize(figures.get(name) ?? [])] as const);
  return Object.fromEntries(summaries) as Record<Name, Summary>; // One for each name.
};
