import { http, json, type HostileCase } from "../hostile-case.ts";
import type { Answer } from "../server.ts";

/** Answers with a text wherever one may stand: values, names, codes, headers, the status line. */
const everywhere =
  (text: string): Answer =>
  (asked, socket) => {
    const fields = {
      id: text,
      name: 7,
      [text]: text,
      isPrivate: text,
      contactIndividuals: [{ [text]: 1, gender: 1, contactMethods: text }],
    };
    const header = text.replace(/[^\x20-\x7e]/g, "?");
    const headers = {
      "x-text": header,
      "content-type": "application/json",
      "retry-after": header,
      etag: header,
    };
    const problem = {
      title: text,
      status: text,
      detail: text,
      errors: { [text]: text, take: [{ [text]: text }] },
    };
    const error = {
      code: text,
      message: `${text}\n    at f (file.js:1:1)`,
      details: [{ field: text, code: text, message: 1 }],
    };
    const answers = [
      http(
        `200 ${header}`,
        json({ ...fields, items: [fields], total: text, meta: { total: text } }),
        headers,
      ),
      http(`400 ${header}`, json({ ...problem, error, message: text }), headers),
      http(`401 ${header}`, json({ error }), headers),
      http(`404 ${header}`, json(problem), headers),
      http(`403 ${header}`, text, { ...headers, "content-type": `text/plain; x="${header}"` }),
    ];
    socket.write(answers[asked.before % answers.length] ?? "");
  };

const hostile = {
  interfaces: ["crm", "donation", "volunteer"],
  code: 1,
  mostRequests: 200,
} as const;

/** Texts that mean something to whoever shows them. */
const hostileTexts: Readonly<Record<string, string>> = {
  "speaks to the terminal":
    "\u001b[2J\u001b]0;pwned\u0007\u001b]8;;http://evil.example\u0007link\u009b31m\b\b\r",
  "speaks to the CI system":
    "\n::error file=a,line=1::pwned\r\n##[command]pwned\n##vso[task.setvariable variable=x]pwned\n::stop-commands::t\n::set-output name=x::pwned",
  "sends what XML may not hold":
    "\u0000\u0001\u000b\u001f\ufffe\uffff]]>--><![CDATA[&lol;<!DOCTYPE x SYSTEM 'file:///etc/passwd'>",
  "sends scripts": `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'><svg/onload=alert(1)>`,
  "turns text around": "\u202e\u2066txt.exe\u2069\u200b\u00ad\ufeff\u2028\u2029",
  "sends what a shell would run": "'; rm -rf / #$(touch /tmp/pwned)`touch /tmp/pwned`\n$HOME ${HOME} \\",
  "sends what a spreadsheet would run": "=cmd|' /C calc'!A1",
  "sends markdown":
    "[x](javascript:alert(1)) ![x](http://evil.example/?) | a | b |\n|---|\n```\n@everyone <details>",
};

/** All of them in one text, which is what a usual run is spoken to with. */
export const allAtOnce = "says all of that at once";

export const texts: readonly HostileCase[] = [
  ...Object.entries(hostileTexts).map(([id, text]): HostileCase => ({
    id,
    answer: everywhere(text),
    isNightly: true,
    ...hostile,
  })),
  { id: allAtOnce, answer: everywhere(Object.values(hostileTexts).join(" ")), ...hostile },
];
