import type { Body } from "../../core/model/exchange.ts";
import type { Packing } from "./packed-text.ts";

interface Kept {
  /** Expected size in bytes, as the recorder counted it. */
  readonly size?: number | undefined;
}

/** A body that a recorder has kept as text: as sent, decoded, coded, or packed. */
export interface KeptText extends Kept {
  readonly kind: "text";
  readonly text: string;
  /** What the recorder says that it did with the text, which may be wrong. */
  readonly packing?: Packing | undefined;
}

export interface KeptBytes extends Kept {
  readonly kind: "bytes";
  readonly bytes: Uint8Array;
}

export type RecordedBody =
  | { readonly kind: "empty" }
  /** Missing or incomplete. */
  | { readonly kind: "unknown" }
  | KeptText
  | KeptBytes
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
  /** Whether the recorder has replaced the values. */
  readonly masked?: true;
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
