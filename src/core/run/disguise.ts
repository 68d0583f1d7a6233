import type { Disguise } from "../model/secret.ts";

const base64Url = (text: string): string => Buffer.from(text).toString("base64url");

const lastTurned = (text: string): string => `${text.slice(0, -1)}${text.endsWith("A") ? "B" : "A"}`;

/** Adds one claim before all others, so that the claims stay readable. */
const withOneClaimMore = (claims: string): string =>
  base64Url(Buffer.from(claims, "base64url").toString("utf8").replace("{", '{"role":"administrator",'));

/** Text in a single case, such as a hexadecimal number, may mean the same in the other case. */
const hasBothCases = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text);

const inOtherCase = (text: string): string =>
  text.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters === letters.toLowerCase() ? letters.toUpperCase() : letters.toLowerCase(),
  );

/** Cuts several characters off the end: the last one alone may carry no bits of a token in base 64. */
const cutOff = (secret: string): string => secret.slice(0, -3);

const disguises: Readonly<Record<Disguise, (secret: string, other: string) => string>> = {
  truncated: cutOff,
  "other-case": (secret) => (hasBothCases(secret) ? inOtherCase(secret) : cutOff(secret)),
  "percent-encoded": (secret) => Buffer.from(secret).toString("hex").replaceAll(/../g, "%$&"),
  "basic-both": (secret) => Buffer.from(`${secret}:${secret}`).toString("base64"),
  "basic-user": (secret) => Buffer.from(`${secret}:`).toString("base64"),
  "basic-password": (secret) => Buffer.from(`user:${secret}`).toString("base64"),
  "jwt-unsigned": (secret) => `${jwtOf(secret).signed}.`,
  "jwt-alg-none": (secret) => `${base64Url('{"alg":"none","typ":"JWT"}')}.${jwtOf(secret).claims}.`,
  "jwt-other-signature": (secret) => {
    const { signed, signature } = jwtOf(secret);
    return `${signed}.${[...signature].toReversed().map(lastTurned).join("")}`;
  },
  "jwt-foreign-signature": (secret, other) => {
    const { signed, signature } = jwtOf(secret);
    const foreign = jwtOf(other).signature;
    return foreign === signature ? disguises["jwt-other-signature"](secret, other) : `${signed}.${foreign}`;
  },
  "jwt-other-claims": (secret) => {
    const { header, claims, signature } = jwtOf(secret);
    return `${header}.${withOneClaimMore(claims)}.${signature}`;
  },
};

const jwtOf = (secret: string) => {
  const [header = "", claims = "", signature = ""] = secret.split(".");
  return { header, claims, signature, signed: `${header}.${claims}` };
};

/** A secret that must be refused, maybe with the signature of another; made-up parts complete a JSON Web Token. */
export const disguised = (secret: string, disguise: Disguise, other = ""): string =>
  disguises[disguise](secret, other);

/** Name of the disguised secret in output: `$VOLUNTEER_TOKEN` becomes `$VOLUNTEER_TOKEN_JWT_ALG_NONE`. */
export const disguisedName = (name: string, disguise: Disguise): string =>
  `${name}_${disguise.replaceAll("-", "_").toUpperCase()}`;

/** A field of a JSON Web Token, or several, as awk prints them. */
const printed = (name: string, program: string): string => `$(printf %s "$${name}" | awk -F. '{${program}}')`;

const shellWords: Readonly<Record<Disguise, (name: string, other: string) => string>> = {
  truncated: (name) => `"\${${name}%???}"`,
  "other-case": (name) =>
    `$(case "$${name}" in (*[a-z]*[A-Z]*|*[A-Z]*[a-z]*) printf %s "$${name}" | tr a-zA-Z A-Za-z;; (*) printf %s "\${${name}%???}";; esac)`,
  "percent-encoded": (name) => `$(printf %s "$${name}" | od -An -v -tx1 | tr -d '\\n' | tr -s ' ' %)`,
  "basic-both": (name) => `$(printf %s:%s "$${name}" "$${name}" | base64 | tr -d '\\n')`,
  "basic-user": (name) => `$(printf %s: "$${name}" | base64 | tr -d '\\n')`,
  "basic-password": (name) => `$(printf user:%s "$${name}" | base64 | tr -d '\\n')`,
  "jwt-unsigned": (name) => printed(name, 'print $1 "." $2 "."'),
  "jwt-alg-none": (name) => printed(name, `print "${base64Url('{"alg":"none","typ":"JWT"}')}." $2 "."`),
  "jwt-other-signature": (name) =>
    printed(
      name,
      'for (i = length($3); i > 0; i--) s = s (substr($3, i, 1) == "A" ? "B" : "A"); print $1 "." $2 "." s',
    ),
  "jwt-foreign-signature": (name, other) =>
    `${printed(name, 'print $1 "." $2')}.${printed(other, "print $3")}`,
  "jwt-other-claims": (name) =>
    [
      printed(name, "print $1"),
      `$(printf %s "$${name}" | awk -F. '{print $2 "=="}' | tr '_-' '/+' | base64 -d 2>/dev/null | sed '1s/{/{"role":"administrator",/' | base64 | tr -d '=\\n' | tr '/+' '_-')`,
      printed(name, "print $3"),
    ].join("."),
};

/** A shell word that makes the disguised secret of another variable, or of two. */
export const disguisedInShell = (name: string, disguise: Disguise, other = name): string =>
  shellWords[disguise](name, other);
