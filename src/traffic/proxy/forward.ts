import type { Addressed } from "./proxy-handler.ts";
import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Readable, Writable } from "node:stream";
import type { FailureReason } from "../../core/model/exchange.ts";
import { codeOf } from "../../core/model/error-code.ts";
import type { BodyCopies, BodyCopy } from "./body-copy.ts";
import {
  answerHead,
  firstHeaderValue,
  type Framing,
  pairsOf,
  type RawHeaders,
  requestHeaders,
} from "./headers.ts";
import { answerOwn } from "./own-answer.ts";

/** A request on its way to a target. */
export interface Passage extends Addressed {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly agent: Agent;
  /** Added if the client sends none. */
  readonly authorization?: string | undefined;
  /** Whether to break the answer off, to test the client. */
  readonly isCut: boolean;
  readonly copies: BodyCopies;
}

/** The result of a request, with copies of its bodies. */
export interface Passed {
  readonly sent: BodyCopy;
  readonly isSentWhole: boolean;
  /** Undefined if no answer began. */
  readonly answer?: {
    readonly status: number;
    readonly rawHeaders: RawHeaders;
    readonly body: BodyCopy;
    readonly isWhole: boolean;
  };
  readonly failure?: FailureReason;
  /** Whether the client left before the end. */
  readonly isAborted: boolean;
  readonly elapsedMs: number;
  /** Scheme of the credential that the proxy added; absent if it added none. */
  readonly scheme?: string;
}

const nothing = Buffer.alloc(0);

/**
 * Sends a head that has no body yet. Data that follows immediately goes out in the same write. `flushHeaders` would
 * write it as UTF-8.
 */
const sendHeadSoon = (message: ClientRequest | ServerResponse): void => {
  setImmediate(() => {
    if (!message.destroyed && !message.writableEnded) message.write(nothing);
  });
};

const hasBody = ({ rawHeaders }: IncomingMessage): boolean =>
  firstHeaderValue(rawHeaders, "transfer-encoding") !== undefined ||
  Number(firstHeaderValue(rawHeaders, "content-length") ?? 0) > 0;

/** Forwards a body at the pace of its reader, and discards the rest if the reader is gone. */
const pump = (source: Readable, sink: Writable, copy: BodyCopy): void => {
  source.on("data", (chunk: Buffer) => {
    copy.add(chunk);
    if (!sink.destroyed && !sink.write(chunk)) source.pause();
  });
  sink.on("drain", () => source.resume());
  sink.on("close", () => source.resume());
};

/** Ends a connection so that the answer on it cannot be mistaken for a complete one. */
const breakOff = (outgoing: ServerResponse, framing: Framing): void => {
  // A head that was about to be sent.
  if (outgoing.headersSent) outgoing.write(nothing);
  const end = (): void => {
    // If only the end of the connection ends a body, only a reset shows that the body is incomplete.
    if (framing === "close") outgoing.socket?.resetAndDestroy();
    else outgoing.socket?.destroySoon();
  };
  if (outgoing.socket !== null) end();
  else outgoing.once("socket", () => setImmediate(end));
};

const addTrailers = (to: ClientRequest | ServerResponse, { rawTrailers }: IncomingMessage): void => {
  if (rawTrailers.length > 0) to.addTrailers(pairsOf(rawTrailers));
};

const sendRequest = ({ incoming, target, path, agent, authorization }: Passage): ClientRequest => {
  const whole = `${target.prefix}${path}`;
  return target.send({
    agent,
    method: incoming.method,
    path: whole.startsWith("/") ? whole : `/${whole}`,
    headers: requestHeaders(incoming, target.host, authorization),
  });
};

const sendBody = (passage: Passage, upstream: ClientRequest, copy: BodyCopy): void => {
  const { incoming } = passage;
  if (!hasBody(incoming)) {
    incoming.resume();
    upstream.end();
    return;
  }
  sendHeadSoon(upstream);
  pump(incoming, upstream, copy);
  incoming.on("end", () => {
    if (upstream.destroyed) return;
    addTrailers(upstream, incoming);
    upstream.end();
  });
};

/** An unreachable target has seen nothing of the request. */
const failureOf = (error: unknown): FailureReason => {
  const code = codeOf(error);
  if (code.startsWith("HPE_")) return "malformed-response";
  return /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
    code,
  )
    ? "unreachable"
    : "reset";
};

const failureTexts: Partial<Record<FailureReason, string>> = {
  "malformed-response": "answered with something that is not HTTP",
  unreachable: "cannot be reached",
};

/** Headers that node:http would add to an answer. */
const addedByNode = ["connection", "content-length", "date", "transfer-encoding"];

interface Answer {
  readonly message: IncomingMessage;
  readonly body: BodyCopy;
  readonly framing: Framing;
}

interface Ending {
  readonly failure?: FailureReason;
  readonly isWhole?: boolean;
  readonly isAborted?: boolean;
}

/** A request in progress. */
interface UnderWay {
  readonly passage: Passage;
  readonly upstream: ClientRequest;
  answer?: Answer;
  hasContinued: boolean;
  /** Reports the result, once; false if it was already reported. */
  finish(ending: Ending): boolean;
}

const createReport = (
  { incoming, authorization }: Passage,
  sent: BodyCopy,
  onEnd: (passed: Passed) => void,
): ((answer: Answer | undefined, ending: Ending) => boolean) => {
  const startedAt = performance.now();
  let isOver = false;
  return (answer, { failure, isWhole = false, isAborted = false }) => {
    if (isOver) return false;
    isOver = true;
    const { statusCode = 0, rawHeaders = [] } = answer?.message ?? {};
    onEnd({
      sent,
      isSentWhole: incoming.complete,
      ...(answer === undefined
        ? {}
        : { answer: { status: statusCode, rawHeaders, body: answer.body, isWhole } }),
      ...(failure === undefined ? {} : { failure }),
      isAborted,
      elapsedMs: performance.now() - startedAt,
      ...(authorization === undefined ? {} : { scheme: authorization.replace(/ .*$/s, "") }),
    });
    return true;
  };
};

/** No answer arrived, or not all of it. */
const fail = ({ passage, upstream, answer, finish }: UnderWay, failure: FailureReason): void => {
  const { incoming, outgoing, target } = passage;
  if (!finish({ failure })) return;
  upstream.destroy();
  incoming.resume();
  // A client whose connection closes while it waits for its next answer can handle that, as without a proxy.
  const wasIdle = upstream.reusedSocket && failure === "reset";
  if (outgoing.headersSent || wasIdle) return breakOff(outgoing, answer?.framing ?? "none");
  const what = failureTexts[failure] ?? "closed the connection without an answer";
  const message = `The target of the ${target.interface} interface ${what}.`;
  answerOwn(outgoing, { status: 502, reason: "unreachable", message });
};

/** Forwards the first half of the first chunk, and no more. */
const cutBody = (message: IncomingMessage, underWay: UnderWay): void => {
  message.once("data", (chunk: Buffer) => {
    underWay.passage.outgoing.write(chunk.subarray(0, chunk.length >> 1));
    fail(underWay, "reset");
  });
  message.once("end", () => fail(underWay, "reset"));
};

const passBody = (underWay: UnderWay, { message, body, framing }: Answer): void => {
  const { outgoing, isCut } = underWay.passage;
  if (isCut) cutBody(message, underWay);
  else pump(message, outgoing, body);
  message.on("error", () => fail(underWay, "reset"));
  message.on("close", () => {
    if (!message.complete) fail(underWay, "reset");
  });
  message.on("end", () => {
    if (!message.complete || !underWay.finish({ isWhole: true })) return;
    if (framing === "chunked") addTrailers(outgoing, message);
    outgoing.end();
  });
};

/** An unrequested protocol, or a message whose end is ambiguous (RFC 9112, section 6.1). */
const isUnclear = ({ statusCode, httpVersion, rawHeaders }: IncomingMessage): boolean =>
  statusCode === 101 ||
  (httpVersion === "1.0" && firstHeaderValue(rawHeaders, "transfer-encoding") !== undefined);

const beginAnswer = (underWay: UnderWay, message: IncomingMessage): void => {
  const { incoming, outgoing, copies } = underWay.passage;
  if (isUnclear(message)) return fail(underWay, "malformed-response");
  // A client that waits in vain for 100 Continue may send either the body or the next request.
  const isWaiting = incoming.headers.expect !== undefined && !underWay.hasContinued && !incoming.complete;
  const keepAlive = outgoing.shouldKeepAlive && !isWaiting;
  const { headers, framing } = answerHead(message, incoming, keepAlive);
  outgoing.shouldKeepAlive = keepAlive && framing !== "close";
  for (const name of addedByNode) outgoing.removeHeader(name);
  try {
    outgoing.writeHead(message.statusCode ?? 0, message.statusMessage, headers);
  } catch {
    // A head that must not be written.
    return fail(underWay, "malformed-response");
  }
  const answer = { message, body: copies.start(), framing };
  underWay.answer = answer;
  if (framing !== "none") sendHeadSoon(outgoing);
  passBody(underWay, answer);
};

const passInformation = ({ passage: { incoming, outgoing }, upstream }: UnderWay): void => {
  // An HTTP/1.0 client would mistake it for the answer.
  if (incoming.httpVersion === "1.0") return;
  upstream.on("continue", () => outgoing.writeContinue());
  upstream.on("information", ({ statusCode, rawHeaders }) => {
    // Available since Node 24.18.
    if (statusCode !== 100 && "writeInformation" in outgoing)
      outgoing.writeInformation(statusCode, rawHeaders);
  });
};

/** Forwards one request and its answer as they arrive. Nothing is ever sent twice. */
export const forward = (passage: Passage, onEnd: (passed: Passed) => void): void => {
  const { outgoing, copies } = passage;
  const sent = copies.start();
  const report = createReport(passage, sent, onEnd);
  const upstream = sendRequest(passage);
  const underWay: UnderWay = {
    passage,
    upstream,
    hasContinued: false,
    finish: (ending) => report(underWay.answer, ending),
  };
  passInformation(underWay);
  upstream.on("continue", () => {
    underWay.hasContinued = true;
  });
  upstream.on("response", (message) => beginAnswer(underWay, message));
  // Nobody requested another protocol.
  upstream.on("upgrade", (_, socket) => {
    socket.destroy();
    fail(underWay, "malformed-response");
  });
  upstream.on("error", (error) => fail(underWay, failureOf(error)));
  upstream.on("close", () => {
    if (underWay.answer === undefined) fail(underWay, "reset");
  });
  outgoing.on("close", () => {
    if (outgoing.writableFinished) return;
    upstream.destroy();
    underWay.finish({ isAborted: true });
  });
  sendBody(passage, upstream, sent);
};
