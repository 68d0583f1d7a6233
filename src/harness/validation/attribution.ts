/** The facts that the schemas of one interface are annotated with. */
export interface SchemaFacts {
  /** By schema path below `#/$defs/`. */
  readonly byPath: Readonly<Record<string, readonly string[]>>;
  /** Facts about how a scalar is written. A null is not badly written: the model that holds it is to blame. */
  readonly notation: ReadonlySet<string>;
}

/**
 * The facts annotated at the longest schema path that leads to `schemaPath`; undefined when none is. For a null where
 * none is stated, facts about a scalar's notation are passed over in favour of the enclosing model's, if there is one.
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
