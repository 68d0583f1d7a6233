import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerHead, pairsOf, requestHeaders } from "../../../src/traffic/proxy/headers.ts";

const request = { method: "GET", httpVersion: "1.1" };

describe("the fields of a message", () => {
  test("pass as they came, in any case, order and number, but for those of one connection", () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/).map((text) => `X-${text}`);
    const value = fc.stringMatching(/^[!-~\u00a1-\u00ff]{0,20}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (fields) => {
        const raw = [...fields, ["Host", "a"]].flat();
        expect(requestHeaders({ rawHeaders: raw }, "b")).toEqual([...raw.slice(0, -1), "b"]);
        const answer = { rawHeaders: [...fields.flat(), "Content-Length", "1"], statusCode: 200 };
        expect(answerHead(answer, request, true).headers).toEqual(answer.rawHeaders);
      }),
    );
  });

  test.each([
    ["what Connection names", ["Connection", "close, X-Hop", "x-hop", "1", "X", "2"], ["X", "2"]],
    [
      "never what says how long the message is, or on whose behalf",
      ["Connection", "Content-Length, Authorization", "Content-Length", "1", "Authorization", "a"],
      ["Content-Length", "1", "Authorization", "a"],
    ],
    ["an upgrade", ["Upgrade", "h2c", "Connection", "Upgrade, HTTP2-Settings", "HTTP2-Settings", "x"], []],
    [
      "TE, but for trailers, which the proxy takes itself",
      ["TE", "gzip, trailers", "Connection", "TE"],
      ["TE", "trailers", "Connection", "TE"],
    ],
  ])("of a request lose %s", (_, rawHeaders, kept) => {
    expect(requestHeaders({ rawHeaders: ["Host", "a", ...rawHeaders] }, "b")).toEqual(["Host", "b", ...kept]);
  });

  test("of a request get a host and a credential where they have none", () => {
    expect(requestHeaders({ rawHeaders: [] }, "b", "Bearer x")).toEqual([
      "Host",
      "b",
      "Authorization",
      "Bearer x",
    ]);
  });

  const chunked = ["Transfer-Encoding", "chunked"];
  test.each([
    ["GET", "1.1", 200, ["Content-Length", "1"], "length"],
    ["GET", "1.1", 200, chunked, "chunked"],
    ["GET", "1.1", 200, ["transfer-encoding", "gzip, Chunked"], "chunked"],
    ["GET", "1.1", 200, ["Transfer-Encoding", "gzip"], "close"],
    ["GET", "1.1", 200, [], "chunked"],
    ["GET", "1.0", 200, [], "close"],
    ["GET", "1.0", 200, chunked, "close"],
    ["HEAD", "1.1", 200, chunked, "none"],
    ["GET", "1.1", 204, [], "none"],
    ["GET", "1.1", 304, ["Content-Length", "1"], "none"],
  ] as const)(
    "%s by HTTP/%s, answered %i with %j, ends by %s",
    (method, httpVersion, statusCode, rawHeaders, framing) => {
      const head = answerHead({ rawHeaders: [...rawHeaders], statusCode }, { method, httpVersion }, true);
      expect(head.framing).toBe(framing);
      const names = pairsOf(head.headers).map(([name]) => name.toLowerCase());
      expect(names.filter((name) => name === "transfer-encoding").length).toBeLessThanOrEqual(1);
      expect(names.includes("transfer-encoding") && httpVersion === "1.0").toBe(false);
    },
  );
});
