/** The OpenAPI documents on one location in a body: names, types and values. */
export interface DocumentedLocation {
  readonly types?: readonly string[];
  readonly format?: string;
  readonly fields?: Readonly<Record<string, DocumentedLocation>>;
  readonly required?: readonly string[];
  /** The location below every name, if the object is a map. */
  readonly map?: DocumentedLocation;
  readonly items?: DocumentedLocation;
  /** Values listed in the OpenAPI documents, as the only ones or as examples. */
  readonly values?: readonly (string | number)[];
  /** Whether they are the only ones. */
  readonly closed?: boolean;
}
