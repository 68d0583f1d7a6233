import { brotliCompressSync, gzipSync } from "node:zlib";
import { alike, always, http, json, type HostileCase } from "../hostile-case.ts";

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
  ...alike({ code: 3, says: /compressed \(gzip\)/ })({
    "sends a compression bomb": lazily(() => gzipSync(gzipSync(megabytes(16))), {
      "content-encoding": "gzip, gzip",
    }),
  }),
  ...alike({ code: 3, isNightly: true, says: /compressed \(gzip\)/ })({
    "sends a compression bomb that is announced": lazily(() => gzipSync(megabytes(16)), {
      "content-encoding": "gzip",
    }),
  }),
  ...alike({ code: 3, isNightly: true, says: /compressed \(br\)/ })({
    "sends a compression bomb of another kind": lazily(() => brotliCompressSync(megabytes(4)), {
      "content-encoding": "br",
    }),
  }),
  ...alike({ code: 1 })({
    "compresses without saying so": ok(gzipSync(json(contact))),
    "begins with a byte order mark": ok(`\uFEFF${json({ id: "x" })}`),
    "sends invalid UTF-8": ok(
      Buffer.concat([Buffer.from('{"id":1,"name":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
    ),
    "names a key __proto__": ok(
      '{"__proto__":{"id":1,"name":"x","items":[],"total":0,"isAdmin":true},"id":"x"}',
    ),
    "nests as deep as is read": ok(
      `{"id":1,"x":${"[".repeat(60)}${"]".repeat(60)},"y":${'{"avatarUrl":'.repeat(60)}1${"}".repeat(60)}}`,
    ),
    "sends an array of ten thousand wrong names": lazily(() => `[${"1,".repeat(9_999)}1]`),
    "sends a text of a megabyte": lazily(() => json({ id: 1, name: "a".repeat(1_000_000), items: "b" })),
    "sends texts that patterns choke on": lazily(() =>
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
    "leaves the content type out": ok(json({ id: "x" }), { "content-type": "" }),
    "calls nonsense JSON": ok("<<<not json>>>"),
    "sends a page for people": ok("<!doctype html><h1>It works!</h1>", { "content-type": "text/html" }),
    "sends nothing": ok(""),
  }),
  ...alike({ code: 3, isNightly: true, says: /compressed \(deflate\)/ })({
    "says that plain text is compressed": ok(json(contact), { "content-encoding": "deflate" }),
  }),
  ...alike({ code: 3, says: /compressed \(zstd\)/ })({
    "breaks off what it compressed": ok(gzipSync(json(contact)).subarray(0, 12), {
      "content-encoding": "zstd, gzip",
    }),
  }),
  ...alike({ code: 3, isNightly: true })({
    "names a compression that does not exist": ok(json({ id: "x" }), {
      "content-encoding": "\u001b]0;pwned",
    }),
    "nests 100,000 deep and never comes back": lazily(() => "[".repeat(100_000)),
  }),
  ...alike({ code: 1, isNightly: true })({
    "sends UTF-16": ok(Buffer.from(`\uFEFF${json(contact)}`, "utf16le")),
    "sends halves of characters": ok('{"id":"\\ud800","name":"\\udfff\\ud800"}'),
    "sends NUL bytes": ok('{"id":1,\u0000"name":"\u0000"}'),
    "sends an object of five thousand keys": lazily(
      () => `{${Array.from({ length: 5_000 }, (_, n) => `"key${n}":${n}`).join()}}`,
    ),
    "sends objects of sixty thousand keys": manyKeys(60_000),
    "sends as many values as are read": lazily(() => `[${"1,".repeat(99_900)}1]`),
    "sends a thousand records that nest as deep as is read": lazily(
      () =>
        `{"id":1,"items":[${`{"id":1,"x":${'{"a":'.repeat(96)}1${"}".repeat(96)}},`.repeat(999)}{}],"total":1}`,
    ),
    "calls JSON a picture": ok(json({ id: "x" }), { "content-type": "image/png" }),
    "calls JSON many things": ok(json({ id: "x" }), {
      "content-type": `text/html; ${"a=b; ".repeat(2_000)}`,
    }),
    "sends blanks": ok(" \r\n\t "),
    "sends true": ok("true"),
    "sends a number": ok("42"),
    "sends a bare text": ok('"text"'),
    "sends what only JavaScript reads": ok("{id: 1, name: 'x', t: NaN, /* c */}"),
    "sends two values": ok(`${json(contact)}\n${json(contact)}`),
  }),
  ...alike({ code: 1, interfaces: ["crm", "donation"] })({
    "gives every key twice": ok(
      '{"id":1,"id":"two","name":"a","name":7,"items":[],"items":3,"total":1,"total":"2"}',
    ),
    "sends numbers beyond 2^53": ok(
      '{"id":9007199254740993,"giftAskAmount":123456789012345678901234567890,"items":[{"id":9007199254740993},{"id":9007199254740992}],"total":18446744073709551616}',
    ),
  }),
  ...alike({ code: 1, interfaces: ["crm", "donation", "volunteer"], mostRequests: 200 })({
    "names keys like parts of every object": ok(
      '{"constructor":{"prototype":{"x":1}},"toString":1,"hasOwnProperty":2,"valueOf":{"__proto__":null},"toJSON":3,"length":-1,"id":{"constructor":1},"items":{"length":5,"__proto__":[]},"total":{"valueOf":1}}',
    ),
    "sends null": ok("null"),
  }),
  ...alike({ code: 1, interfaces: ["crm", "donation", "volunteer"], isNightly: true })({
    "sends numbers beyond all numbers": ok(
      '{"id":1e999,"name":-1e999,"items":[{"id":1e999}],"total":1e999,"meta":{"total":1e999}}',
    ),
    "sends fractions where there are none": ok(
      '{"id":-0.0,"items":[{"id":0.1}],"total":-1e-320,"meta":{"total":1.5}}',
    ),
  }),
  ...alike({ code: 3, says: /nests deeper/ })({ "nests arrays 100,000 deep": lazily(() => deep("[", "]")) }),
  ...alike({ code: 3, isNightly: true, says: /nests deeper/ })({
    "nests objects 100,000 deep": lazily(() => `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  }),
  ...alike({ code: 3, interfaces: ["crm", "donation"], says: /nests deeper/ })({
    "nests 100,000 deep where a record may stand": lazily(
      () => `{"id":1,"items":[{"id":1,"x":${deep("[", "]")}}],"total":1}`,
    ),
  }),
  ...alike({ code: 3, says: /more than [\d,]+ values/ })({
    "sends an array of three hundred thousand empty objects": lazily(
      () => `{"items":[${"{},".repeat(300_000)}{}],"total":300001}`,
    ),
  }),
  ...alike({ code: 1, interfaces: ["donation"], isNightly: true })({
    "sends as many records as are read": lazily(
      () => `{"items":[${'{"id":"x"},'.repeat(33_000)}{}],"total":1,"id":1}`,
    ),
  }),
  ...alike({ code: 4, isNightly: true })({
    "sends a text as long as is read": lazily(() => json({ id: 1, name: "a".repeat(10_000_000) })),
    "sends ten megabytes of no JSON": lazily(() => "é".repeat(5_000_000)),
  }),
  ...alike({ code: 4, isNightly: true, says: /more than 48 MiB/ })({
    "refuses at length, in other words every time": refusesAtLength(),
  }),
];
