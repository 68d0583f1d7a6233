/** Separates field names from keys that may be personal data, such as the keys of a map by people's names. */
export interface FieldNames {
  /** Whether the OpenAPI documents list the name, in any spelling, or it consists of words common in field names. */
  isField(name: string): boolean;
  /**
   * Whether it consists of words, but not all common in field names: a new field, or a person. Ask
   * privacy/kept-names.ts before keeping it.
   */
  isDoubtful(name: string): boolean;
  /** The name as counted for now: fields and doubtful names stay, any other key is masked. */
  counted(name: string): string;
  /** Whether a header name (lowercase) consists of words common in names of headers and fields. */
  isHeader(name: string): boolean;
}
