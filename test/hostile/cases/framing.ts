import { always, http, once, type HostileCase } from "../hostile-case.ts";
import { endlessly, pour } from "../server.ts";

const jsonHead = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const chunkedHead = `${jsonHead}transfer-encoding: chunked\r\n\r\n`;
const page = '{"items":[],"total":0}';
const kilobyte = "x".repeat(1024);
const large = "x".repeat(65_536);

const drip = (text: string): Iterable<string> => [...text];

/** How messages begin, end and are cut to length: everything below the body. */
export const framing: readonly HostileCase[] = [
  {
    id: "says nothing at all",
    waits: true,
    answer: () => undefined,
    code: 3,
    told: /no answer within/,
  },
  {
    id: "hangs up at once",
    answer: (_, socket) => void socket.destroy(),
    greet: (socket) => void socket.destroy(),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "resets instead of answering",
    answer: (_, socket) => void socket.resetAndDestroy(),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "closes without a word",
    isNightly: true,
    answer: (_, socket) => void socket.end(),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "resets within the status line",
    isNightly: true,
    answer: (_, socket) => void socket.write("HTTP/1.1 2", () => socket.resetAndDestroy()),
    code: 3,
    told: /connection broke|not well-formed/,
  },
  {
    id: "resets after the headers",
    answer: (_, socket) =>
      void socket.write(`${jsonHead}content-length: 50\r\n\r\n`, () => socket.resetAndDestroy()),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "resets within the body",
    isNightly: true,
    answer: (_, socket) =>
      void socket.write(`${jsonHead}content-length: 50\r\n\r\n{"items":[`, () => socket.resetAndDestroy()),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "truncates a body of stated length",
    answer: once(`${jsonHead}content-length: 5000\r\n\r\n${page}`),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "truncates a body in chunks",
    isNightly: true,
    answer: once(`${chunkedHead}16\r\n${page}\r\n`),
    code: 3,
    told: /connection broke/,
  },
  {
    id: "truncates JSON and says that it is whole",
    answer: always(http(200, '{"items":[{"id":1,"na')),
    code: 1,
  },
  {
    id: "sends a body without end",
    answer: (_, socket) => pour(socket, prefixed(`${jsonHead}\r\n`, endlessly(large))),
    code: 3,
    told: /larger than \d+ bytes/,
  },
  {
    id: "sends chunks without end",
    isNightly: true,
    answer: (_, socket) => pour(socket, prefixed(chunkedHead, endlessly(`10000\r\n${large}\r\n`))),
    code: 3,
    told: /larger than \d+ bytes/,
  },
  {
    id: "sends empty lines without end",
    isNightly: true,
    waits: true,
    answer: (_, socket) => pour(socket, endlessly("\r\n".repeat(500)), 2),
    code: 3,
  },
  {
    id: "sends one byte of a body at a time",
    waits: true,
    answer: (_, socket) =>
      pour(socket, prefixed(`${jsonHead}content-length: ${page.length}\r\n\r\n`, drip(page)), 100),
    code: 3,
    told: /no answer within/,
  },
  {
    id: "sends one byte of the headers at a time",
    isNightly: true,
    waits: true,
    answer: (_, socket) => pour(socket, drip(http(200, page).toString()), 100),
    code: 3,
    told: /no answer within/,
  },
  {
    id: "states too short a length",
    answer: always(`${jsonHead}content-length: 5\r\n\r\n${page}`),
    code: 1,
  },
  {
    id: "states too long a length and waits",
    waits: true,
    answer: always(`${jsonHead}content-length: 5000\r\n\r\n${page}`),
    code: 3,
    told: /no answer within/,
  },
  {
    id: "states two lengths",
    answer: always(`${jsonHead}content-length: 22\r\ncontent-length: 5\r\n\r\n${page}`),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "states a negative length",
    isNightly: true,
    answer: always(`${jsonHead}content-length: -1\r\n\r\n${page}`),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "states a length beyond all numbers",
    isNightly: true,
    waits: true,
    answer: always(`${jsonHead}content-length: 99999999999999999999999\r\n\r\n${page}`),
    code: 3,
  },
  {
    id: "states a length and chunks",
    answer: always(
      `${jsonHead}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n16\r\n${page}\r\n0\r\n\r\n`,
    ),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "sizes its chunks with garbage",
    answer: always(`${chunkedHead}zz\r\n${page}\r\n0\r\n\r\n`),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "sizes a chunk beyond all numbers",
    isNightly: true,
    answer: always(`${chunkedHead}FFFFFFFFFFFFFFFFFF\r\n${page}\r\n`),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "extends a chunk without end",
    isNightly: true,
    waits: true,
    answer: (_, socket) => pour(socket, prefixed(`${chunkedHead}16;x=`, endlessly(kilobyte)), 2),
    code: 3,
  },
  {
    id: "sends trailers without end",
    waits: true,
    answer: (_, socket) =>
      pour(socket, prefixed(`${chunkedHead}0\r\n`, endlessly(`x-trailer: ${kilobyte}\r\n`))),
    code: 3,
  },
  {
    id: "speaks HTTP/0.9",
    answer: once(page),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "speaks HTTP/9.9",
    isNightly: true,
    answer: always(`HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}`),
    code: 3,
  },
  {
    id: "speaks another protocol",
    isNightly: true,
    waits: true,
    answer: once("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
    greet: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n"),
    code: 3,
  },
  {
    id: "answers before it is asked",
    waits: true,
    answer: () => undefined,
    greet: (socket) => void socket.write(http(200, page)),
    // The first answer of a connection may have been meant for its first request.
    code: 1,
  },
  {
    id: "answers twice",
    answer: always(Buffer.concat([http(200, page), http(200, '{"items":[{"id":666}],"total":1}')])),
    code: 1,
  },
  {
    id: "answers with status 000",
    answer: always("HTTP/1.1 000 Nothing\r\ncontent-length: 2\r\n\r\n{}"),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "answers with status 999",
    isNightly: true,
    answer: always(http("999 Beyond", "{}")),
    code: 1,
  },
  {
    id: "answers with a status that is no number",
    isNightly: true,
    answer: always("HTTP/1.1 two OK\r\ncontent-length: 2\r\n\r\n{}"),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "announces an answer without end (1xx)",
    waits: true,
    answer: (_, socket) => pour(socket, endlessly("HTTP/1.1 102 Processing\r\n\r\n".repeat(20)), 2),
    code: 3,
  },
  {
    id: "says early hints a hundred times, then answers",
    isNightly: true,
    answer: always(
      `${"HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(100)}${http(200, page).toString()}`,
    ),
    code: 1,
  },
  {
    id: "continues what nobody asked to",
    isNightly: true,
    answer: always("HTTP/1.1 100 Continue\r\n\r\n"),
    code: 3,
  },
  {
    id: "switches the protocol",
    answer: always(
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n\x81\x05hello",
    ),
    code: 3,
  },
  {
    id: "sends a header of a megabyte",
    answer: always(http(200, page, { "x-large": "x".repeat(1_000_000) })),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "sends headers without end",
    isNightly: true,
    answer: (_, socket) => pour(socket, prefixed(jsonHead, endlessly(`x-header: ${kilobyte}\r\n`))),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "sends three thousand headers",
    isNightly: true,
    answer: always(
      `${jsonHead}${Array.from({ length: 3_000 }, (_, n) => `x-${n}: 1\r\n`).join("")}content-length: 22\r\n\r\n${page}`,
    ),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "sends headers with bare line ends and control characters",
    answer: always(`${jsonHead}x-evil: a\nset-cookie: b\x00c\r\ncontent-length: 2\r\n\r\n{}`),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "sends headers without names",
    isNightly: true,
    answer: always(`${jsonHead}: nobody\r\n\t folded\r\ncontent-length: 2\r\n\r\n{}`),
    code: 3,
  },
  {
    id: "sends headers that are called like parts of every object",
    answer: always(
      http(200, page, { __proto__x: "1", constructor: "2", "to-string": "3", hasOwnProperty: "4" })
        .toString()
        .replace("__proto__x", "__proto__"),
    ),
    code: 1,
  },
  {
    id: "sends a body with 204",
    answer: always(http(204, page)),
    code: 3,
    told: /not well-formed/,
  },
  {
    id: "says that nothing has changed (304)",
    isNightly: true,
    answer: always("HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n"),
    code: 1,
  },
];

function* prefixed(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}
