/**
 * What is made of a secret that must then be refused: one without its last characters or in the other letter case, Basic
 * credentials or a part of them, or a JSON Web Token without a signature, with the signature of something else, or with
 * one that its own header says is not needed.
 */
export type Disguise =
  | "truncated"
  | "other-case"
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
  /** The dotted config path of the token whose signature it bears. */
  readonly signedAs?: string;
}

/**
 * A value that must never be written anywhere, carried with the name that stands for it in findings,
 * curl lines and logs. A configured secret is a reference that only the transport resolves; a learnt one
 * (a token from a response) carries its value.
 */
export type Secret =
  | (Disguised & {
      readonly kind: "configured";
      /** Dotted config path, for example `shop.credentials.apiKey`. */ readonly name: string;
    })
  | (Disguised & { readonly kind: "learnt"; readonly name: string; readonly value: string });

export const configured = (name: string, disguise?: Disguise): Secret => ({
  kind: "configured",
  name,
  ...(disguise === undefined ? {} : { disguise }),
});

export const learnt = (name: string, value: string): Secret => ({ kind: "learnt", name, value });

/** Narrows a call's field to a secret. */
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

/** What to say of a credential that a target refuses. @param shown what stands for it in output, as `$SHOP_API_KEY` */
export const refusedCredential = (path: string, shown: string): string =>
  `${path} was refused (401). Check ${shown.replace(/^\$/, "")}.`;
