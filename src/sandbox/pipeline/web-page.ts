import { mayBeHere } from "../../core/model/https-address.ts";
import { sameOrigin } from "../../core/http/own-host.ts";
import { refuse, type SandboxRefusal } from "../refusal.ts";
import type { Incoming } from "./message.ts";

/** Whether a page of another site sent a request; programs name no origin. */
const isOfOtherPage = (request: Incoming): boolean => {
  const origin = request.header("origin");
  return origin !== undefined && !sameOrigin(origin, new URL(request.origin).host);
};

const leadsHere = (body: unknown): boolean => {
  if (typeof body !== "object" || body === null || !("payloadUrl" in body)) return false;
  const { payloadUrl } = body;
  return typeof payloadUrl === "string" && URL.canParse(payloadUrl) && mayBeHere(payloadUrl);
};

/**
 * Keeps pages of other sites, which `cors` lets in, from having the sandbox post to programs of this machine: a browser
 * would not let the page itself do so.
 */
export const refusedToPage = (request: Incoming, body: unknown): SandboxRefusal<403> | undefined =>
  isOfOtherPage(request) && leadsHere(body)
    ? refuse(
        403,
        "A web page may not register deliveries to this machine. Register them from a program, or start the sandbox with --cors-webhooks.",
      )
    : undefined;
