import type { Body } from "../model/exchange.ts";

export type RecordedBody =
  | { readonly kind: "empty" }
  /** Missing or incomplete. */
  | { readonly kind: "unknown" }
  | { readonly kind: "text"; readonly text: string; /** Expected size in bytes. */ readonly size?: number }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Already parsed by the recorder. */
  | { readonly kind: "read"; readonly body: Body };

export interface RecordedResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
  /** Milliseconds; 0 if not recorded. */
  readonly elapsedMs: number;
}

/** One recorded request and its outcome, independent of the recording's form. */
export interface Recorded {
  /** Upper case. */
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBody;
  /** As named by the recorder, which may be any text; other formats have none. */
  readonly interface?: string;
  /** Parsed on demand. Undefined if there was no answer. */
  response(): RecordedResponse | undefined;
  /** Why there was no answer, in the recording's own words. */
  readonly failure?: string;
}

/** An entry without a request, or in an unknown form. The message holds nothing of the entry. */
export class UnreadableEntry extends Error {
  override readonly name = "UnreadableEntry";

  constructor(message: string) {
    const { stackTraceLimit } = Error;
    // A recording may hold millions of these, and nobody reads their stack traces.
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
