/**
 * Words and values of a platform that are nobody's data, beside those that its OpenAPI documents list. What is here may
 * be written, whoever's record it is in.
 */
export interface PublicTerms {
  /** Words that names of fields are made of, in lower case. */
  readonly fieldWords: readonly string[];
  /** Words of addresses, in lower case. */
  readonly pathWords: readonly string[];
  /** Values that mean something to a check. */
  readonly values: readonly string[];
  /** Properties of requests whose numbers page, or name what is asked for; in lower case. */
  readonly plainNumbers: readonly string[];
  /** Properties whose texts are names of fields; in lower case. */
  readonly fieldReferences: readonly string[];
  /** Properties that hold moments of a credential's life, which are compared with each other; in lower case. */
  readonly credentialMoments: readonly string[];
}
