import { createHash } from "node:crypto";

/** A number in [0, 1) that a name always has. */
export const positionOf = (name: string): number =>
  createHash("sha256").update(name).digest().readUInt32BE(0) / 2 ** 32;

/** The same order on every machine, in which neighbours have nothing to do with each other. */
export const inFleetOrder = <Named extends { readonly name: string }>(
  all: readonly Named[],
): readonly Named[] => all.toSorted((one, other) => positionOf(one.name) - positionOf(other.name));
