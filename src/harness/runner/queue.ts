/** What is judged: by fact, how often by each judge. */
export type Judged = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What a run may ask next: a check, or the next portion of what it picks from. */
export interface Work {
  readonly check: string;
  /** 0 for the first one. */
  readonly portion: number;
  /** Phases follow one another; the works of one may be asked in any order. */
  readonly phase: number;
  /** Requests that it takes in any case. */
  readonly cost: number;
  /** Requests, each by a text of its own, that it takes where nobody has asked them before. */
  readonly needs: ReadonlySet<string>;
  readonly gains: Judged;
  /** Judges what consumers use. */
  readonly isFirst: boolean;
  /** How often earlier runs have asked for all of it. */
  readonly earlier: number;
}

/** What was asked in a run, and judged by that. */
export interface Seen {
  readonly asked: ReadonlySet<string>;
  readonly judged: Judged;
}

/** What comes next. */
export interface Next {
  /** Of one phase: all of it in order of worth where nothing of it is left out, else what is worth most. */
  readonly works: readonly Work[];
  /** Requests that later phases need. */
  readonly reserve: number;
}

interface Seeing {
  readonly asked: Set<string>;
  readonly judged: Map<string, Map<string, number>>;
}

const copyOf = ({ asked, judged }: Seen): Seeing => ({
  asked: new Set(asked),
  judged: new Map([...judged].map(([fact, judges]) => [fact, new Map(judges)])),
});

const note = ({ asked, judged }: Seeing, { needs, gains }: Pick<Work, "needs" | "gains">): void => {
  for (const one of needs) asked.add(one);
  for (const [fact, judges] of gains) {
    const known = judged.get(fact) ?? new Map<string, number>();
    judged.set(fact, known);
    for (const [judge, times] of judges) known.set(judge, (known.get(judge) ?? 0) + times);
  }
};

/** The same with what a work asks and judges. */
export const plusWork = (seen: Seen, work: Pick<Work, "needs" | "gains">): Seen => {
  const all = copyOf(seen);
  note(all, work);
  return all;
};

/** What a work judges that was not judged before. */
interface Worth {
  /** Facts that nothing has judged. */
  readonly facts: number;
  /** With what is judged once more: each time is worth less, and less where earlier runs have asked for it. */
  readonly sum: number;
}

/** A fact that nothing has judged, beside what is judged once more. */
const worthOfFact = 10;

const worthIn = ({ gains, earlier }: Work, judged: Judged): Worth => {
  let facts = 0;
  let times = 0;
  for (const [fact, judges] of gains) {
    const known = judged.get(fact);
    if (known === undefined) facts += 1;
    for (const [judge, count] of judges) {
      const before = known?.get(judge) ?? 0;
      times += Math.log((1 + before + count) / (1 + before));
    }
  }
  return { facts, sum: facts * worthOfFact + times / (1 + earlier) };
};

/** Requests that works take together. */
export const costOfAll = (works: readonly Work[]): number =>
  works.reduce((sum, { cost }) => sum + cost, new Set(works.flatMap(({ needs }) => [...needs])).size);

/** Requests that a work takes beside those that were asked before. */
const costIn = ({ cost, needs }: Pick<Work, "cost" | "needs">, asked: Seen["asked"]): number => {
  let sum = cost;
  for (const one of needs) if (!asked.has(one)) sum += 1;
  return sum;
};

interface Rated extends Worth {
  readonly work: Work;
  readonly cost: number;
}

/**
 * What consumers use comes first, then what judges facts that nothing has judged, then what is worth more for a request,
 * takes fewer, or was asked less by earlier runs.
 */
const compare = (one: Rated, other: Rated): number =>
  Number(other.work.isFirst) - Number(one.work.isFirst) ||
  Number(other.facts > 0) - Number(one.facts > 0) ||
  other.sum * (one.cost || 1) - one.sum * (other.cost || 1) ||
  one.cost - other.cost ||
  one.work.earlier - other.work.earlier;

/**
 * What is worth most of what is waiting, as far as so many requests pay for it: in an order in which what comes next
 * judges most, for a request, that nothing before it has judged. What does not fit is left.
 *
 * A covering problem with costs, solved greedily. This, or the best single work that fits, judges at least
 * (1 − 1/e) / 2 of the facts that the best choice does (Khuller, Moss and Naor 1999).
 */
const choose = (waiting: readonly Work[], left: number, seen: Seen): readonly Rated[] => {
  const now = copyOf(seen);
  const rest = new Set(waiting);
  const chosen: Rated[] = [];
  let free = left;
  for (;;) {
    let best: Rated | undefined;
    for (const work of rest) {
      const cost = costIn(work, now.asked);
      if (cost > free) continue;
      const rated = { work, cost, ...worthIn(work, now.judged) };
      if (best === undefined || compare(rated, best) < 0) best = rated;
    }
    if (best === undefined) return chosen;
    chosen.push(best);
    rest.delete(best.work);
    free -= best.cost;
    note(now, best.work);
  }
};

/** What a run asks next, so that all that it can still ask is worth most; undefined where nothing fits. */
export const next = (waiting: readonly Work[], left: number, seen: Seen): Next | undefined => {
  const chosen = choose(waiting, left, seen);
  const phase = Math.min(...chosen.map(({ work }) => work.phase));
  const now = chosen.filter(({ work }) => work.phase === phase);
  const [first] = now;
  if (first === undefined) return undefined;
  const isWhole = waiting.every(
    (work) => work.phase !== phase || (work.portion === 0 && now.some((one) => one.work === work)),
  );
  return {
    works: (isWhole ? now : [first]).map(({ work }) => work),
    reserve: chosen.reduce((sum, { work, cost }) => (work.phase > phase ? sum + cost : sum), 0),
  };
};
