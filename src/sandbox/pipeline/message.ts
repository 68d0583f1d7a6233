import type { LoggedReason } from "../refusal.ts";

/** A request in the pipeline's form, independent of server and caller. */
export interface Incoming {
  readonly method: string;
  /** Scheme and authority of the address, without a trailing slash. */
  readonly origin: string;
  readonly url: string;
  readonly search: URLSearchParams;
  header(name: string): string | undefined;
  /**
   * Reads the body and calls back once with a function that returns its bytes: undefined if they exceed `atMost` or do
   * not all arrive. It throws if the body cannot be read.
   */
  readBody(atMost: number, then: (bytes: () => Uint8Array | undefined) => void): void;
}

/** A response; without text it has no body. Header names are in lower case. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Why the request was refused, or what of it was ignored; for the log. */
  readonly reason?: LoggedReason;
}

/** Path and query of an address that every parser reads alike: no encoding, no dot segment, no empty segment. */
export const plainAddress = /^((?:\/[\w-]+)+)(?:\?([\w=&.:+-]*))?$/;

/** Converts a fetch request for the pipeline. */
export const incomingOf = (request: Request): Incoming => {
  const { origin, searchParams } = new URL(request.url);
  return {
    method: request.method,
    origin,
    url: request.url,
    search: searchParams,
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: (atMost, then) => {
      readAtMost(request, atMost).then(
        (bytes) => then(() => bytes),
        (reason: unknown) =>
          then(() => {
            throw reason;
          }),
      );
    },
  };
};

/** The bytes of a body; undefined if there are more. Rejects for a body that cannot be read. */
export const readAtMost = async (request: Request, atMost: number): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > atMost) break;
    chunks.push(chunk);
  }
  if (size <= atMost) return Buffer.concat(chunks);
  // Not awaited: for a cloned request, it ends only with the other copy.
  void request.body?.cancel().catch(() => {});
  return undefined;
};

/** Converts an answer of the pipeline to a fetch response; without a body for HEAD. */
export const toResponse = ({ status, headers, text, reason }: Outgoing, isHead: boolean): Response => {
  const response = new Response(isHead ? null : (text ?? null), { status, headers });
  if (reason !== undefined) reasons.set(response, reason);
  return response;
};

const reasons = new WeakMap<Response, LoggedReason>();

/** What the log says about the request of a response. */
export const reasonIn = (response: Response): LoggedReason | undefined => reasons.get(response);
