/** The facts annotated in the schemas of one interface. */
export interface SchemaFacts {
  /** By schema path below `#/$defs/`. */
  readonly byPath: Readonly<Record<string, readonly string[]>>;
  /** Facts about the notation of a scalar. They do not cover null: the enclosing model is to blame for it. */
  readonly notation: ReadonlySet<string>;
}

/**
 * The facts annotated at the longest prefix of `schemaPath`; undefined if there are none. For a null where none is
 * allowed, facts about a scalar's notation give way to the enclosing model's, if it has any.
 */
export const factsAt = (
  { byPath, notation }: SchemaFacts,
  schemaPath: string,
  isNull: boolean,
): readonly string[] | undefined => {
  let aboutNotation: readonly string[] | undefined;
  for (let path = schemaPath; path.startsWith("#/$defs/"); path = path.slice(0, path.lastIndexOf("/"))) {
    const facts = byPath[path];
    if (facts === undefined) continue;
    if (!isNull || !facts.every((fact) => notation.has(fact))) return facts;
    aboutNotation ??= facts;
  }
  return aboutNotation;
};
