import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMask } from "../../../src/core/privacy/mask.ts";

const maskOf = (...secrets: readonly (readonly [value: string, name: string])[]) => {
  const mask = createMask();
  for (const [value, name] of secrets) mask.learn(value, name);
  return mask;
};

test("every place of a secret is replaced by its name", () => {
  expect(maskOf(["geheimnis", "$CRM_KEY"]).mask("geheimnis and geheimnis!")).toBe("$CRM_KEY and $CRM_KEY!");
});

test.each([
  ["in an address", encodeURIComponent("pä+s w/rd&")],
  ["in a form", new URLSearchParams({ p: "pä+s w/rd&" }).toString().slice(2)],
  ["in JSON", JSON.stringify("pä+s w/rd&").slice(1, -1)],
])("%s too", (_, text) => {
  expect(maskOf(["pä+s w/rd&", "$PASSWORD"]).mask(`x=${text};`)).toBe("x=$PASSWORD;");
});

test("quotes and line ends in a secret are known in JSON", () => {
  const secret = 'say "hello"\nworld';
  expect(maskOf([secret, "$KEY"]).mask(JSON.stringify({ secret }))).toBe('{"secret":"$KEY"}');
});

test("the longer of two goes first", () => {
  const mask = maskOf(["secret", "$SHORT"], ["secret-and-more", "$LONG"]);
  expect(mask.mask("secret-and-more, secret")).toBe("$LONG, $SHORT");
});

test("a name that was put in is not masked again", () => {
  expect(maskOf(["TOKEN_A", "$X"], ["geheimnis", "$TOKEN_A"]).mask("geheimnis")).toBe("$TOKEN_A");
});

test("a name is put in as it is, whatever it holds", () => {
  expect(maskOf(["geheimnis", "$& $1 $'"]).mask("<geheimnis>")).toBe("<$& $1 $'>");
});

test("what is too short to be distinguished from ordinary text is left", () => {
  expect(maskOf(["2024", "$PIN"]).mask("in 2024")).toBe("in 2024");
});

test("a secret learnt twice keeps its first name", () => {
  expect(maskOf(["geheimnis", "$ONE"], ["geheimnis", "$TWO"]).mask("geheimnis")).toBe("$ONE");
});

const token = "sk_live_4f9A2c7E1b8D6035aaXY";

test.each([
  ["in capitals", token.toUpperCase()],
  ["in base64", Buffer.from(`user:${token}`).toString("base64")],
  ["in base64 for addresses", Buffer.from(`{"t":"${token}?>"}`).toString("base64url")],
  ["in hex", Buffer.from(token).toString("hex")],
  ["its first half", token.slice(0, 14)],
  ["its second half", token.slice(14)],
])("a token that is written %s", (_, text) => {
  const masked = maskOf([token, "$KEY"]).mask(`<${text}>`);
  expect(masked).toContain("$KEY");
  for (let start = 0; start + 12 <= text.length; start += 1)
    expect(masked).not.toContain(text.slice(start, start + 12));
});

test("what a server makes of a password in HTML is known too", () => {
  expect(maskOf(["a<b&c'd", "$PASSWORD"]).mask("<p>a&lt;b&amp;c&#39;d</p>")).toBe("<p>$PASSWORD</p>");
});

test("words of a password and parts of an address of mail are ordinary text", () => {
  const mask = maskOf(["somebody@crm.example.org", "$NAME"], ["correct horse battery staple", "$PASSWORD"]);
  expect(mask.mask("https://crm.example.org: a battery, correct")).toBe(
    "https://crm.example.org: a battery, correct",
  );
});

test("an id says nothing of the ids beside it", () => {
  const mask = createMask();
  mask.learn("user-00000000000000000001", "$ID", { inPieces: false });
  expect(mask.mask("user-00000000000000000002, user-00000000000000000001")).toBe(
    "user-00000000000000000002, $ID",
  );
});

test("a secret of any size and any characters is masked and breaks nothing", () => {
  const long = "b\n".repeat(50_000);
  const half = "abcdef\ud800";
  const mask = maskOf([long, "$LONG"], [half, "$HALF"]);
  expect(mask.mask(`<${half}><${long}>`)).toBe("<$HALF><$LONG>");
});

describe("whatever the secret", () => {
  test("no text holds it any more", () => {
    const secrets = fc.uniqueArray(fc.string({ minLength: 6, maxLength: 20 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(secrets, fc.array(fc.nat(3), { maxLength: 6 }), (values, picks) => {
        const mask = maskOf(...values.map((value): [string, string] => [value, "§"]));
        const text = picks.map((index) => values[index % values.length] ?? "").join(" § ");
        const masked = mask.mask(text);
        for (const value of values) expect(masked.includes(value)).toBe(false);
      }),
    );
  });
});
