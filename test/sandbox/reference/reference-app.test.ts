import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { beyondNames } from "../../../src/builtin/beyond.ts";
import { interfaceNames } from "../../../src/builtin/interface-name.ts";
import { inProcessOrigin } from "../../../src/sandbox/sandbox.ts";
import { bench } from "../support.ts";

/** Addresses that the elements of a page load or lead to. */
const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].flatMap(([, address]) => address ?? []);

const specification = (name: string): Record<string, unknown> =>
  // The documents are objects.
  parse(readFileSync(new URL(`../../../specs/${name}.yaml`, import.meta.url), "utf8")) as Record<
    string,
    unknown
  >;

describe("documents", () => {
  it.each(interfaceNames)(
    "of %s are served as they are written, with this sandbox for a server",
    async (name) => {
      const { ask } = bench();
      const expected = {
        ...specification(name),
        servers: [{ url: `${inProcessOrigin}/${name}`, description: "This sandbox." }],
      };
      const json = await ask(`/openapi/${name}.json`);
      expect([json.status, json.headers.get("content-type")]).toEqual([
        200,
        "application/json; charset=utf-8",
      ]);
      expect(json.json).toEqual(expected);
      const yaml = await ask(`/openapi/${name}.yaml`);
      expect([yaml.status, yaml.headers.get("content-type")]).toEqual([
        200,
        "application/yaml; charset=utf-8",
      ]);
      expect(parse(yaml.text)).toEqual(expected);
    },
  );
});

describe("pages", () => {
  it("at the root lead to everything and hold a credential for each interface", async () => {
    const { ask, credential } = bench();
    const page = await ask("/");
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    for (const [name, key] of [
      ["crm", "apiKey"],
      ["donation", "token"],
      ["volunteer", "token"],
    ] as const)
      expect(page.text).toContain(credential(name, key));
    const links = addressesIn(page.text).filter((address) => address.startsWith("/"));
    expect(links).toHaveLength(3 * (interfaceNames.length + 2));
    for (const link of links) expect([link, (await ask(link)).status]).toEqual([link, 200]);
  });

  it.each([...interfaceNames, ...beyondNames])(
    "of %s load everything from the sandbox, and may load nothing else",
    async (name) => {
      const { ask } = bench({ control: true });
      const page = await ask(`/docs/${name}`);
      const addresses = addressesIn(page.text).filter((address) => address !== "data:,");
      expect(addresses).toContain(`/openapi/${name}.json`);
      for (const address of addresses) {
        expect(address).toMatch(/^\/(?!\/)/);
        expect([address, (await ask(address)).status]).toEqual([address, 200]);
      }
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    },
  );

  it("lead from /docs to the root, and nowhere from another name", async () => {
    const { ask } = bench();
    const moved = await ask("/docs");
    expect([moved.status, moved.headers.get("location")]).toEqual([302, "/"]);
    for (const path of [
      "/docs/other",
      "/docs/control",
      "/docs/assets/package.json",
      "/docs/assets/..%2Fpackage.json",
      "/openapi/x.yaml",
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});
