import type { IncomingMessage } from "node:http";
import { headerFields } from "../../harness/recordings/header-fields.ts";
import type { Recorded } from "../../harness/recordings/recorded.ts";
import type { Passed } from "./forward.ts";
import { pairsOf } from "./headers.ts";
import type { Addressed } from "./proxy-handler.ts";

/**
 * What went by, as if it had been read from a recording; undefined where the client left before there was an answer.
 * A credential that the proxy added is shown by its scheme alone.
 */
export const recordedOf = (
  { method = "", rawHeaders }: Pick<IncomingMessage, "method" | "rawHeaders">,
  { target, path }: Addressed,
  { sent, isSentWhole, answer, failure, isAborted, elapsedMs, scheme }: Passed,
): Recorded | undefined => {
  if (answer === undefined && isAborted) return undefined;
  return {
    method,
    url: `${target.baseUrl}${path}`,
    interface: target.interface,
    headers: {
      ...headerFields(pairsOf(rawHeaders)),
      ...(scheme === undefined ? {} : { authorization: scheme }),
    },
    body: sent.body(isSentWhole),
    ...(answer === undefined ? { failure: failure ?? "reset" } : {}),
    response: () =>
      answer === undefined
        ? undefined
        : {
            status: answer.status,
            headers: headerFields(pairsOf(answer.rawHeaders)),
            body: answer.body.body(answer.isWhole),
            elapsedMs,
          },
  };
};
