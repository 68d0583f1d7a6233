import { documents, fieldNames, operationMatcher } from "../../../src/builtin/documents.ts";
import { contract } from "../../../src/inputs/contract.ts";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { loadJudgingParts } from "../../../src/inputs/judging-parts.ts";
import { suite } from "../../../src/inputs/suite.ts";
import {
  isCamelCasePath,
  isDecimalString,
  isErrorCode,
  isHttpDate,
  isUtcDateTime,
} from "../../../src/core/formats/formats.ts";
import { faults } from "../../../src/builtin/faults/generated/faults.ts";
import type { Exchange } from "../../../src/core/model/exchange.ts";
import { createExchangeMask } from "../../../src/traffic/recorder/mask-exchange.ts";
import { createTextMask, publicValuesOf } from "../../../src/core/privacy/mask-text.ts";
import { createNameCensus } from "../../../src/traffic/recorder/recorder.ts";
import { createFindOperation, type Found } from "../../../src/traffic/recordings/find-operation.ts";
import { toExchange } from "../../../src/traffic/recordings/to-exchange.ts";
import { createRecordingRun } from "../../../src/core/run/recording-run.ts";
import { withFaults } from "../../../src/sandbox/with-faults.ts";
import { holdsStackTrace } from "../../../src/core/validation/stack-trace.ts";
import { headerFields } from "../../../src/traffic/recordings/header-fields.ts";
import { readHarEntry } from "../../../src/traffic/recordings/read-entry.ts";
import { harEntry, privateValues, realWorld } from "../recordings/traffic.ts";
import { answered, json } from "../../monitoring/drift/support.ts";
import { asks, smallSandbox } from "./kit.ts";
import { isNightly } from "../../nightly.ts";
import { codePoint } from "../../code-point.ts";

interface Pair {
  readonly exchange: Exchange;
  readonly found: Found;
}

const find = createFindOperation(operationMatcher);

const foundAt = (method: string, url: string): Found => {
  const found = find(method, url);
  if (found === undefined) throw new Error(`nobody documents ${url}`);
  return found;
};

const maskText = createTextMask(publicValuesOf(documents));
const mask = createExchangeMask(documents);

/** As a recorder masks it whose census has seen it, and whatever else it has seen. */
const maskExchange = (exchange: Exchange, found: Found, census = createNameCensus(fieldNames)): Exchange => {
  census.see(exchange);
  return mask(exchange, found, census.isField);
};

const pairOf = async (request: Request, answer: (request: Request) => Promise<Response>): Promise<Pair> => {
  const body = await request.clone().text();
  const response = await answer(request);
  const found = foundAt(request.method, request.url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const recorded = {
    method: request.method,
    url: request.url,
    headers: headerFields(Object.fromEntries(request.headers)),
    body: body === "" ? ({ kind: "empty" } as const) : ({ kind: "text", text: body } as const),
    response: () => ({
      status: response.status,
      headers: headerFields(Object.fromEntries(response.headers)),
      body: { kind: "bytes", bytes } as const,
      elapsedMs: 3.4,
    }),
  };
  return { exchange: toExchange(recorded, found), found };
};

const { validation } = await loadJudgingParts(contract);

/** What the passive checks have against an exchange, by fact and place. */
const findingsOf = (exchange: Exchange): readonly string[] => {
  const recordingRun = createRecordingRun({
    contract,
    baseline: new Set(),
    chosen: suite.checks,
    validation,
    show: ({ request }) => request,
  });
  recordingRun.judge(exchange, 1);
  const { findings, verdicts } = recordingRun.tally();
  return [
    ...findings.map(
      ({ finding: { fact, check, pointer, operation } }) => `${fact} ${check} ${operation} ${pointer}`,
    ),
    ...verdicts.map((one) => JSON.stringify(one)),
  ].toSorted();
};

/** The exchange as it is masked, and what was found in it before and after. */
const heldAlike = ({ exchange, found }: Pair): { masked: Exchange; findings: readonly string[] } => {
  const masked = maskExchange(exchange, found);
  const findings = findingsOf(masked);
  expect(findings).toEqual(findingsOf(exchange));
  expect(maskExchange(masked, found)).toEqual(masked);
  return { masked, findings };
};

describe("passive checks find the same in a masked exchange", () => {
  test("of the sandbox, as it is and with faults planted", { timeout: 300_000 }, async () => {
    const { sandbox, request } = smallSandbox();
    const seen = new Set(
      suite.checks.filter(({ effect }) => effect === "passive").flatMap((check) => check.facts),
    );
    const planted = faults.filter(({ fact, donors }) => seen.has(fact) && donors === undefined);
    // A behavioural fault seldom shows in one answer.
    const some = isNightly
      ? planted
      : planted.filter(({ grade }) => grade !== "behavioural").filter((_, index) => index % 35 === 0);
    let broken = 0;
    for (const fault of [undefined, ...some]) {
      const { fetch } = withFaults(sandbox, fault === undefined ? [] : [fault]);
      for (const ask of asks) {
        if (
          fault !== undefined &&
          ![ask.interface, "general"].includes(contract.factGroups[fault.fact.slice(0, 3)] ?? "")
        )
          continue;
        const { findings } = heldAlike(await pairOf(request(ask), fetch));
        if (findings.some((one) => /^[A-Z]{3}-\d\d /.test(one))) broken += 1;
      }
    }
    expect(broken).toBeGreaterThan(some.length / 3);
    await sandbox.close();
  });

  test("of real systems, and nothing of anybody is left in it", () => {
    for (const one of realWorld) {
      const found = find(one.method, one.url);
      if (found === undefined) continue;
      const text = JSON.stringify(
        heldAlike({ exchange: toExchange(readHarEntry(harEntry(one)), found), found }).masked,
      );
      for (const value of privateValues) expect(text).not.toContain(value);
    }
  });

  test("with any values at all in its body", () => {
    const url = "https://crm.example.org/api/Contact/ByReference/A-1";
    const found = foundAt("GET", url);
    const leaf = fc.oneof(
      fc.constantFrom(
        "2026-02-30T00:00:00Z",
        "2026-02-28T00:00:00",
        "$1,200",
        "-0.50",
        "1e5",
        "BAD_CODE",
        "a.b[0]",
        "****",
      ),
      fc.constantFrom(
        "/api/Reminder/Completed/7",
        "https://crm.example.org/api/ContactIndividual/7/Avatar",
        "x at A.B.C(D)",
      ),
      fc.string({ unit: codePoint }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, 7, -7, 0),
    );
    const names = [
      "id",
      "lastGiftDate",
      "lifeToDateGiving",
      "avatarUrl",
      "reminder",
      "error",
      "code",
      "total",
      "list",
      "Name",
    ];
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        // As parsed JSON: with a prototype.
        fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie("any"), {
          maxKeys: 6,
          noNullPrototype: true,
        }),
        fc.array(tie("any"), { maxLength: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.constantFrom(200, 400, 401, 404, 429, 500), (body, status) => {
        const exchange: Exchange = {
          interface: "crm",
          operation: "getContactByReference",
          request: { method: "GET", url, headers: {}, authorization: "unknown" },
          outcome: {
            kind: "response",
            status,
            headers: {},
            body: { kind: "json", value: body },
            elapsedMs: 1,
          },
        };
        expect(heldAlike({ exchange, found }).masked.operation).toBe(exchange.operation);
      }),
      { numRuns: isNightly ? 10_000 : 25 },
    );
  });
});

describe("a masked text", () => {
  const asked = (text: string): readonly unknown[] => [
    text.length,
    ...[isDecimalString, isUtcDateTime, isHttpDate, isErrorCode, isCamelCasePath, holdsStackTrace].map(
      (ask) => ask(text),
    ),
    /^\d{4}-\d\d-\d\d$/.test(text),
  ];
  const kinds = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 19)),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.stringMatching(/^[A-Z][A-Z0-9_]{1,20}$/),
    fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  );

  test("answers every question as the text does, and masking it again changes nothing", () => {
    fc.assert(
      fc.property(kinds, (text) => {
        const masked = maskText(text);
        expect(asked(masked)).toEqual(asked(text));
        expect(maskText(masked)).toBe(masked);
      }),
      { numRuns: isNightly ? 20_000 : 300 },
    );
  });

  test.each([
    ["Wilhelmina Quillfeather", "Xxxxxxxxxx Xxxxxxxxxxxx"],
    ["1840.50", "1111.11"],
    ["$1,200", "$1,111"],
    ["2026-03-04T10:11:12.123Z", "1111-11-11T11:11:11.111Z"],
    ["2026-03-04T10:11:12+00:00", "1111-11-11T11:11:11+00:00"],
    ["Tom Zed THE TZ", "Xxx Xxx XXX XX"],
    ["2026-13-04T10:11:12Z", "9999-99-99T99:99:99Z"],
    ["2026-03-04T10:11:12", "1111-11-11T11:11:11"],
    ["Tue, 04 Mar 2025 10:11:12 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"],
    ["Household", "Household"],
    ["RATE_LIMITED", "RATE_LIMITED"],
    ["OWN_CODE_7", "XXX_XXXX_1"],
    ["••••4242", "••••1111"],
    ["Müller 😀", "Xøxxxx øø"],
    ["", ""],
  ])("%j becomes %j", (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  test("the date format of the documents is one that is asked for", () => {
    expect(maskText("2026-02-30")).toBe("9999-99-99");
    expect(maskText("2026-02-28")).toBe("1111-11-11");
  });
});

describe("a masked exchange", () => {
  const mask = (parts: {
    url: string;
    request?: unknown;
    answer?: unknown;
    status?: number;
    method?: "GET" | "POST";
  }) => {
    const found = foundAt(parts.method ?? "GET", parts.url);
    return maskExchange(
      {
        interface: found.interface,
        operation: found.operation?.id,
        request: {
          method: parts.method ?? "GET",
          url: parts.url,
          headers: { accept: "*/*", cookie: "x" },
          body: parts.request,
          authorization: "Bearer $CREDENTIAL",
        },
        outcome: {
          kind: "response",
          status: parts.status ?? 200,
          headers: {
            "content-type": "application/json",
            server: "x",
            "x-request-id": "77",
            "x-ratelimit-remaining": "4",
          },
          body: { kind: "json", value: parts.answer },
          elapsedMs: 3.4,
        },
      },
      found,
    );
  };
  const answerOf = ({ outcome }: Exchange): unknown =>
    outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;

  test("keeps what pages and counts, and masks what is asked for", () => {
    const { request, outcome } = mask({
      url: "https://d.example.org/x/api/Donor/list?Skip=40&Take=20&Filter=Smith&Descending=true&SortBy=id&page=3",
      answer: { items: [{ id: 77, total: 12, name: "Ann" }], total: 4711 },
    });
    expect(request.url).toBe(
      "https://d.example.org/x/api/Donor/list?Skip=40&Take=20&Filter=Xxxxx&Descending=true&SortBy=id&page=1",
    );
    expect(request.headers).toEqual({});
    expect(outcome).toMatchObject({
      headers: { "content-type": "application/json", "x-ratelimit-remaining": "4" },
      body: { value: { items: [{ id: 1, total: 2, name: "Xxx" }], total: 4711 } },
      elapsedMs: 3,
    });
    expect(outcome).not.toHaveProperty("headers.server");
  });

  test("ids stay what they are to each other, in links and in addresses", () => {
    const masked = mask({
      url: "https://c.example.org/api/Contact/9001",
      answer: {
        id: 9001,
        other: 12,
        reminder: {
          id: 12,
          completeUrl: "https://c.example.org/api/Reminder/Completed/12",
          contactViewUrl: "https://smith.example.com/people/Ann/9001?x=1",
        },
        "ann@example.org": 1,
      },
    });
    expect(masked.request.url).toBe("https://c.example.org/api/Contact/1");
    expect(answerOf(masked)).toEqual({
      id: 1,
      other: 2,
      reminder: {
        id: 2,
        completeUrl: "https://c.example.org/api/Reminder/Completed/2",
        contactViewUrl: "https://masked.example/xxxxxx/Xxx/1?x=1",
      },
      "xxx@xxxxxxx.xxx": 3,
    });
  });

  test.each([
    ["below zero", -12, "-12", "-1"],
    ["of zero", 0, "0", "0"],
    ["that a number here rounds", 9_007_199_254_740_992, "9007199254740993", "1"],
  ])("an id %s stays what it is to its links", (_, id, digits, shown) => {
    const completeUrl = `https://c.example.org/api/Reminder/Completed/${digits}`;
    const masked = mask({ url: `https://c.example.org/api/Contact/${digits}`, answer: { id, completeUrl } });
    const path = (url: unknown): string | undefined => String(url).split("/").at(-1);
    const answer = answerOf(masked) as { readonly id: number; readonly completeUrl: string };
    expect([path(masked.request.url), answer.id, path(answer.completeUrl)]).toEqual([
      shown,
      Number(shown),
      shown,
    ]);
  });

  test("a number that stands where a count does is one only in its company", () => {
    expect(
      answerOf(
        mask({
          url: "https://c.example.org/api/Contact/1",
          answer: { total: 812.5, status: 4, expires_in: 9 },
        }),
      ),
    ).toEqual({ total: 1.5, status: 2, expires_in: 3 });
    expect(
      answerOf(
        mask({ url: "https://v.example.org/v1/users", answer: { data: [], meta: { total: 31, page: 2 } } }),
      ),
    ).toEqual({ data: [], meta: { total: 31, page: 1 } });
  });

  describe("a key that no document lists, made of words that are not those of fields", () => {
    const url = "https://d.example.org/api/Donor/list";
    const page = (items: readonly object[]): Exchange =>
      answered(json({ items, total: items.length }), { url });
    const found = foundAt("GET", url);
    const donor = (id: number, more: object): object => ({ id, name: "Ann", amount: 1, ...more });

    test("is masked until most of the records have it, and kept from then on", () => {
      const census = createNameCensus(fieldNames);
      const masked = [1, 2, 3, 4].map((id) =>
        JSON.stringify(maskExchange(page([donor(id, { loyaltyTier: id })]), found, census)),
      );
      expect(masked.map((text) => text.includes("loyaltyTier"))).toEqual([false, false, true, true]);
      expect(masked[0]).toContain("xxxxxxxXxxx");
      const list = [5, 6, 7].map((id) => donor(id, { loyaltyTier: id }));
      expect(JSON.stringify(maskExchange(page(list), found))).toContain("loyaltyTier");
    });

    test("is masked for good where it is a person's", () => {
      const census = createNameCensus(fieldNames);
      const people = ["Alice", "Bob", "carol", "dmitri"];
      for (let id = 0; id < 40; id += 1) {
        const members = { [people[id % 4] ?? ""]: 1, [people[(id + 1) % 4] ?? ""]: { amount: 2 } };
        const text = JSON.stringify(maskExchange(page([donor(id, { members })]), found, census));
        expect(text).toContain("members");
        for (const name of people) expect(text).not.toContain(name);
      }
    });

    test("is masked where it is named as a parameter", () => {
      const asked = mask({
        method: "POST",
        url: "https://d.example.org/api/Donor/query?Alice=Bob",
        request: {
          queryType: 0,
          sortBy: "Zoe",
          groups: [{ conjunct: 0, conditions: [{ parameter: "lastGiftDate" }, { parameter: "Alice" }] }],
          selectedColumns: ["id", "Bob"],
        },
      });
      const text = JSON.stringify(asked.request);
      expect(text).not.toMatch(/Alice|Bob|Zoe/);
      expect(text).toContain('"lastGiftDate"');
    });
  });
});

test("keys that are masked alike stay apart, and each costs the same however many there are", () => {
  const looks = vi.spyOn(Set.prototype, "has");
  onTestFinished(() => looks.mockRestore());
  const looksFor = (size: number): number => {
    const keys = Array.from({ length: size }, (_, index) => [`Zq${10_000 + index}`, index]);
    const exchange = answered(json(Object.fromEntries(keys)));
    const found = foundAt("GET", exchange.request.url);
    looks.mockClear();
    const masked = JSON.stringify(maskExchange(exchange, found).outcome);
    const count = looks.mock.calls.length;
    expect(new Set(masked.match(/"Xxxxxxx(?:~[xX]{1,16})?":/g)).size).toBe(size);
    return count;
  };
  // Looking through all that is taken would be 100 times as much.
  expect(looksFor(2000)).toBeLessThan(30 * looksFor(200));
});
