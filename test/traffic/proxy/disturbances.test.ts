import { expect, test } from "vitest";
import { createRandom } from "../../../src/serving/random.ts";
import { createDisturbances } from "../../../src/traffic/proxy/disturbances.ts";
import type { DisturbanceOptions } from "../../../src/traffic/proxy/options.ts";

const drawn = (options: DisturbanceOptions, seed = 1) => {
  const random = createRandom(seed, "proxy");
  const disturb = createDisturbances(options, () => random.next());
  return Array.from({ length: 2000 }, disturb);
};

test("nothing is disturbed that nobody asked for", () => {
  expect(new Set(drawn({}).map((one) => JSON.stringify(one)))).toEqual(new Set(['{"delayMs":0}']));
});

test("each share is met, and the same requests are hit whatever else is asked for", () => {
  const statuses = [
    { status: 503, rate: 0.2 },
    { status: 429, rate: 0.1 },
  ];
  const alone = drawn({ statuses });
  expect(alone.filter(({ status }) => status === 503).length / 2000).toBeCloseTo(0.2, 1);
  expect(alone.filter(({ status }) => status === 429).length / 2000).toBeCloseTo(0.1, 1);
  const latency = { minimum: 20, maximum: 200 };
  const all = drawn({ statuses, latency, faultRate: 0.1 });
  expect(all.filter(({ breaks }) => breaks !== undefined).length / 2000).toBeCloseTo(0.1, 1);
  expect(new Set(all.map(({ breaks }) => breaks))).toEqual(new Set([undefined, "refused", "cut"]));
  for (const [index, { delayMs, breaks, status }] of all.entries()) {
    expect(delayMs).toBeGreaterThanOrEqual(20);
    expect(delayMs).toBeLessThanOrEqual(200);
    if (breaks === undefined) expect(status).toBe(alone[index]?.status);
  }
});

test("the seed decides", () => {
  const options = { faultRate: 0.5 };
  expect(drawn(options)).toEqual(drawn(options));
  expect(drawn(options, 2)).not.toEqual(drawn(options));
});
