import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExchangeRequest } from "../../../src/core/model/exchange.ts";
import { curlOf } from "../../../src/core/run/curl.ts";

const execute = promisify(execFile);

const request = (parts: Partial<ExchangeRequest> = {}): ExchangeRequest => ({
  method: "GET",
  url: "https://crm.example.org/api/Contact/1",
  headers: {},
  authorization: "none",
  ...parts,
});

const json = (value: unknown): Partial<ExchangeRequest> => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: value,
});

const form = (
  body: Readonly<Record<string, string>>,
  mediaType = "application/x-www-form-urlencoded",
): Partial<ExchangeRequest> => ({
  method: "POST",
  headers: { "content-type": mediaType },
  body,
});

const secrets = { CRM_KEY: 'the key\'s "value" $(date)', OTHER_KEY: "other", COUNT: "17" };

/** The arguments that bash makes of each line, in the same order. */
const argumentsOf = async (lines: readonly string[]): Promise<readonly (readonly string[])[]> => {
  const script = lines.map((line) => `${line.replace(/^curl/, "show")}; printf '\\x1e'`).join("\n");
  const { stdout } = await execute("bash", ["-c", `show() { printf '%s\\x1f' "$@"; }\n${script}`], {
    env: { ...secrets, HOME: "/home/somebody" },
    maxBuffer: 1e8,
  });
  return stdout
    .split("\x1e")
    .slice(0, -1)
    .map((line) => line.split("\x1f").slice(0, -1));
};

const variables = { CRM_KEY: "text", OTHER_KEY: "text" } as const;

const shellArguments = async (parts: Partial<ExchangeRequest>): Promise<readonly string[]> =>
  (await argumentsOf([curlOf(request(parts))]))[0] ?? [];

const hostile = [
  "it's",
  '"quoted"',
  "$HOME",
  "$(touch /tmp/owned)",
  "`id`",
  "a\\b\\",
  "; rm -rf ~",
  "a && b | c > d",
  "*?[a-z]{1,2}",
  "!!",
  "# comment",
  "new\nline",
  "tab\there",
  "ünï ☃",
  "-X DELETE",
  "",
  "' \" $CRM_KEY",
];

describe("the shell gets", () => {
  test("a plain read as it is", async () => {
    expect(curlOf(request())).toBe("curl -i https://crm.example.org/api/Contact/1");
    expect(curlOf(request({ url: "https://crm.example.org/a?b=1&c=2" }))).toBe(
      "curl -i 'https://crm.example.org/a?b=1&c=2'",
    );
  });

  /** What it gets of requests that hold each of the texts. */
  const allArguments = async (
    texts: readonly string[],
    partsOf: (text: string) => Partial<ExchangeRequest>,
  ): Promise<readonly (readonly string[])[]> =>
    argumentsOf(texts.map((text) => curlOf(request(partsOf(text)))));

  test("hostile texts in a JSON body unchanged", async () => {
    expect(await allArguments(hostile, (text) => json({ note: text }))).toEqual(
      hostile.map((text) => [
        "-i",
        "-X",
        "PUT",
        "https://crm.example.org/api/Contact/1",
        "-H",
        "Content-Type: application/json",
        "--data-raw",
        JSON.stringify({ note: text }),
      ]),
    );
  });

  test("hostile texts as a body of text, in an address and in a form unchanged", async () => {
    const lastOf = async (texts: readonly string[], partsOf: (text: string) => Partial<ExchangeRequest>) =>
      (await allArguments(texts, partsOf)).map((line) => line.at(-1));
    const bodies = (text: string) => ({ headers: { "content-type": "text/plain" }, body: text });
    const address = (text: string): string => `https://crm.example.org/${text}`;
    expect(await lastOf(hostile, bodies)).toEqual(hostile);
    expect(await lastOf(hostile, (text) => ({ url: address(text) }))).toEqual(hostile.map(address));
    const inForms = hostile.filter((text) => text !== "$HOME");
    expect(await lastOf(inForms, (text) => form({ username: text }))).toEqual(
      inForms.map((text) => `username=${text}`),
    );
  });

  test("any text unchanged", async () => {
    const text = fc.string({
      unit: fc.constantFrom(..."ab $`'\"\\!*?(){}[]<>|&;#~=%\n\t-é☃".split(""), "$HOME", "$(id)"),
    });
    const bodies = fc.array(text, { minLength: 100, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        const lines = all.map((body) => curlOf(request({ headers: { "content-type": "text/plain" }, body })));
        expect((await argumentsOf(lines)).map((line) => line.at(-1))).toEqual(all);
      }),
      { numRuns: 2 },
    );
  });
});

describe("secrets", () => {
  test("stand as names that the shell fills in", async () => {
    const line = curlOf(request({ authorization: "Bearer $CRM_KEY" }));
    expect(line).toBe('curl -i https://crm.example.org/api/Contact/1 -H "Authorization: Bearer $CRM_KEY"');
    expect((await argumentsOf([line]))[0]?.at(-1)).toBe(`Authorization: Bearer ${secrets.CRM_KEY}`);
  });

  test("behind a prefix that means something to the shell leave it alone", async () => {
    const all = await shellArguments({ authorization: 'B"e`a\\rer $(id) $CRM_KEY' });
    expect(all.at(-1)).toBe(`Authorization: B"e\`a\\rer $(id) ${secrets.CRM_KEY}`);
  });

  test("are filled in wherever else a request carries them", async () => {
    const url = "https://crm.example.org/api/Contact/1?token=$CRM_KEY&key=$OTHER_KEY";
    const headers = { cookie: "token=$CRM_KEY; key=$OTHER_KEY", accept: "application/json" };
    const all = await shellArguments({ url, headers, variables });
    expect(all).toEqual([
      "-i",
      `https://crm.example.org/api/Contact/1?token=${secrets.CRM_KEY}&key=${secrets.OTHER_KEY}`,
      "-H",
      `cookie: token=${secrets.CRM_KEY}; key=${secrets.OTHER_KEY}`,
    ]);
  });

  test("may have names of small letters", async () => {
    expect(curlOf(request({ authorization: "Bearer $crm_key" }))).toContain(
      '"Authorization: Bearer $crm_key"',
    );
  });

  test("in a form are filled in, all else in it is not", async () => {
    const fields = form({ grant_type: "password", password: "$OTHER_KEY", note: "costs $HOME!" });
    expect((await shellArguments({ ...fields, variables })).slice(-6)).toEqual([
      "--data-urlencode",
      "grant_type=password",
      "--data-urlencode",
      "password=other",
      "--data-urlencode",
      "note=costs $HOME!",
    ]);
  });

  test("in a multipart form are never taken for the name of a file", async () => {
    const fields = form({ password: "$OTHER_KEY" }, "multipart/form-data; boundary=x");
    expect(curlOf(request({ ...fields, variables }))).toBe(
      'curl -i -X POST https://crm.example.org/api/Contact/1 --form-string "password=$OTHER_KEY"',
    );
  });

  test("in a path and with a suffix are filled in", async () => {
    const all = await shellArguments({
      url: "https://crm.example.org/$CRM_KEY/notes",
      authorization: 'Bearer "${OTHER_KEY}x"',
      variables,
    });
    expect(all.slice(1)).toEqual([
      `https://crm.example.org/${secrets.CRM_KEY}/notes`,
      "-H",
      `Authorization: Bearer "${secrets.OTHER_KEY}x"`,
    ]);
  });

  test("and values of a record in JSON are filled in as texts and as numbers", async () => {
    const shown = { values: ["$OTHER_KEY", "$COUNT", "$HOME", "it's ${OTHER_KEY}x"] };
    const parts = { ...json(shown), variables: { ...variables, COUNT: "json" } as const };
    const line = curlOf(request(parts));
    expect(line).toContain(`--data-raw '{"values":["'"$OTHER_KEY"'",'"$COUNT"',"$HOME",`);
    expect(JSON.parse((await argumentsOf([line]))[0]?.at(-1) ?? "")).toEqual({
      values: ["other", 17, "$HOME", "it's otherx"],
    });
  });

  test("get another name where another value has theirs", async () => {
    const line = curlOf(request({ authorization: "Bearer $CRM_KEY", variables }), (name) => `${name}_2`);
    expect(line).toContain('"Authorization: Bearer $CRM_KEY_2"');
  });

  test("that are empty are sent", async () => {
    expect(curlOf(request({ authorization: "" }))).toContain("-H 'Authorization;'");
  });

  test.each(["none", "unknown"])("where %s was presented, no header stands", (authorization) => {
    expect(curlOf(request({ authorization }))).not.toContain("Authorization");
  });
});
