/** A reference of one table to another, with what a deletion or a change there does to it. */
export interface Reference {
  readonly table: string;
  readonly target: string;
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** The tables of a store, as its schema tells them. */
export interface Schema {
  readonly tables: readonly string[];
  readonly references: readonly Reference[];
  /** Whether there is a trigger or a view: then a statement may touch what its text does not name. */
  readonly isIndirect: boolean;
}

/** Which tables a statement has to do with, by its text. Undefined is any: nobody can tell. */
export interface TableMap {
  /** The tables that a query may read. */
  readBy(text: string): readonly string[] | undefined;
  /** The tables in which a statement may change rows. */
  changedBy(text: string): readonly string[] | undefined;
}

/** What a reference does that leaves the other table alone. */
const idle: ReadonlySet<string> = new Set(["NO ACTION", "RESTRICT"]);

const change = /^\s*(insert into|update|delete from)\s+(\w+)(?=[\s(]|$)/;

export const createTableMap = ({ tables, references, isIndirect }: Schema): TableMap => {
  const known = new Set(tables);
  /** The table and all that a deletion or a change in it goes on to. */
  const reached = (table: string, action: "onDelete" | "onUpdate"): readonly string[] => {
    const all = new Set([table]);
    for (const one of all)
      for (const reference of references)
        if (reference.target === one && !idle.has(reference[action])) all.add(reference.table);
    return [...all];
  };
  return {
    readBy: (text) => {
      if (isIndirect || /\b(?:pragma|sqlite)_/.test(text)) return undefined;
      const named = [...new Set(text.match(/\w+/g))].filter((word) => known.has(word));
      return named.length === 0 ? undefined : named;
    },
    changedBy: (text) => {
      const [, verb, table = ""] = change.exec(text) ?? [];
      if (isIndirect || !known.has(table)) return undefined;
      if (verb === "insert into") return [table];
      return reached(table, verb === "update" ? "onUpdate" : "onDelete");
    },
  };
};
