import { describe, expect, test } from "vitest";
import { changedBody, emptiedBody, flippedBody } from "../../../src/checks/relations/replaced-whole.ts";

const body = {
  id: 7,
  name: "Spring appeal",
  code: "SPRING",
  startDate: "2024-02-29T00:00:00.000Z",
  goal: 2500.75,
  months: 3,
  campaignId: 4,
  status: "Active",
  isActive: true,
  tags: [],
  notes: null,
};

describe("another body of the same record", () => {
  test("has another value wherever one is sure to exist", () => {
    expect(changedBody(body)).toEqual({
      ...body,
      name: "Changed Spring appeal",
      code: "XSPRING",
      startDate: "2025-02-28T00:00:00.000Z",
      goal: 3500.75,
      months: 4,
    });
  });

  test("has every flag the other way round, and nothing else", () => {
    expect(flippedBody(body)).toEqual({ ...body, isActive: false });
  });

  test("has null for what a record can be without", () => {
    expect(emptiedBody(body)).toEqual({
      ...body,
      code: null,
      startDate: null,
      goal: null,
      months: null,
      status: null,
      tags: [],
    });
  });
});
