import { createHash } from "node:crypto";

/** A fixed number in [0, 1) for each name. */
export const positionOf = (name: string): number =>
  createHash("sha256").update(name).digest().readUInt32BE(0) / 2 ** 32;

/** A pseudo-random order, the same on every machine. */
export const inFleetOrder = <Named extends { readonly name: string }>(
  all: readonly Named[],
): readonly Named[] => all.toSorted((one, other) => positionOf(one.name) - positionOf(other.name));
