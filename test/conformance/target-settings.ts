import type { BuiltinInterface } from "../../src/builtin/interface-name.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { TargetConfig, Variant } from "./variants/variant.ts";

const required = /^baseUrl$/;
const main = /^credentials\.(apiKey|token)$/;

/** Dotted paths of everything in a configuration that may be left out but the main credentials. */
export const optionalPaths = (sandbox: Sandbox): readonly string[] =>
  Object.entries(sandbox.config().interfaces).flatMap(([name, settings]) =>
    Object.entries(settings).flatMap(([section, values]) => {
      if (required.test(section)) return [];
      const keys = typeof values === "object" && values !== null ? Object.keys(values) : [];
      return [section, ...keys.map((key) => `${section}.${key}`)]
        .filter((path) => path !== "credentials" && !main.test(path))
        .map((path) => `${name}.${path}`);
    }),
  );

const dropped = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (key !== name) return [[key, inner]];
      return rest.length === 0 ? [] : [[key, dropped(inner, rest)]];
    }),
  );
};

/** What a run knows of a sandbox: of some interfaces only, as the variants have it, without some paths. */
export const settingsOf = (
  sandbox: Sandbox,
  names: ReadonlySet<BuiltinInterface>,
  variants: readonly Variant[],
  without: readonly string[],
): TargetConfig => {
  const all: TargetConfig = Object.fromEntries(
    Object.entries(sandbox.config().interfaces).filter(([name]) => (names as ReadonlySet<string>).has(name)),
  );
  const varied = variants.reduce((settings, variant) => variant.settings?.(settings) ?? settings, all);
  const moved: Readonly<Record<string, string>> = Object.assign(
    {},
    ...variants.map(({ baseUrls }) => baseUrls),
  );
  const addressed = Object.fromEntries(
    Object.entries(varied).map(([name, settings]) => [
      name,
      { ...settings, baseUrl: moved[name] ?? settings["baseUrl"] },
    ]),
  );
  // Objects in, objects out.
  return without.reduce<unknown>(
    (settings, path) => dropped(settings, path.split(".")),
    addressed,
  ) as TargetConfig;
};
