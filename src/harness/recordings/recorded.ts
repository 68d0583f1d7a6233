import type { Body } from "../model/exchange.ts";

/** A body as a recording keeps it. */
export type RecordedBody =
  | { readonly kind: "empty" }
  /** Not kept, or not all of it. */
  | { readonly kind: "unknown" }
  | { readonly kind: "text"; readonly text: string; /** Bytes that it should have. */ readonly size?: number }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Read already by whoever recorded it. */
  | { readonly kind: "read"; readonly body: Body };

export interface RecordedResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
  /** Milliseconds; 0 where not recorded. */
  readonly elapsedMs: number;
}

/** One request of a recording and what came of it, whatever form the recording has. */
export interface Recorded {
  /** Upper case. */
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
  /** As the recorder named it, which may be any text; forms of others have none. */
  readonly interface?: string;
  /** Read only when it is wanted. Undefined when there was no answer. */
  response(): RecordedResponse | undefined;
  /** Why there was no answer, in the recording's own words. */
  readonly failure?: string;
}

/** An entry that holds no request, or not in a form that is known. The message holds nothing of the entry. */
export class UnreadableEntry extends Error {
  override readonly name = "UnreadableEntry";

  constructor(message: string) {
    const { stackTraceLimit } = Error;
    // A recording may hold millions of them, and nobody reads where they came from.
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
