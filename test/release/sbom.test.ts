import { expect, test } from "vitest";
import { type Sbom, shippedOf } from "../../scripts/release/sbom.ts";

/** A clone with dependencies by name; every component is of version 1. */
const billOf = (needs: Readonly<Record<string, readonly string[]>>): Sbom => ({
  metadata: { component: { "bom-ref": "clone@1", name: "clone" } },
  components: Object.keys(needs)
    .filter((name) => name !== "clone")
    .map((name) => ({ "bom-ref": `${name}@1`, name })),
  dependencies: Object.entries(needs).map(([name, others]) => ({
    ref: `${name}@1`,
    dependsOn: others.map((other) => `${other}@1`),
  })),
});

const whole = billOf({
  clone: ["yaml", "router", "viewer", "linter"],
  // What a development dependency needs, too, reaches users all the same.
  linter: ["yaml", "parser"],
  router: ["paths"],
  paths: ["router"],
  viewer: ["telemetry"],
  yaml: [],
  parser: [],
  telemetry: [],
});

test("the bill holds what users install with all that it needs, and of what is carried the package alone", () => {
  const { metadata, components, dependencies } = shippedOf(whole, "tripact", {
    installed: ["yaml", "router"],
    carried: ["viewer"],
  });
  expect(metadata.component.name).toBe("tripact");
  expect(components.map(({ name }) => name).toSorted()).toEqual(["paths", "router", "viewer", "yaml"]);
  expect(dependencies).toEqual([
    { ref: "clone@1", dependsOn: ["yaml@1", "router@1", "viewer@1"] },
    expect.objectContaining({ ref: "router@1" }),
    expect.objectContaining({ ref: "paths@1" }),
    expect.objectContaining({ ref: "yaml@1" }),
  ]);
});
