import { brotliCompressSync, gzipSync } from "node:zlib";
import { always, http, json, type HostileCase } from "../hostile-case.ts";

const megabytes = (count: number): Buffer => Buffer.alloc(count * 1_048_576, " ");

const deep = (open: string, close: string): string => `${open.repeat(100_000)}${close.repeat(100_000)}`;

const contact = { id: 1, name: "", contactType: "Household" };

/** Made when first asked for: they are large. */
const lazily = (
  make: () => string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): HostileCase["answer"] => {
  let made: Buffer | undefined;
  return (_, socket) => void socket.write((made ??= http(200, make(), headers)));
};

/** A record of so many keys, another one every time. */
const manyKeys = (count: number): HostileCase["answer"] => {
  const keys = Array.from({ length: count }, (_, key) => `"key${key}":${key}`).join();
  let id = 0;
  return (_, socket) => {
    id += 1;
    socket.write(http(200, `{${keys},"id":${id}}`));
  };
};

/** A refusal of two megabytes, with other words every time. */
const refusesAtLength = (): HostileCase["answer"] => {
  const words = "Not yours: ".repeat(200_000);
  let asked = 0;
  return (_, socket) => {
    asked += 1;
    socket.write(http(403, json({ message: `${words}${asked}` })));
  };
};

const ok = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  always(http(200, body, headers));

/** What stands in a body, and what its headers say of it. */
export const bodies: readonly HostileCase[] = [
  {
    id: "sends a compression bomb",
    answer: lazily(() => gzipSync(gzipSync(megabytes(16))), { "content-encoding": "gzip, gzip" }),
    code: 3,
    told: /compressed \(gzip\)/,
  },
  {
    id: "sends a compression bomb that is announced",
    isNightly: true,
    answer: lazily(() => gzipSync(megabytes(16)), { "content-encoding": "gzip" }),
    code: 3,
    told: /compressed \(gzip\)/,
  },
  {
    id: "sends a compression bomb of another kind",
    isNightly: true,
    answer: lazily(() => brotliCompressSync(megabytes(4)), { "content-encoding": "br" }),
    code: 3,
    told: /compressed \(br\)/,
  },
  {
    id: "compresses without saying so",
    answer: ok(gzipSync(json(contact))),
    code: 1,
  },
  {
    id: "says that plain text is compressed",
    isNightly: true,
    answer: ok(json(contact), { "content-encoding": "deflate" }),
    code: 3,
    told: /compressed \(deflate\)/,
  },
  {
    id: "breaks off what it compressed",
    answer: ok(gzipSync(json(contact)).subarray(0, 12), { "content-encoding": "zstd, gzip" }),
    code: 3,
    told: /compressed \(zstd\)/,
  },
  {
    id: "names a compression that does not exist",
    isNightly: true,
    answer: ok(json({ id: "x" }), { "content-encoding": "\u001b]0;pwned" }),
    code: 3,
  },
  { id: "begins with a byte order mark", answer: ok(`\uFEFF${json({ id: "x" })}`), code: 1 },
  {
    id: "sends UTF-16",
    isNightly: true,
    answer: ok(Buffer.from(`\uFEFF${json(contact)}`, "utf16le")),
    code: 1,
  },
  {
    id: "sends invalid UTF-8",
    answer: ok(
      Buffer.concat([Buffer.from('{"id":1,"name":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
    ),
    code: 1,
  },
  {
    id: "sends halves of characters",
    isNightly: true,
    answer: ok('{"id":"\\ud800","name":"\\udfff\\ud800"}'),
    code: 1,
  },
  { id: "sends NUL bytes", isNightly: true, answer: ok('{"id":1,\u0000"name":"\u0000"}'), code: 1 },
  {
    id: "gives every key twice",
    answer: ok('{"id":1,"id":"two","name":"a","name":7,"items":[],"items":3,"total":1,"total":"2"}'),
    code: 1,
    interfaces: ["crm", "donation"],
  },
  {
    id: "names a key __proto__",
    answer: ok('{"__proto__":{"id":1,"name":"x","items":[],"total":0,"isAdmin":true},"id":"x"}'),
    code: 1,
  },
  {
    id: "names keys like parts of every object",
    answer: ok(
      '{"constructor":{"prototype":{"x":1}},"toString":1,"hasOwnProperty":2,"valueOf":{"__proto__":null},"toJSON":3,"length":-1,"id":{"constructor":1},"items":{"length":5,"__proto__":[]},"total":{"valueOf":1}}',
    ),
    code: 1,
    interfaces: ["crm", "donation", "volunteer"],
  },
  {
    id: "sends numbers beyond 2^53",
    answer: ok(
      '{"id":9007199254740993,"giftAskAmount":123456789012345678901234567890,"items":[{"id":9007199254740993},{"id":9007199254740992}],"total":18446744073709551616}',
    ),
    code: 1,
    interfaces: ["crm", "donation"],
  },
  {
    id: "sends numbers beyond all numbers",
    isNightly: true,
    answer: ok('{"id":1e999,"name":-1e999,"items":[{"id":1e999}],"total":1e999,"meta":{"total":1e999}}'),
    code: 1,
    interfaces: ["crm", "donation", "volunteer"],
  },
  {
    id: "sends fractions where there are none",
    isNightly: true,
    answer: ok('{"id":-0.0,"items":[{"id":0.1}],"total":-1e-320,"meta":{"total":1.5}}'),
    code: 1,
    interfaces: ["crm", "donation", "volunteer"],
  },
  { id: "nests arrays 100,000 deep", answer: lazily(() => deep("[", "]")), code: 3, told: /nests deeper/ },
  {
    id: "nests objects 100,000 deep",
    isNightly: true,
    answer: lazily(() => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
    code: 3,
    told: /nests deeper/,
  },
  {
    id: "nests 100,000 deep where a record may stand",
    answer: lazily(() => `{"id":1,"items":[{"id":1,"x":${deep("[", "]")}}],"total":1}`),
    code: 3,
    told: /nests deeper/,
    interfaces: ["crm", "donation"],
  },
  {
    id: "nests 100,000 deep and never comes back",
    isNightly: true,
    answer: lazily(() => "[".repeat(100_000)),
    code: 3,
  },
  {
    id: "nests as deep as is read",
    answer: ok(
      `{"id":1,"x":${"[".repeat(60)}${"]".repeat(60)},"y":${'{"avatarUrl":'.repeat(60)}1${"}".repeat(60)}}`,
    ),
    code: 1,
  },
  {
    id: "sends an array of three hundred thousand empty objects",
    answer: lazily(() => `{"items":[${"{},".repeat(300_000)}{}],"total":300001}`),
    code: 3,
    told: /more than [\d,]+ values/,
  },
  {
    id: "sends an array of ten thousand wrong names",
    answer: lazily(() => `[${"1,".repeat(9_999)}1]`),
    code: 1,
  },
  {
    id: "sends an object of five thousand keys",
    isNightly: true,
    answer: lazily(() => `{${Array.from({ length: 5_000 }, (_, n) => `"key${n}":${n}`).join()}}`),
    code: 1,
  },
  {
    id: "sends objects of sixty thousand keys",
    isNightly: true,
    answer: manyKeys(60_000),
    code: 1,
  },
  {
    id: "sends a text of a megabyte",
    answer: lazily(() => json({ id: 1, name: "a".repeat(1_000_000), items: "b" })),
    code: 1,
  },
  {
    id: "sends texts that patterns choke on",
    answer: lazily(() =>
      json({
        id: "1".repeat(50_000),
        name: " ".repeat(50_000),
        lifeToDateGiving: `${"1".repeat(50_000)}x`,
        lastGiftDate: `2020-01-01T00:00:00.${"0".repeat(50_000)}`,
        message: `${"at a (".repeat(9_000)}`,
        error: { code: "A_".repeat(30_000), message: `${"\n    at ".repeat(9_000)}`, details: [] },
        completeUrl: `https://x/${"/api/Reminder/Completed/1".repeat(3_000)}x`,
        avatarUrl: `https://x/${"/api/ContactIndividual/1/Avatar".repeat(3_000)}x`,
      }),
    ),
    code: 1,
  },
  {
    id: "sends as many values as are read",
    answer: lazily(() => `[${"1,".repeat(99_900)}1]`),
    code: 1,
    isNightly: true,
  },
  {
    id: "sends as many records as are read",
    answer: lazily(() => `{"items":[${'{"id":"x"},'.repeat(33_000)}{}],"total":1,"id":1}`),
    code: 1,
    interfaces: ["donation"],
    isNightly: true,
  },
  {
    id: "sends a thousand records that nest as deep as is read",
    answer: lazily(
      () =>
        `{"id":1,"items":[${`{"id":1,"x":${'{"a":'.repeat(96)}1${"}".repeat(96)}},`.repeat(999)}{}],"total":1}`,
    ),
    code: 1,
    isNightly: true,
  },
  {
    id: "sends a text as long as is read",
    answer: lazily(() => json({ id: 1, name: "a".repeat(10_000_000) })),
    code: 4,
    isNightly: true,
  },
  {
    id: "refuses at length, in other words every time",
    answer: refusesAtLength(),
    code: 4,
    told: /more than 48 MiB/,
    isNightly: true,
  },
  {
    id: "sends ten megabytes of no JSON",
    answer: lazily(() => "é".repeat(5_000_000)),
    code: 4,
    isNightly: true,
  },
  { id: "leaves the content type out", answer: ok(json({ id: "x" }), { "content-type": "" }), code: 1 },
  {
    id: "calls JSON a picture",
    isNightly: true,
    answer: ok(json({ id: "x" }), { "content-type": "image/png" }),
    code: 1,
  },
  {
    id: "calls JSON many things",
    isNightly: true,
    answer: ok(json({ id: "x" }), { "content-type": `text/html; ${"a=b; ".repeat(2_000)}` }),
    code: 1,
  },
  { id: "calls nonsense JSON", answer: ok("<<<not json>>>"), code: 1 },
  {
    id: "sends a page for people",
    answer: ok("<!doctype html><h1>It works!</h1>", { "content-type": "text/html" }),
    code: 1,
  },
  { id: "sends nothing", answer: ok(""), code: 1 },
  { id: "sends blanks", isNightly: true, answer: ok(" \r\n\t "), code: 1 },
  { id: "sends null", answer: ok("null"), code: 1, interfaces: ["crm", "donation", "volunteer"] },
  { id: "sends true", isNightly: true, answer: ok("true"), code: 1 },
  { id: "sends a number", isNightly: true, answer: ok("42"), code: 1 },
  { id: "sends a bare text", isNightly: true, answer: ok('"text"'), code: 1 },
  {
    id: "sends what only JavaScript reads",
    isNightly: true,
    answer: ok("{id: 1, name: 'x', t: NaN, /* c */}"),
    code: 1,
  },
  { id: "sends two values", isNightly: true, answer: ok(`${json(contact)}\n${json(contact)}`), code: 1 },
];
