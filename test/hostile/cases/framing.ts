import { alike, always, http, once, type HostileCase } from "../hostile-case.ts";
import { endlessly, pour } from "../server.ts";

const jsonHead = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const chunkedHead = `${jsonHead}transfer-encoding: chunked\r\n\r\n`;
const page = '{"items":[],"total":0}';
const kilobyte = "x".repeat(1024);
const large = "x".repeat(65_536);

const drip = (text: string): Iterable<string> => [...text];

/** How messages begin, end and are cut to length: everything below the body. */
export const framing: readonly HostileCase[] = [
  ...alike({ code: 3, says: /it took longer than/, waits: true })({
    "says nothing at all": () => undefined,
    "sends one byte of a body at a time": (_, socket) =>
      pour(socket, prefixed(`${jsonHead}content-length: ${page.length}\r\n\r\n`, drip(page)), 100),
    "states too long a length and waits": always(`${jsonHead}content-length: 5000\r\n\r\n${page}`),
  }),
  ...alike({ code: 3, says: /connection broke/ })({
    "hangs up at once": {
      answer: (_, socket) => void socket.destroy(),
      greet: (socket) => void socket.destroy(),
    },
    "resets instead of answering": (_, socket) => void socket.resetAndDestroy(),
    "resets after the headers": (_, socket) =>
      void socket.write(`${jsonHead}content-length: 50\r\n\r\n`, () => socket.resetAndDestroy()),
    "truncates a body of stated length": once(`${jsonHead}content-length: 5000\r\n\r\n${page}`),
  }),
  ...alike({ code: 3, isNightly: true, says: /connection broke/ })({
    "closes without a word": (_, socket) => void socket.end(),
    "resets within the body": (_, socket) =>
      void socket.write(`${jsonHead}content-length: 50\r\n\r\n{"items":[`, () => socket.resetAndDestroy()),
    "truncates a body in chunks": once(`${chunkedHead}16\r\n${page}\r\n`),
  }),
  ...alike({ code: 3, isNightly: true, says: /connection broke|not well-formed/ })({
    "resets within the status line": (_, socket) =>
      void socket.write("HTTP/1.1 2", () => socket.resetAndDestroy()),
  }),
  ...alike({ code: 1 })({
    "truncates JSON and says that it is whole": always(http(200, '{"items":[{"id":1,"na')),
    "states too short a length": always(`${jsonHead}content-length: 5\r\n\r\n${page}`),
    "answers twice": always(Buffer.concat([http(200, page), http(200, '{"items":[{"id":666}],"total":1}')])),
    "sends headers that are called like parts of every object": always(
      http(200, page, { __proto__x: "1", constructor: "2", "to-string": "3", hasOwnProperty: "4" })
        .toString()
        .replace("__proto__x", "__proto__"),
    ),
  }),
  ...alike({ code: 3, says: /larger than \d+ bytes/ })({
    "sends a body without end": (_, socket) => pour(socket, prefixed(`${jsonHead}\r\n`, endlessly(large))),
  }),
  ...alike({ code: 3, isNightly: true, says: /larger than \d+ bytes/ })({
    "sends chunks without end": (_, socket) =>
      pour(socket, prefixed(chunkedHead, endlessly(`10000\r\n${large}\r\n`))),
  }),
  ...alike({ code: 3, isNightly: true, waits: true })({
    "sends empty lines without end": (_, socket) => pour(socket, endlessly("\r\n".repeat(500)), 2),
    "states a length beyond all numbers": always(
      `${jsonHead}content-length: 99999999999999999999999\r\n\r\n${page}`,
    ),
    "extends a chunk without end": (_, socket) =>
      pour(socket, prefixed(`${chunkedHead}16;x=`, endlessly(kilobyte)), 2),
    "speaks another protocol": {
      answer: once("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
      greet: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n"),
    },
  }),
  ...alike({ code: 3, isNightly: true, says: /it took longer than/, waits: true })({
    "sends one byte of the headers at a time": (_, socket) =>
      pour(socket, drip(http(200, page).toString()), 100),
  }),
  ...alike({ code: 3, says: /not well-formed/ })({
    "states two lengths": always(`${jsonHead}content-length: 22\r\ncontent-length: 5\r\n\r\n${page}`),
    "states a length and chunks": always(
      `${jsonHead}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n16\r\n${page}\r\n0\r\n\r\n`,
    ),
    "sizes its chunks with garbage": always(`${chunkedHead}zz\r\n${page}\r\n0\r\n\r\n`),
    "speaks HTTP/0.9": once(page),
    "answers with status 000": always("HTTP/1.1 000 Nothing\r\ncontent-length: 2\r\n\r\n{}"),
    "sends a header of a megabyte": always(http(200, page, { "x-large": "x".repeat(1_000_000) })),
    "sends headers with bare line ends and control characters": always(
      `${jsonHead}x-evil: a\nset-cookie: b\x00c\r\ncontent-length: 2\r\n\r\n{}`,
    ),
    "sends a body with 204": always(http(204, page)),
  }),
  ...alike({ code: 3, isNightly: true, says: /not well-formed/ })({
    "states a negative length": always(`${jsonHead}content-length: -1\r\n\r\n${page}`),
    "sizes a chunk beyond all numbers": always(`${chunkedHead}FFFFFFFFFFFFFFFFFF\r\n${page}\r\n`),
    "answers with a status that is no number": always("HTTP/1.1 two OK\r\ncontent-length: 2\r\n\r\n{}"),
    "sends headers without end": (_, socket) =>
      pour(socket, prefixed(jsonHead, endlessly(`x-header: ${kilobyte}\r\n`))),
    "sends three thousand headers": always(
      `${jsonHead}${Array.from({ length: 3_000 }, (_, n) => `x-${n}: 1\r\n`).join("")}content-length: 22\r\n\r\n${page}`,
    ),
  }),
  ...alike({ code: 3, waits: true })({
    "sends trailers without end": (_, socket) =>
      pour(socket, prefixed(`${chunkedHead}0\r\n`, endlessly(`x-trailer: ${kilobyte}\r\n`))),
    "announces an answer without end (1xx)": (_, socket) =>
      pour(socket, endlessly("HTTP/1.1 102 Processing\r\n\r\n".repeat(20)), 2),
  }),
  ...alike({ code: 3, isNightly: true })({
    "speaks HTTP/9.9": always(`HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}`),
    "continues what nobody asked to": always("HTTP/1.1 100 Continue\r\n\r\n"),
    "sends headers without names": always(`${jsonHead}: nobody\r\n\t folded\r\ncontent-length: 2\r\n\r\n{}`),
  }),
  ...alike({
    // The first answer of a connection may have been meant for its first request.
    code: 1,
    waits: true,
  })({
    "answers before it is asked": {
      answer: () => undefined,
      greet: (socket) => void socket.write(http(200, page)),
    },
  }),
  ...alike({ code: 1, isNightly: true })({
    "answers with status 999": always(http("999 Beyond", "{}")),
    "says early hints a hundred times, then answers": always(
      `${"HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(100)}${http(200, page).toString()}`,
    ),
    "says that nothing has changed (304)": always("HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n"),
  }),
  ...alike({ code: 3 })({
    "switches the protocol": always(
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n\x81\x05hello",
    ),
  }),
];

function* prefixed(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}
