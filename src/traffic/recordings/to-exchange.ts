import type { Body, Exchange, FailureReason } from "../../core/model/exchange.ts";
import type { Method } from "../../core/model/operation.ts";
import type { Found } from "./find-operation.ts";
import { type Recorded, type RecordedResponse, UnreadableEntry } from "./recorded.ts";
import { bodyAsSent, requestBodyOf } from "./recorded-body.ts";

type Headers = Readonly<Record<string, string>>;

/** Headers that carry a credential; they are dropped. */
const secretHeader =
  /^(?:authorization|proxy-authorization|cookie|set-cookie)$|api[-_]?key|token|secret|password|signature/;

const withoutSecrets = (headers: Headers): Headers => {
  const kept: Record<string, string> = {};
  for (const name in headers) if (!secretHeader.test(name)) kept[name] = headers[name] ?? "";
  return kept;
};

const schemes: readonly string[] = ["Bearer", "Basic", "Digest", "Hmac", "Negotiate"];

/** The scheme of an Authorization header, never the credential. */
const authorizationOf = (headers: Headers): string => {
  const scheme = /^(\w+)(?:\s|$)/.exec(headers["authorization"] ?? "")?.[1]?.toLowerCase();
  const known = schemes.find((one) => one.toLowerCase() === scheme);
  return known === undefined ? "unknown" : `${known} $CREDENTIAL`;
};

const failures: readonly (readonly [RegExp, FailureReason])[] = [
  [/timed?[-_ ]?out/i, "timeout"],
  [/refused|unreachable|resolv|name_not|dns|internet_disconnected|cert|ssl|tls/i, "unreachable"],
  [/too[-_ ]?large/i, "body-too-large"],
  [/malformed|invalid_(?:response|http)|protocol/i, "malformed-response"],
  [/not[-_ ]?sent|blocked/i, "not-sent"],
];

const reasonOf = (failure: string | undefined): FailureReason =>
  failures.find(([words]) => words.test(failure ?? ""))?.[1] ?? "reset";

/** Deeper than any answer of these interfaces, and shallow enough for recursion. */
const deepest = 100;

const nestsDeeper = (value: object, levels: number): boolean => {
  if (levels === 0) return true;
  for (const key in value) {
    // A property of parsed JSON.
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof inner === "object" && inner !== null && nestsDeeper(inner, levels - 1)) return true;
  }
  return false;
};

const assertShallow = (value: unknown): void => {
  if (typeof value === "object" && value !== null && nestsDeeper(value, deepest))
    throw new UnreadableEntry(`an entry whose body nests deeper than ${deepest} levels`);
};

const readAnswer = ({ body, headers }: RecordedResponse): Body => {
  const read = bodyAsSent(body, headers);
  if (read.kind === "json") assertShallow(read.value);
  return read;
};

/** A recorded exchange in the project's own types. @throws UnreadableEntry */
export const toExchange = (recorded: Recorded, found: Found): Exchange => {
  const response = recorded.response();
  const body = requestBodyOf(recorded.body, recorded.headers);
  assertShallow(body);
  return {
    interface: found.interface,
    operation: found.operation?.id,
    request: {
      // Only documented methods, or those that `isMethod` accepted, get here.
      method: recorded.method as Method,
      url: recorded.url,
      headers: withoutSecrets(recorded.headers),
      ...(body === undefined ? {} : { body }),
      authorization: authorizationOf(recorded.headers),
    },
    outcome:
      response === undefined
        ? { kind: "failure", reason: reasonOf(recorded.failure), message: "the recording holds no answer" }
        : {
            kind: "response",
            status: response.status,
            headers: withoutSecrets(response.headers),
            body: readAnswer(response),
            elapsedMs: response.elapsedMs,
          },
    ...(recorded.masked === undefined ? {} : { masked: recorded.masked }),
  };
};

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies readonly Method[];

export const isMethod = (method: string): method is Method => methods.includes(method);
