/** The broken rule; part of the fingerprint, so renaming one is a breaking change. */
export type Rule =
  | "missing"
  | "null"
  | "type"
  | "format"
  | "enum"
  | "range"
  | "length"
  | "extra"
  | "shape"
  | "status"
  | "header"
  | "relation";

/** What several violations have in common, regardless of locations and figures: reports show them as one defect. */
export interface Cause {
  /** Follows their count: `fields are in PascalCase`. */
  readonly what: string;
  /** Detail of this violation: `contactType → ContactType`. */
  readonly item: string;
}

/** One location in a value that breaks a documented schema, without the value itself. */
export interface SchemaViolation {
  /** JSON pointer (RFC 6901) into the value. */
  readonly pointer: string;
  readonly rule: Rule;
  readonly expected: string;
  /** Shape of the actual value (`string(12)`, `null`, `array(3)`), never its content. */
  readonly actual: string;
  /** A readable sentence. */
  readonly message: string;
  /** The facts annotated nearest to the broken schema, possibly none. */
  readonly facts: readonly string[];
  /** Of a note about the violations beside it; otherwise the fact decides. */
  readonly severity?: "info";
}
