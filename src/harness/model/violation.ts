/** Which rule a value breaks; part of the fingerprint, so a rename is a breaking change. */
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

/** One location in a value that breaks a documented schema, without the value itself. */
/** What several violations have in common, whatever their locations and figures: reports show them as one defect. */
export interface Cause {
  /** Written behind their number: `fields are in PascalCase`. */
  readonly what: string;
  /** What this one adds: `contactType → ContactType`. */
  readonly item: string;
}

export interface SchemaViolation {
  /** JSON pointer (RFC 6901) into the value. */
  readonly pointer: string;
  readonly rule: Rule;
  readonly expected: string;
  /** The shape of what is there (`string(12)`, `null`, `array(3)`), never its content. */
  readonly actual: string;
  /** A sentence a person understands. */
  readonly message: string;
  /** The facts annotated nearest to the broken schema, possibly none. */
  readonly facts: readonly string[];
}
