import { expect, test } from "vitest";
import { proxiesOf } from "../../../src/core/model/proxy.ts";
import { usageErrorOf } from "../../usage-error-of.ts";

const target = "https://crm.example.org/api";

test.each<readonly [string, Readonly<Record<string, string>>, string | undefined]>([
  ["nothing", {}, undefined],
  ["HTTPS_PROXY", { HTTPS_PROXY: "http://proxy.example:3128" }, "http://proxy.example:3128"],
  ["https_proxy, which comes first", { https_proxy: "http://a:1", HTTPS_PROXY: "http://b:2" }, "http://a:1"],
  ["HTTP_PROXY, where it is alone", { HTTP_PROXY: "http://proxy.example" }, "http://proxy.example"],
  ["HTTPS_PROXY before HTTP_PROXY", { HTTPS_PROXY: "https://a", HTTP_PROXY: "http://b" }, "https://a"],
  ["an empty HTTPS_PROXY", { HTTPS_PROXY: " ", HTTP_PROXY: "http://b" }, undefined],
  ["no scheme", { HTTPS_PROXY: "proxy.example:3128" }, "http://proxy.example:3128"],
])("a proxy is named by %s", (_, env, origin) => {
  expect(proxiesOf(env)(target)?.origin).toBe(origin);
});

test.each<readonly [string, string, boolean]>([
  ["crm.example.org", target, true],
  ["CRM.Example.ORG", target, true],
  ["example.org", target, true],
  [".example.org", target, true],
  ["*.example.org", target, true],
  ["*", target, true],
  ["other.example, crm.example.org:443", target, true],
  ["crm.example.org:8443", "https://crm.example.org:8443", true],
  ["crm.example.org:8443", target, false],
  ["ample.org", target, false],
  ["rm.example.org", target, false],
  ["", target, false],
  [",", target, false],
  ["10.0.0.0/8", "https://10.1.2.3/api", true],
  ["10.0.0.0/8", "https://11.1.2.3/api", false],
  ["10.0.0.0/99", "https://10.1.2.3/api", false],
  ["10.0.0.0/8", target, false],
  ["2001:db8::/32", "https://[2001:db8::1]/api", true],
  ["[2001:db8::1]", "https://[2001:db8::1]/api", true],
  ["2001:db8::1", "https://[2001:db8::1]/api", true],
])("NO_PROXY=%s: %s is reached directly: %s", (entries, url, isDirect) => {
  for (const name of ["NO_PROXY", "no_proxy"]) {
    const found = proxiesOf({ HTTPS_PROXY: "http://proxy.example", [name]: entries })(url);
    expect(found === undefined).toBe(isDirect);
  }
});

test.each([
  "http://127.0.0.1:4010/crm",
  "https://127.0.0.1:4010/crm",
  "https://localhost/crm",
  "https://crm.localhost/",
  "https://[::1]:1/",
  "https://0.0.0.0/",
  "https://[::ffff:127.0.0.1]/",
])("%s is this machine and has no proxy, not even an unusable one", (url) => {
  expect(proxiesOf({ HTTPS_PROXY: "http://proxy.example" })(url)).toBeUndefined();
  expect(proxiesOf({ HTTPS_PROXY: "socks5://proxy.example" })(url)).toBeUndefined();
});

test.each([
  "socks5://user:s3cret@proxy.example:1080",
  "http://user:s3cret@",
  "http://user:s3cret@proxy.example/path",
  "http://user:s3cret@proxy.example?x=y",
  "http://user:s3cret%zz@proxy.example",
  "http://user:s3cret@proxy.example:99999",
  "user s3cret",
])("the unusable %s is wrong use, and is not shown", (address) => {
  const { line } = usageErrorOf(() => proxiesOf({ https_proxy: address })(target));
  expect(line).toMatch(/^https_proxy: is not the address of an HTTP proxy \(/);
  expect(line).not.toContain("s3cret");
});

test("a credential is unescaped, and seen only by whoever asks for the header", () => {
  const proxy = proxiesOf({ HTTPS_PROXY: "http://m%40rta:s%3Acret@proxy.example:3128" })(target);
  expect(proxy?.authorization()).toBe(`Basic ${Buffer.from("m@rta:s:cret").toString("base64")}`);
  expect(JSON.stringify(proxy)).toBe('{"variable":"HTTPS_PROXY","origin":"http://proxy.example:3128"}');
});
