import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { disguised, disguisedInShell } from "../../../src/core/run/disguise.ts";

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const signed = (header: unknown, claims: unknown): string => {
  const text = `${coded(header)}.${coded(claims)}`;
  return `${text}.${createHmac("sha256", "secret").update(text).digest("base64url")}`;
};

const token = signed({ alg: "HS256", typ: "JWT" }, { sub: "organization-1" });

const partsOf = (text: string): readonly unknown[] =>
  text.split(".").map((part, index) => {
    const plain = Buffer.from(part, "base64url").toString("utf8");
    return index < 2 ? JSON.parse(plain) : part;
  });

describe("a JSON Web Token", () => {
  test("loses its signature", () => {
    expect(disguised(token, "jwt-unsigned")).toBe(`${token.split(".").slice(0, 2).join(".")}.`);
  });

  test("says that it needs none, with the claims that it has", () => {
    const [header, claims, signature] = partsOf(disguised(token, "jwt-alg-none"));
    expect([header, claims, signature]).toEqual([{ alg: "none", typ: "JWT" }, { sub: "organization-1" }, ""]);
  });

  test("gets the signature of something else, as long as its own", () => {
    const other = disguised(token, "jwt-other-signature");
    expect(other).toHaveLength(token.length);
    expect(other).not.toBe(token);
    expect(partsOf(other).slice(0, 2)).toEqual(partsOf(token).slice(0, 2));
  });

  test("gets the signature of another one, and stays no token where that is its own", () => {
    const other = `${Buffer.from("{}").toString("base64url")}.e30.AAAA`;
    const made = disguised(token, "jwt-foreign-signature", other);
    expect(made).toBe(`${token.split(".").slice(0, 2).join(".")}.AAAA`);
    expect(disguised(token, "jwt-foreign-signature", token)).not.toBe(token);
  });

  test("gets a claim more under the signature that it has", () => {
    const [, claims, signature] = partsOf(disguised(token, "jwt-other-claims"));
    expect(claims).toEqual({ role: "administrator", sub: "organization-1" });
    expect(signature).toBe(partsOf(token)[2]);
  });

  test.each([
    "jwt-unsigned",
    "jwt-alg-none",
    "jwt-other-signature",
    "jwt-foreign-signature",
    "jwt-other-claims",
  ] as const)("that is none becomes another text all the same: %s", (disguise) => {
    for (const text of ["opaque", "a.b", ""]) expect(disguised(text, disguise)).not.toBe(text);
  });
});

describe("a shell makes the same", () => {
  const disguises = [
    "truncated",
    "other-case",
    "percent-encoded",
    "basic-user",
    "basic-both",
    "basic-password",
    "jwt-unsigned",
    "jwt-alg-none",
    "jwt-other-signature",
    "jwt-foreign-signature",
    "jwt-other-claims",
  ] as const;
  const longer = signed({ alg: "HS256", typ: "JWT" }, { sub: "organization-1", name: "Ærøskøbing" });
  const other = signed({ alg: "none" }, { sub: "somebody else" });

  test.each(disguises)("%s", (disguise) => {
    for (const value of [token, longer, "sk_LiveKeyWithoutDots0", "0123456789abcdef"]) {
      const env = { PATH: process.env["PATH"] ?? "", KEY: value, OTHER: other };
      const made = execFileSync(
        "sh",
        ["-c", `MADE=${disguisedInShell("KEY", disguise, "OTHER")}; printf %s "$MADE"`],
        {
          env,
          encoding: "utf8",
        },
      );
      expect([value, made]).toEqual([value, disguised(value, disguise, other)]);
    }
  });
});
