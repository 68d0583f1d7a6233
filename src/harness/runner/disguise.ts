import type { Disguise } from "../model/secret.ts";

const base64Url = (text: string): string => Buffer.from(text).toString("base64url");

const lastTurned = (text: string): string => `${text.slice(0, -1)}${text.endsWith("A") ? "B" : "A"}`;

/** A claim more, before all others, so that the claims are as readable as before. */
const withOneClaimMore = (claims: string): string =>
  base64Url(Buffer.from(claims, "base64url").toString("utf8").replace("{", '{"role":"administrator",'));

/** What is written in one case, as hexadecimal numbers are, may mean the same in the other. */
const hasBothCases = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text);

const inOtherCase = (text: string): string =>
  text.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters === letters.toLowerCase() ? letters.toUpperCase() : letters.toLowerCase(),
  );

/** Without its end, of several characters: of a token in base 64 the last one alone may hold nothing. */
const cutOff = (secret: string): string => secret.slice(0, -3);

const disguises: Readonly<Record<Disguise, (secret: string, other: string) => string>> = {
  truncated: cutOff,
  "other-case": (secret) => (hasBothCases(secret) ? inOtherCase(secret) : cutOff(secret)),
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

/**
 * A secret made into what must be refused; of one that is no JSON Web Token its parts are taken for those of one.
 * @param other the token whose signature it may bear
 */
export const disguised = (secret: string, disguise: Disguise, other = ""): string =>
  disguises[disguise](secret, other);

/** What stands for it in output: `$VOLUNTEER_TOKEN` becomes `$VOLUNTEER_TOKEN_JWT_ALG_NONE`. */
export const disguisedName = (name: string, disguise: Disguise): string =>
  `${name}_${disguise.replaceAll("-", "_").toUpperCase()}`;
