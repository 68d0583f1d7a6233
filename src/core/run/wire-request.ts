import type {
  AnyCall,
  Authorization,
  CallBody,
  ExchangeRequest,
  SchemeCredential,
  Variables,
} from "../model/exchange.ts";
import { type Operation, safeMethods } from "../model/operation.ts";
import type { WireRequest } from "../model/transport.ts";
import { isObject } from "../model/json-object.ts";
import { configured, isSecret, shellName, type Secret } from "../model/secret.ts";
import { type Contract, describedAs } from "../model/contract.ts";
import type { Mask } from "../privacy/mask.ts";
import { disguised, disguisedName } from "./disguise.ts";
import { spelled } from "./spelling.ts";
import { onThisMachine, type Target } from "./target.ts";

export interface WireContext {
  readonly contract: Pick<Contract, "described" | "fieldNames">;
  readonly target: Target;
  readonly mask: Mask;
  /** A fresh text for a signature. */
  readonly nonce: () => string;
}

/** One call in the making, with the names that stand for values in its evidence. */
interface Preparing extends WireContext {
  readonly variables: Map<string, Variables[string]>;
}

/** A call as sent, and as it may be shown. */
export interface Prepared {
  readonly wire: WireRequest;
  readonly shown: ExchangeRequest;
}

const boundary = "tripact-form-boundary";

type PathValue = NonNullable<AnyCall["path"]>[string];

/** Writes a path parameter: encoded, or as the name of its secret. */
type Segment = (value: PathValue) => string;

type Endpoint = Pick<Operation, "id" | "path">;

const fillPath = (operation: Endpoint, call: AnyCall, segment: Segment): string =>
  (call.at ?? operation.path).replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = call.path?.[name];
    if (value === undefined)
      throw new Error(`${call.label}: ${operation.id} needs the path parameter ${name}`);
    const text = segment(value);
    // These cannot be encoded as a segment: the address would be that of another operation.
    if (["", ".", ".."].includes(text))
      throw new Error(
        `${call.label}: the path parameter ${name} of ${operation.id} is empty or made of dots`,
      );
    return text;
  });

const withoutPrefix = (path: string, prefix: string | undefined): string =>
  prefix !== undefined && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;

interface Address {
  readonly baseUrl: string;
  readonly versionPrefix: string | undefined;
}

export const urlOf = (
  operation: Endpoint,
  call: AnyCall,
  { baseUrl, versionPrefix }: Address,
  segment: Segment,
): string => {
  const path = fillPath(operation, call, segment);
  const { authorization } = call;
  const query =
    call.search ??
    new URLSearchParams(
      Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
  const credential =
    authorization.kind === "elsewhere"
      ? Object.entries(authorization.locations.query ?? {})
          .map(([name, prefix]) => `${name}=${encodeURIComponent(prefix)}${segment(authorization.secret)}`)
          .join("&")
      : partsIn(authorization, "query")
          .map((part) => `${encodeURIComponent(part.name)}=${credentialText(part, segment)}`)
          .join("&");
  const parameters = [query, credential].filter((one) => one !== "").join("&");
  return `${baseUrl}${call.unversioned === true ? withoutPrefix(path, versionPrefix) : path}${parameters === "" ? "" : `?${parameters}`}`;
};

const partsIn = (
  authorization: Authorization,
  location: SchemeCredential["in"],
): readonly SchemeCredential[] =>
  authorization.kind === "schemes" ? authorization.parts.filter((part) => part.in === location) : [];

/** A credential of a security scheme, with its secret written by `write`. */
const credentialText = (
  { value, prefix = "", suffix = "" }: SchemeCredential,
  write: (secret: Secret) => string,
): string => `${prefix}${isSecret(value) ? write(value) : value}${suffix}`;

const schemeHeaders = (
  authorization: Authorization,
  write: (part: SchemeCredential) => string,
): Readonly<Record<string, string>> => {
  const cookies = partsIn(authorization, "cookie").map((part) => `${part.name}=${write(part)}`);
  return {
    ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
    ...Object.fromEntries(
      partsIn(authorization, "header").map((part) => [part.name.toLowerCase(), write(part)]),
    ),
  };
};

/** The cookies or other headers that carry a credential, with the secret written by `write`. */
const headersElsewhere = (
  authorization: Authorization,
  write: (secret: Secret) => string,
  writePart: (part: SchemeCredential) => string = (part) => credentialText(part, write),
): Readonly<Record<string, string>> => {
  if (authorization.kind === "schemes") return schemeHeaders(authorization, writePart);
  if (authorization.kind !== "elsewhere") return {};
  const { locations, secret } = authorization;
  const valuesOf = (names: Readonly<Record<string, string>> = {}): readonly (readonly [string, string])[] =>
    Object.entries(names).map(([name, prefix]) => [name, `${prefix}${write(secret)}`] as const);
  const cookies = valuesOf(locations.cookie).map(([name, value]) => `${name}=${value}`);
  return {
    ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
    ...Object.fromEntries(valuesOf(locations.header).map(([name, value]) => [name.toLowerCase(), value])),
  };
};

/** Intermediaries log addresses: no working credential is put into one that leaves this machine. */
const assertMayBeInAddress = (
  { label, authorization }: AnyCall,
  operation: Operation,
  context: WireContext,
): void => {
  if (authorization.kind !== "elsewhere" || authorization.locations.query === undefined) return;
  const of = operation.interface;
  const { secret } = authorization;
  const works = secret.kind === "learnt" || secret.name === describedAs(context.contract, of).mainCredential;
  if (works && !onThisMachine(context.target).includes(of))
    throw new Error(`${label}: ${secret.name} would be put into an address that leaves this machine`);
};

/** As it is sent: HTTP Basic encodes it. */
const sentCredential = (part: SchemeCredential, context: Preparing): string => {
  const text = credentialText({ ...part, prefix: "" }, (secret) => valueOf(secret, context));
  if (part.isBase64 !== true) return `${part.prefix ?? ""}${text}`;
  const encoded = Buffer.from(text).toString("base64");
  if (isSecret(part.value)) context.mask.learn(encoded, nameOf(part.value, context));
  return `${part.prefix ?? ""}${encoded}`;
};

/** The value of a secret, disguised if required. */
const valueOf = (secret: Secret, context: WireContext, inPieces = true): string => {
  const value = secret.kind === "learnt" ? secret.value : context.target.secret(secret.name);
  if (value === undefined) throw new Error(`no value is configured for ${secret.name}`);
  context.mask.learn(value, ownNameOf(secret, context), { inPieces });
  if (secret.disguise === undefined) return value;
  const other = secret.signedAs === undefined ? undefined : context.target.secret(secret.signedAs);
  const made = disguised(value, secret.disguise, other);
  context.mask.learn(made, plainNameOf(secret, context));
  return made;
};

const ownNameOf = (secret: Secret, context: WireContext): string =>
  secret.kind === "learnt" ? shellName(secret.name) : context.target.secretName(secret.name);

/** The name of a secret, disguised if required. */
const plainNameOf = (secret: Secret, context: WireContext): string => {
  const own = ownNameOf(secret, context);
  return secret.disguise === undefined ? own : disguisedName(own, secret.disguise);
};

/** The same, noted as a variable of the evidence. */
const nameOf = (secret: Secret, context: Preparing): string => {
  const name = plainNameOf(secret, context);
  const isJson = secret.kind === "learnt" && secret.isJson === true;
  context.variables.set(name.slice(1), isJson ? "json" : "text");
  return name;
};

const withSuffix = (name: string, suffix = ""): string =>
  suffix === "" ? name : `\${${name.slice(1)}}${suffix}`;

/** A body as evidence: in place of each secret its name, or itself if it is a field's. */
const shownBody = (value: unknown, context: Preparing): unknown => {
  if (isSecret(value)) {
    if (value.kind === "configured") return nameOf(value, context);
    const { isListed, suffix = "" } = value;
    const isShown = isListed === true && context.contract.fieldNames.isField(value.value);
    return isShown ? `${value.value}${suffix}` : withSuffix(nameOf(value, context), suffix);
  }
  if (Array.isArray(value)) return value.map((inner) => shownBody(inner, context));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownBody(inner, context)]))
    : value;
};

/** Pieces of a learnt id in an address reveal nothing, so they are not masked. */
const textOf = (value: PathValue, context: WireContext): string =>
  isSecret(value) ? valueOf(value, context, value.kind === "configured") : String(value);

const authorizationOf = (
  authorization: Authorization,
  operation: Operation,
  url: string,
  context: Preparing,
): { header: string | undefined; shown: string } => {
  switch (authorization.kind) {
    case "none":
      return { header: undefined, shown: "none" };
    case "elsewhere":
      return { header: authorization.header, shown: authorization.header ?? "none" };
    case "literal":
      return { header: authorization.header, shown: authorization.header };
    case "secret": {
      const { secret, prefix = "Bearer ", suffix = "" } = authorization;
      const [value, name] = [valueOf(secret, context), nameOf(secret, context)];
      return { header: `${prefix}${value}${suffix}`, shown: `${prefix}${withSuffix(name, suffix)}` };
    }
    case "schemes": {
      const shown = partsIn(authorization, "header")
        .filter(({ name }) => name.toLowerCase() === "authorization")
        .map((part) => credentialText(part, (secret) => nameOf(secret, context)));
      // Credentials elsewhere are shown with the other headers, in the query, or as cookies.
      return { header: undefined, shown: shown[0] ?? "none" };
    }
    case "hmac": {
      const { signing } = describedAs(context.contract, operation.interface);
      if (signing === undefined) throw new Error(`${operation.interface} has no signatures`);
      const appKey = valueOf(configured(`${signing.credential}.appKey`), context);
      const secret = valueOf(configured(`${signing.credential}.secret`), context);
      const timestamp = Math.floor(context.target.now() / 1000);
      const { method } = operation;
      const header = signing.sign({ appKey, secret, method, url, nonce: context.nonce(), timestamp });
      context.variables.set(signing.shown.replace(/^.*\$/, ""), "text");
      return { header, shown: signing.shown };
    }
  }
};

interface Encoded {
  readonly text: string | undefined;
  readonly mediaType: string | undefined;
  readonly shown: unknown;
}

/** The body of a call, with its credential if that is one of its properties. */
const bodyOf = ({ body, authorization }: AnyCall, context: Preparing): CallBody | undefined => {
  const names = authorization.kind === "elsewhere" ? authorization.locations.body : undefined;
  if (names === undefined || authorization.kind !== "elsewhere" || body?.kind !== "json") return body;
  const { secret } = authorization;
  const withSecret = (value: unknown, text: string): unknown =>
    isObject(value)
      ? {
          ...value,
          ...Object.fromEntries(Object.entries(names).map(([name, prefix]) => [name, `${prefix}${text}`])),
        }
      : value;
  const shown = withSecret(body.shown ?? body.value, nameOf(secret, context));
  return { ...body, value: withSecret(body.value, valueOf(secret, context)), shown };
};

type FormFields = Readonly<Record<string, string | Secret>>;

const shownFields = (fields: FormFields, context: Preparing): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecret(value) ? nameOf(value, context) : value]),
  );

const sentFields = (fields: FormFields, context: Preparing): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, isSecret(value) ? valueOf(value, context) : value]);

const encodeBody = (body: CallBody | undefined, context: Preparing): Encoded => {
  switch (body?.kind) {
    case undefined:
      return { text: undefined, mediaType: undefined, shown: undefined };
    case "json":
      return {
        text: JSON.stringify(body.value),
        mediaType: body.mediaType ?? "application/json",
        shown: body.shown === undefined ? body.value : shownBody(body.shown, context),
      };
    case "text":
      return { text: body.text, mediaType: body.mediaType, shown: body.text };
    case "form":
      return {
        text: new URLSearchParams(sentFields(body.fields, context)).toString(),
        mediaType: "application/x-www-form-urlencoded",
        shown: shownFields(body.fields, context),
      };
    case "multipart": {
      const parts = sentFields(body.fields, context).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      return {
        text: `${parts.join("")}--${boundary}--\r\n`,
        mediaType: `multipart/form-data; boundary=${boundary}`,
        shown: shownFields(body.fields, context),
      };
    }
  }
};

/** A method that the path does not document changes something, unless it is safe. */
const effectOf = ({ effect }: Operation, { method }: AnyCall): Operation["effect"] =>
  method === undefined ? effect : safeMethods.has(method) ? "read" : "write";

/** Resolves address, secrets and body. @throws Error for a bug of the check, such as a missing parameter */
export const prepare = (operation: Operation, call: AnyCall, given: WireContext): Prepared => {
  const context: Preparing = { ...given, variables: new Map() };
  if (call.at !== undefined && operation.effect !== "read")
    throw new Error(`${call.label}: ${operation.id} is no read and has its own path`);
  assertMayBeInAddress(call, operation, context);
  const { baseUrls, sandboxOrigin } = context.target;
  const baseUrl = call.sandbox === undefined ? baseUrls[operation.interface] : sandboxOrigin;
  if (baseUrl === undefined) throw new Error(`${operation.interface} is not configured`);
  const { versionPrefix } = describedAs(context.contract, operation.interface);
  const address: Address = { baseUrl, versionPrefix };
  const url = urlOf(operation, call, address, (value) => encodeURIComponent(textOf(value, context)));
  const shownUrl = urlOf(operation, call, address, (value) =>
    isSecret(value) ? nameOf(value, context) : encodeURIComponent(value),
  );
  const { header, shown } = authorizationOf(call.authorization, operation, url, context);
  const body = encodeBody(bodyOf(call, context), context);
  const headers: Record<string, string> = {
    accept: "application/json",
    ...(body.mediaType === undefined ? {} : { "content-type": body.mediaType }),
    ...Object.fromEntries(
      Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
  const wire: WireRequest = {
    interface: operation.interface,
    operation: operation.id,
    effect: effectOf(operation, call),
    method: call.method ?? operation.method,
    url,
    headers: {
      ...headers,
      ...headersElsewhere(
        call.authorization,
        (secret) => valueOf(secret, context),
        (part) => sentCredential(part, context),
      ),
      ...(header === undefined ? {} : { authorization: header }),
    },
    ...(body.text === undefined ? {} : { body: body.text }),
    pathParameters: Object.fromEntries(
      Object.entries(call.path ?? {}).map(([name, value]) => [name, textOf(value, context)]),
    ),
    asItComes: call.asItComes ?? false,
    ...(call.asItFails === true ? { asItFails: true as const } : {}),
    ...(call.sandbox === undefined ? {} : { toSandbox: true }),
  };
  // The Authorization header is shown apart.
  const { authorization: _, ...shownCredentials } = headersElsewhere(call.authorization, (secret) =>
    nameOf(secret, context),
  );
  const shownHeaders = { ...headers, ...shownCredentials };
  const written = spelled({ ...wire, headers: shownHeaders }, call.spelled);
  return {
    wire: spelled(wire, call.spelled),
    shown: {
      method: call.method ?? operation.method,
      // The name of a secret has no other spellings.
      url: shownUrl === url ? written.url : shownUrl,
      headers: Object.fromEntries(
        Object.entries(written.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      ...(body.shown === undefined ? {} : { body: body.shown }),
      authorization: shown,
      ...(context.variables.size === 0 ? {} : { variables: Object.fromEntries(context.variables) }),
    },
  };
};
