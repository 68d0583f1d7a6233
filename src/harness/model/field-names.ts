/** Distinguishes names of fields from keys that may be somebody's data: a map has names of people for its keys. */
export interface FieldNames {
  /**
   * Whether the OpenAPI documents list the name, in whatever spelling, or all its words are such as fields are called
   * by.
   */
  isField(name: string): boolean;
  /**
   * Whether it is made of words of which not all are such: the name of a field that is new, or of a person. Whoever
   * keeps it must ask privacy/kept-names.ts.
   */
  isDoubtful(name: string): boolean;
  /** The name as it may be counted for the time being: fields and doubtful names stay, any other key becomes a mask. */
  counted(name: string): string;
  /** Whether all words of a header's name (lower case) are such as headers and fields are called by. */
  isHeader(name: string): boolean;
}
