import { describe, expect, test } from "vitest";
import type { Drift, DriftGroup, DriftKind, DriftTarget } from "../../../src/core/model/drift.ts";
import type { Finding } from "../../../src/core/model/finding.ts";
import { withAcceptedChanges } from "../../../src/monitoring/history/accepted-findings.ts";
import type { SeenGroup } from "../../../src/core/problems/drift-problems.ts";
import { driftGroup } from "../../monitoring/drift/drift-group.ts";
import { finding } from "../../report/events.ts";

const target: DriftTarget = { interface: "crm", address: "https://c.example.org", organization: "default" };

/** A change of `Contact.id` in `getContact`. */
const changed = (state: DriftGroup["state"], kind: DriftKind = "type-changed"): SeenGroup => {
  const group = driftGroup(state, { interface: "crm", kind, model: "Contact", field: "id" });
  const change = {
    ...group,
    target,
    kind,
    operation: "getContact",
    status: 200,
    variant: "",
    pointer: "/id",
    chance: 0,
    nights: 1,
  } satisfies Drift;
  return { group, target, changes: [change] };
};

const broken = (parts: Partial<Finding> = {}): Finding =>
  finding({ interface: "crm", operation: "getContact", rule: "type", pointer: "/id", ...parts });

const isKnown = (one: Finding, ...groups: readonly SeenGroup[]): boolean =>
  withAcceptedChanges([one], groups)[0]?.known === true;

describe("an accepted change explains", () => {
  test("what breaks at its place, and what breaks of its field in any operation", () => {
    expect(isKnown(broken(), changed("accepted"))).toBe(true);
    const elsewhere = { operation: "getContactByReference", pointer: "/data/id" };
    expect(isKnown(broken({ ...elsewhere, field: "Contact.id" }), changed("accepted"))).toBe(true);
    expect(isKnown(broken(elsewhere), changed("accepted"))).toBe(false);
  });

  test("no other rule, field or interface", () => {
    for (const other of [
      { rule: "relation" },
      { rule: "missing" },
      { pointer: "/name" },
      { interface: "donation" },
    ] as const)
      expect(isKnown(broken(other), changed("accepted"))).toBe(false);
    expect(isKnown(broken({ rule: "missing" }), changed("accepted", "field-removed"))).toBe(true);
  });

  test("nothing while it is open, inconclusive or gone, or while another change is open there", () => {
    for (const state of ["new", "standing", "back", "gone", "inconclusive"] as const)
      expect(isKnown(broken(), changed(state))).toBe(false);
    expect(isKnown(broken(), changed("accepted"), changed("standing"))).toBe(false);
  });
});
