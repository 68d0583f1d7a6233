import type { IncomingMessage } from "node:http";
import { headerFields } from "../../harness/recordings/header-fields.ts";
import { bodyOf } from "../../harness/recordings/recorded-body.ts";
import { type Recorded, type RecordedBody, UnreadableEntry } from "../../harness/recordings/recorded.ts";
import type { BodyCopy } from "./body-copy.ts";
import type { Passed } from "./forward.ts";
import { pairsOf } from "./headers.ts";
import type { Addressed } from "./proxy-handler.ts";

type Headers = Readonly<Record<string, string>>;

/** Read once for all consumers. */
const readBody = (copy: BodyCopy, isWhole: boolean, headers: Headers): RecordedBody => {
  try {
    return { kind: "read", body: bodyOf(copy.body(isWhole), headers, copy.limit) };
  } catch (error) {
    if (error instanceof UnreadableEntry) return { kind: "unknown" };
    throw error;
  }
};

/**
 * A forwarded exchange in the form of a recorded one; undefined if the client left before there was an answer. Of a
 * credential that the proxy added, it shows only the scheme.
 */
export const recordedOf = (
  { method = "", rawHeaders }: Pick<IncomingMessage, "method" | "rawHeaders">,
  { target, path }: Addressed,
  { sent, isSentWhole, answer, failure, isAborted, elapsedMs, scheme }: Passed,
): Recorded | undefined => {
  if (answer === undefined && isAborted) return undefined;
  const headers = headerFields(pairsOf(rawHeaders));
  const asked = {
    method,
    url: `${target.baseUrl}${path}`,
    interface: target.interface,
    headers: { ...headers, ...(scheme === undefined ? {} : { authorization: scheme }) },
    body: readBody(sent, isSentWhole, headers),
  };
  if (answer === undefined) return { ...asked, failure: failure ?? "reset", response: () => undefined };
  const answered = headerFields(pairsOf(answer.rawHeaders));
  const body = readBody(answer.body, answer.isWhole, answered);
  const response = { status: answer.status, headers: answered, body, elapsedMs };
  return { ...asked, response: () => response };
};
