import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, shippedPackages } from "../package/entries.ts";

/** The parts of CycloneDX that are used here. */
interface Component {
  readonly "bom-ref": string;
  readonly name: string;
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** All components reachable from the given ones. */
const reached = (
  from: readonly string[],
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (ref: string): void => {
    if (seen.has(ref)) return;
    seen.add(ref);
    (edges.get(ref) ?? []).forEach(visit);
  };
  from.forEach(visit);
  return seen;
};

/** The packages that reach users. */
export interface Shipped {
  /** Installed as dependencies, with their own dependencies. */
  readonly installed: readonly string[];
  /** Packages of which it contains files. */
  readonly carried: readonly string[];
}

/**
 * The part of a clone's bill of materials that reaches users. `npm sbom --omit dev` also omits what a development
 * dependency shares with users.
 */
export const shippedOf = (whole: Sbom, name: string, { installed, carried }: Shipped): Sbom => {
  const { component } = whole.metadata;
  const edges = new Map(whole.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const names = new Map(whole.components.map((one) => [one["bom-ref"], one.name]));
  const direct = edges.get(component["bom-ref"]) ?? [];
  const among = (packages: readonly string[]): readonly string[] =>
    direct.filter((ref) => packages.includes(names.get(ref) ?? ""));
  const held = among(carried);
  const needed = reached(among(installed), edges);
  const kept = new Set([...needed, ...held]);
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { ...component, name } },
    components: whole.components.filter((one) => kept.has(one["bom-ref"])),
    dependencies: [
      { ref: component["bom-ref"], dependsOn: [...among(installed), ...held] },
      ...whole.dependencies.filter(({ ref }) => needed.has(ref)),
    ],
  };
};

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The package's software bill of materials in CycloneDX: its dependencies, and the packages whose code it contains. */
export const sbom = (): Sbom => {
  const { name, dependencies }: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const printed = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const shipped = { installed: Object.keys(dependencies), carried: shippedPackages };
  return shippedOf(JSON.parse(printed), name, shipped);
};
