import type { Authorization, SchemeCredential } from "../../core/model/exchange.ts";
import { configured } from "../../core/model/secret.ts";
import type {
  ApiDocument,
  ApiOperation,
  SecurityAlternative,
  SecurityScheme,
} from "../../documents/document.ts";

/** Whose credentials a call presents. */
export type CredentialOwner = "main" | "limited" | "strangers";

const sections: Readonly<Record<CredentialOwner, string>> = {
  main: "",
  limited: "limited.",
  strangers: "strangers.",
};

/** Whether a dotted configuration path has a value. */
type Has = (path: string) => boolean;

const bearerLike = new Set(["oauth2", "openIdConnect"]);

/** How a scheme sends a credential; undefined for a scheme that no text can satisfy, such as mutual TLS. */
const sentBy = (scheme: SecurityScheme): Omit<SchemeCredential, "value"> | undefined => {
  const { type, in: place, parameterName, scheme: http } = scheme;
  if (type === "apiKey" && parameterName !== undefined)
    return place === "header" || place === "query" || place === "cookie"
      ? { in: place, name: parameterName }
      : undefined;
  if (type === "http" && http === "basic")
    return { in: "header", name: "authorization", prefix: "Basic ", isBase64: true };
  if (bearerLike.has(type) || (type === "http" && http === "bearer"))
    return { in: "header", name: "authorization", prefix: "Bearer " };
  return undefined;
};

/** A call of somebody who must be refused, in words. */
export interface Intruder {
  readonly words: string;
  /** Whether the credential is nobody's. */
  readonly isInvented?: true;
  readonly authorization: Authorization;
}

const wrongBasic = "tripact:wrong-password";

/** Texts in place of a right credential, of which each must be refused. */
const wrongParts = (
  part: SchemeCredential,
): readonly (readonly [words: string, part: SchemeCredential])[] => [
  [
    "with a credential that nobody has",
    { ...part, value: part.isBase64 === true ? wrongBasic : "tripact-wrong-credential" },
  ],
  ["with a credential that begins like the right one", { ...part, suffix: "-tripact" }],
];

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether no credential is needed. */
const isOpen = ({ security }: ApiOperation): boolean =>
  security.length === 0 || security.some(({ schemes }) => schemes.length === 0);

type Schemes = Pick<ApiDocument, "securitySchemes">;

/** The credentials that are given, by security scheme. @param headers names of headers that every request carries */
const createParts = (name: string, { securitySchemes }: Schemes, has: Has, headers: readonly string[]) => {
  const extra = headers.map((header): SchemeCredential => ({
    in: "header",
    name: header,
    value: configured(`${name}.headers.${header}`),
  }));

  /** The credential of a scheme; undefined if it is not given. */
  const partOf = (scheme: string, owner: CredentialOwner): SchemeCredential | undefined => {
    const known = securitySchemes.get(scheme);
    const sent = known && sentBy(known);
    if (sent === undefined) return undefined;
    const path = `${name}.credentials.${sections[owner]}${scheme}`;
    if (has(path)) return { ...sent, value: configured(path) };
    return owner === "main" && sent.in === "header"
      ? extra.find((header) => isSameName(header.name, sent.name))
      : undefined;
  };

  /** Headers that are no credential of a scheme. */
  const plain = (): readonly SchemeCredential[] => {
    const used = [...securitySchemes.keys()].flatMap((scheme) => partOf(scheme, "main") ?? []);
    return extra.filter(
      (header) => !used.some((part) => part.in === "header" && isSameName(part.name, header.name)),
    );
  };

  return {
    /** All of an alternative; undefined if one is not given. */
    of: (
      { schemes }: SecurityAlternative,
      owner: CredentialOwner,
    ): readonly SchemeCredential[] | undefined => {
      const parts = schemes.map(({ name: scheme }) => partOf(scheme, owner));
      return parts.every((part) => part !== undefined) ? parts : undefined;
    },
    together: (parts: readonly SchemeCredential[]): Authorization => ({
      kind: "schemes",
      parts: [...plain(), ...parts],
    }),
    /** Of an operation that states no credential: every header that is given, whatever a scheme sends. */
    headers: (): Authorization => ({ kind: "schemes", parts: extra }),
  };
};

type Parts = ReturnType<typeof createParts>;

/** What a caller presents; undefined if a credential is lacking. */
const presented = (
  parts: Parts,
  operation: ApiOperation,
  owner: CredentialOwner,
): Authorization | undefined => {
  const strictest = operation.security.toSorted((one, other) => other.schemes.length - one.schemes.length);
  for (const alternative of strictest) {
    const given = parts.of(alternative, owner);
    if (given !== undefined && given.length > 0) return parts.together(given);
  }
  if (!isOpen(operation)) return undefined;
  return owner === "main" ? parts.headers() : parts.together([]);
};

/** Whether some alternative is satisfied by what is left of another one. */
const suffices = (parts: Parts, rest: readonly SchemeCredential[], { security }: ApiOperation): boolean =>
  security.some((alternative) =>
    parts
      .of(alternative, "main")
      ?.every((part) => rest.some((one) => one.in === part.in && isSameName(one.name, part.name))),
  );

/** Everybody whom an operation must refuse. */
const intrudersOf = (parts: Parts, operation: ApiOperation): readonly Intruder[] => {
  if (isOpen(operation)) return [];
  const alternatives = operation.security.flatMap((alternative) => {
    const given = parts.of(alternative, "main");
    return given === undefined ? [] : [given];
  });
  const wrong = alternatives.flatMap((given) =>
    given.flatMap((part) =>
      wrongParts(part).map(([words, other]): Intruder => ({
        words,
        isInvented: true,
        authorization: parts.together(given.map((one) => (one === part ? other : one))),
      })),
    ),
  );
  const partly = alternatives
    .filter((given) => given.length > 1)
    .flatMap((given) =>
      given
        .map((part) => ({ part, rest: given.filter((one) => one !== part) }))
        .filter(({ rest }) => !suffices(parts, rest, operation))
        .map(({ part, rest }): Intruder => ({
          words: `without ${part.name}, one of several credentials`,
          authorization: parts.together(rest),
        })),
    );
  const limited = presented(parts, operation, "limited");
  return [
    { words: "without a credential", authorization: parts.together([]) },
    ...partly,
    ...wrong,
    ...(limited === undefined ? [] : [{ words: "with a limited credential", authorization: limited }]),
  ];
};

/** What callers of a document's operations present. @param headers names of headers that every request carries */
export const createCredentials = (name: string, document: Schemes, has: Has, headers: readonly string[]) => {
  const parts = createParts(name, document, has, headers);
  return {
    authorizationOf: (operation: ApiOperation, owner: CredentialOwner = "main"): Authorization | undefined =>
      presented(parts, operation, owner),
    isOpen,
    /** Names of the schemes that an operation wants, for messages. */
    wanted: ({ security }: ApiOperation): readonly string[] => [
      ...new Set(security.flatMap(({ schemes }) => schemes.map((scheme) => scheme.name))),
    ],
    /** Whether a parameter is what a security scheme sends. */
    isCredential: (place: string, parameter: string): boolean =>
      (place === "header" && /^(?:authorization|accept|content-type)$/i.test(parameter)) ||
      [...document.securitySchemes.values()].some((scheme) => {
        const sent = sentBy(scheme);
        return sent?.in === place && isSameName(sent.name, parameter);
      }),
    intruders: (operation: ApiOperation): readonly Intruder[] => intrudersOf(parts, operation),
  };
};

export type Credentials = ReturnType<typeof createCredentials>;
