import { headerFields } from "../recordings/header-fields.ts";
import type { RecordedBody, RecordedResponse, Recorded } from "../recordings/recorded.ts";
import { givenBody, longestBody, unknownBody } from "./exchange-watch.ts";
import { recordedByCaller } from "./traffic.ts";
import type { Recorder } from "./recorder.ts";

type Fetch = typeof globalThis.fetch;

/** A fetch that records. */
export type RecordingFetch = Fetch & Pick<Recorder, "counts" | "flush">;

type Asked = Pick<Recorded, "method" | "url" | "headers">;

type FetchInput = Parameters<Fetch>[0];
type FetchInit = Parameters<Fetch>[1];

const askedOf = (input: FetchInput, init: FetchInit): Asked => {
  const request = input instanceof Request ? input : undefined;
  const headers = Object.fromEntries(new Headers(init?.headers ?? request?.headers ?? {}));
  if (init?.body instanceof URLSearchParams) headers["content-type"] ??= "application/x-www-form-urlencoded";
  return {
    method: (init?.method ?? request?.method ?? "GET").toUpperCase(),
    url: request?.url ?? String(input),
    headers: headerFields(headers),
  };
};

/** The body about to be sent; a Request's body is copied before anybody reads it. */
const sentBody = async (input: FetchInput, init: FetchInit): Promise<RecordedBody> => {
  if (init?.body !== undefined) return givenBody(init.body);
  return input instanceof Request && input.body !== null ? readCopy(input.clone()) : { kind: "empty" };
};

const isStream = (headers: Headers): boolean =>
  /event-stream|octet-stream|multipart|^(?:image|audio|video)\//i.test(headers.get("content-type") ?? "") ||
  Number(headers.get("content-length") ?? 0) > longestBody;

/** Reads a copy of a body at its own pace; beyond the limit the copy is abandoned. */
const readCopy = async (copy: Request | Response): Promise<RecordedBody> => {
  if (copy.body === null) return { kind: "empty" };
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of copy.body) {
    size += part.length;
    // Leaving the loop cancels the copy, so nothing more is buffered.
    if (size > longestBody) return unknownBody;
    parts.push(part);
  }
  return { kind: "bytes", bytes: Buffer.concat(parts, size) };
};

/** The answer to record; its body is read from a copy. */
const answerOf = async (response: Response, elapsedMs: number): Promise<RecordedResponse> => {
  const head = {
    status: response.status,
    headers: headerFields(Object.fromEntries(response.headers)),
    elapsedMs,
  };
  if (response.bodyUsed || isStream(response.headers)) return { ...head, body: unknownBody };
  return { ...head, body: await readCopy(response.clone()).catch(() => unknownBody) };
};

/** Wraps a fetch, by default the global one at each call, so that a recorder sees copies of what it wants. */
export const recordingFetch = (recorder: Recorder, wrapped?: Fetch): RecordingFetch => {
  const underWay = new Set<Promise<void>>();

  const look = (input: FetchInput, init: FetchInit): Asked | undefined => {
    try {
      const asked = askedOf(input, init);
      return recorder.wants(asked.method, asked.url) ? asked : undefined;
    } catch {
      // Invalid arguments are left for fetch to refuse.
      return undefined;
    }
  };

  /** Records in the background once both bodies are complete. */
  const record = (
    asked: Asked,
    sent: Promise<RecordedBody>,
    answer: Promise<RecordedResponse> | undefined,
  ): void => {
    const work = (async (): Promise<void> => {
      const body = await sent;
      const response = await answer;
      const failure = response === undefined ? { failure: "reset" } : {};
      recorder.record({ ...asked, body, ...failure, response: () => response });
    })().finally(() => underWay.delete(work));
    underWay.add(work);
  };

  const fetch: Fetch = async (input, init) => {
    const inner = wrapped ?? globalThis.fetch;
    const asked = look(input, init);
    if (asked === undefined) return inner(input, init);
    const sent = sentBody(input, init).catch(() => unknownBody);
    const startedAt = performance.now();
    let response: Response;
    try {
      response = await recordedByCaller(() => inner(input, init));
    } catch (error) {
      record(asked, sent, undefined);
      throw error;
    }
    const answer = answerOf(response, performance.now() - startedAt);
    record(asked, sent, answer);
    return response;
  };

  return Object.assign(fetch, {
    counts: () => recorder.counts(),
    flush: async () => {
      await Promise.all(underWay);
      await recorder.flush();
    },
  });
};
