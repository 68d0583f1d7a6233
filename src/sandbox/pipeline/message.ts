import type { Refusal } from "../refusal.ts";

/** A request as the pipeline needs it, whichever server or caller it comes from. */
export interface Incoming {
  readonly method: string;
  /** Scheme and authority of the address, without a slash at its end. */
  readonly origin: string;
  /** The whole address. */
  readonly url: string;
  readonly search: URLSearchParams;
  header(name: "authorization" | "content-type"): string | undefined;
  /**
   * Reads the body and calls back once, with what gives its bytes: undefined when they are more than `atMost` or do not
   * all arrive. That throws when the body could not be read.
   */
  readBody(atMost: number, then: (bytes: () => Uint8Array | undefined) => void): void;
}

/** A response; one without text has no body. Header names are lower-case. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  /** What the answer says in the form of its interface; for the log. */
  readonly refusal?: Refusal;
}

/** A fetch-style request as the pipeline takes it. */
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

const readAtMost = async (request: Request, atMost: number): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > atMost) break;
    chunks.push(chunk);
  }
  if (size <= atMost) return Buffer.concat(chunks);
  // Not awaited: where the request was cloned, that ends only with the other copy.
  void request.body?.cancel().catch(() => {});
  return undefined;
};

/** The fetch-style response that an answer of the pipeline is; without its body to HEAD. */
export const responseOf = ({ status, headers, text, refusal }: Outgoing, isHead: boolean): Response => {
  const response = new Response(isHead ? null : (text ?? null), { status, headers });
  if (refusal !== undefined) refusals.set(response, refusal);
  return response;
};

const refusals = new WeakMap<Response, Refusal>();

/** What a response says in the form of its interface. */
export const refusalIn = (response: Response): Refusal | undefined => refusals.get(response);
