/**
 * Variants of a secret that must be refused: truncated, in the other letter case or percent-encoded, Basic credentials or parts of them,
 * or a JSON Web Token without signature, with the signature of another token, or with a header that claims none is
 * needed.
 */
export type Disguise =
  | "truncated"
  | "other-case"
  | "percent-encoded"
  | "basic-user"
  | "basic-both"
  | "basic-password"
  | "jwt-unsigned"
  | "jwt-alg-none"
  | "jwt-other-signature"
  | "jwt-foreign-signature"
  | "jwt-other-claims";

interface Disguised {
  readonly disguise?: Disguise;
  /** Dotted config path of the token whose signature it carries. */
  readonly signedAs?: string;
}

/**
 * A value that must never be written anywhere, with a name that replaces it in findings, curl lines and logs. A
 * configured secret is a reference that only the transport resolves; a learned one (a token from a response) carries
 * its value.
 */
export type Secret =
  | (Disguised & {
      readonly kind: "configured";
      /** Dotted config path, for example `shop.credentials.apiKey`. */ readonly name: string;
    })
  | (Disguised & {
      readonly kind: "learnt";
      readonly name: string;
      readonly value: string;
      /** A name that the target lists: shown if it is a field's. */
      readonly isListed?: true;
      /** Stands for a JSON value that is not a text. */
      readonly isJson?: true;
      /** The field that holds it in an answer. */
      readonly field?: string;
      /** Appended to it. */
      readonly suffix?: string;
    });

export type LearntSecret = Extract<Secret, { readonly kind: "learnt" }>;

export const configured = (name: string, disguise?: Disguise): Secret => ({
  kind: "configured",
  name,
  ...(disguise === undefined ? {} : { disguise }),
});

export const learnt = (name: string, value: string): LearntSecret => ({ kind: "learnt", name, value });

/** The value of a field of a record in a body: evidence shows its name. */
export const learntValue = (name: string, value: unknown, field: string): LearntSecret => ({
  ...learnt(name, String(value)),
  ...(typeof value === "string" ? {} : { isJson: true }),
  field,
});

/** A name that the target lists: evidence shows it if it is the name of a field, since an organization may have made it. */
export const listedName = (name: string, value: string, suffix = ""): LearntSecret => ({
  ...learnt(name, value),
  isListed: true,
  ...(suffix === "" ? {} : { suffix }),
});

export const isSecret = (value: unknown): value is Secret =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  (value.kind === "configured" || value.kind === "learnt") &&
  "name" in value;

/** The shell variable that stands for a secret: `shop.credentials.apiKey` becomes `$SHOP_API_KEY`. */
export const shellName = (name: string): string =>
  `$${name
    .replace(".credentials.", ".")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase()}`;

/** Message for a credential refused by the target. @param shown its name in output, as `$SHOP_API_KEY` */
export const refusedCredential = (path: string, shown: string): string =>
  `${path} was refused (401). Check ${shown.replace(/^\$/, "")}.`;
