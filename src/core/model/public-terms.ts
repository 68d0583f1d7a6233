/**
 * Platform words and values that are not personal data, in addition to those in the OpenAPI documents. They may be
 * written even if a record contains them.
 */
export interface PublicTerms {
  /** Lowercase words used in field names. */
  readonly fieldWords: readonly string[];
  /** Lowercase words that may appear in a URL. */
  readonly pathWords: readonly string[];
  /** Values that matter to a check. */
  readonly values: readonly string[];
  /** Request properties whose numbers page or select something; lowercase. */
  readonly plainNumbers: readonly string[];
  /** Properties whose texts are field names; lowercase. */
  readonly fieldReferences: readonly string[];
  /** Properties with timestamps of a credential's life, which are compared with each other; lowercase. */
  readonly credentialMoments: readonly string[];
}
