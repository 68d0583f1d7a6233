/** What the OpenAPI documents say of one location in a body: the names, types and values they list there. */
export interface DocumentedLocation {
  readonly types?: readonly string[];
  readonly format?: string;
  readonly fields?: Readonly<Record<string, DocumentedLocation>>;
  readonly required?: readonly string[];
  /** What is under every name, where an object is a map. */
  readonly map?: DocumentedLocation;
  readonly items?: DocumentedLocation;
  /** Values that the OpenAPI documents list as the only ones, or as examples. */
  readonly values?: readonly (string | number)[];
  /** Whether they are the only ones. */
  readonly closed?: boolean;
}
