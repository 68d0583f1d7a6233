import { expect, test } from "vitest";
import { watchingRedirects } from "../../../src/core/transports/redirects.ts";
import { recording, response, wireRequest } from "./kit.ts";

const base = "https://donations.example.org/api";

const follow = async (locations: readonly (string | undefined)[], status = 302) => {
  const target = recording((before) => {
    const location = locations[before];
    return response(status, location === undefined ? {} : { location });
  });
  const watched = watchingRedirects(target.transport, { donation: base });
  for (const _ of locations) await watched(wireRequest({ url: `${base}/Donor/list` }));
  return { sent: target.sent.length, redirects: watched.redirects() };
};

test.each([
  ["list?page=2", "the same base address"],
  ["/api/Gift/list", "the same base address"],
  [`${base}/x`, "the same base address"],
  ["/admin", "another address"],
  ["/api2", "another address"],
  ["https://evil.example/api/x", "another address"],
  ["//evil.example/api/x", "another address"],
  ["https://me:pw@donations.example.org/api/x", "another address"],
  ["http://donations.example.org/api/x", "another address"],
  ["javascript:alert(1)", "another address"],
  ["https://[", "nowhere"],
  [undefined, "nowhere"],
])("%s points to %s", async (location, to) => {
  const { sent, redirects } = await follow([location]);
  expect(redirects).toEqual([{ interface: "donation", operation: "listDonors", status: 302, to, times: 1 }]);
  expect(sent).toBe(1);
});

test("is reported once for each operation, with how often, and without the address", async () => {
  const { redirects } = await follow(["https://evil.example/?token=abc", "https://evil.example/2"], 307);
  expect(redirects).toMatchObject([{ status: 307, times: 2 }]);
  expect(JSON.stringify(redirects)).not.toContain("evil");
});

test.each([200, 304, 404])("%i is none", async (status) => {
  expect((await follow(["/elsewhere"], status)).redirects).toEqual([]);
});
