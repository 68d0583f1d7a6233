import { documentation } from "../../src/builtin/documents.ts";
import { performance } from "node:perf_hooks";
import { createShapes, type Shapes } from "../../src/core/shapes/shapes.ts";
import type { Exchange } from "../../src/core/model/exchange.ts";
import type { Figure, Measure } from "../figure.ts";
import { summarize } from "../statistics.ts";

const fields = (count: number, value: () => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, value()]));

/** A page of donors with undocumented fields, as many as a store's shapes need. */
const exchange: Exchange = {
  interface: "donation",
  operation: "listDonors",
  request: {
    method: "GET",
    url: "https://api.example.org/api/Donor/list",
    headers: {},
    authorization: "Bearer $CREDENTIAL",
  },
  outcome: {
    kind: "response",
    status: 200,
    headers: { "content-type": "application/json" },
    body: {
      kind: "json",
      value: {
        items: [fields(100, () => fields(9, () => "text"))],
        total: 1,
      },
    },
    elapsedMs: 10,
  },
};

const shapesOf = (): Shapes => {
  const shapes = createShapes(documentation);
  shapes.add(exchange);
  return shapes;
};

const mergeMs = (count: number): number => {
  const each = [...shapesOf().entries()].length;
  const runs = Array.from({ length: Math.ceil(count / each) }, shapesOf);
  const startedAt = performance.now();
  const all = createShapes(documentation);
  for (const run of runs) all.merge(run);
  return performance.now() - startedAt;
};

/** Merging the counts of many runs. */
export const shapes: Measure = {
  id: "shapes",
  title: "merging shapes",
  measure: async ({ runs, scale }) => {
    const million = Math.round(1_000_000 * scale);
    const time = (count: number) => summarize(Array.from({ length: runs }, () => mergeMs(count)));
    const [half, whole] = [time(million / 2), time(million)];
    const figure: Figure = {
      what: `merging ${million.toLocaleString("en")} shapes`,
      unit: "ms",
      ...whole,
      limit: { on: "value", at: "most", bound: 5000 },
    };
    return [
      figure,
      {
        ...figure,
        what: "the same, beside half of them",
        peer: { name: "half as many", value: half.value },
        limit: { on: "ratio", at: "most", bound: 2.5 },
      },
    ];
  },
};
