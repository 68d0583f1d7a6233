import type { Variant } from "./variants/variant.ts";

const kindOf = ({ interfaces, isLive = false }: Variant): string => `${interfaces.join()} ${isLive}`;

/** Whether two variants can be met in one target, neither of them deciding what the other does. */
export const goTogether = (one: Variant, other: Variant): boolean =>
  one === other || !one.decides.some((what) => other.decides.includes(what));

/**
 * Puts variants of the same interfaces together, so that one run judges several of them: those that decide different
 * things are seen side by side.
 */
export const batchesOf = (variants: readonly Variant[]): readonly (readonly Variant[])[] => {
  const batches: Variant[][] = [];
  for (const variant of variants) {
    const fitting = batches.find((batch) =>
      batch.every((other) => kindOf(other) === kindOf(variant) && goTogether(variant, other)),
    );
    if (fitting === undefined) batches.push([variant]);
    else fitting.push(variant);
  }
  return batches;
};

/** Those of some variants that go together, the earlier ones first. */
export const compatible = (variants: readonly Variant[]): readonly Variant[] =>
  variants.reduce<readonly Variant[]>(
    (chosen, variant) =>
      chosen.every((other) => goTogether(variant, other)) ? [...chosen, variant] : chosen,
    [],
  );
