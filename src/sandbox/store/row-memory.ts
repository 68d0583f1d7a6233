/** How many reads are remembered at most. */
const capacity = 1000;

/** What one query found, by its parameters. */
export interface Findings {
  /** The tables that it was read from. */
  readonly tables: readonly string[];
  readonly found: Map<string, unknown>;
}

/** What was read lately, each until a table that it was read from changes. */
export interface RowMemory {
  /** A place for what a query over these tables finds. */
  findings(tables: readonly string[]): Findings;
  /** Keeps what was read; where there is too much, everything older goes. */
  keep(findings: Findings, key: string, read: unknown): void;
  /** To be called when rows of these tables change; without tables, when anything may have. */
  forget(tables?: readonly string[]): void;
}

export const createRowMemory = (): RowMemory => {
  /** Findings that hold something, by each of their tables. */
  const holders = new Map<string, Set<Findings>>();
  let size = 0;
  const empty = ({ found }: Findings): void => {
    size -= found.size;
    found.clear();
  };
  const forgetAll = (): void => {
    for (const holding of holders.values()) holding.forEach(empty);
    holders.clear();
  };
  return {
    findings: (tables) => ({ tables, found: new Map() }),
    keep: (findings, key, read) => {
      if (size >= capacity) forgetAll();
      if (findings.found.size === 0)
        for (const table of findings.tables) {
          const holding = holders.get(table);
          if (holding === undefined) holders.set(table, new Set([findings]));
          else holding.add(findings);
        }
      findings.found.set(key, read);
      size += 1;
    },
    forget: (tables) => {
      if (tables === undefined) return forgetAll();
      for (const table of tables) {
        const holding = holders.get(table);
        if (holding === undefined || holding.size === 0) continue;
        holding.forEach(empty);
        holding.clear();
      }
    },
  };
};
