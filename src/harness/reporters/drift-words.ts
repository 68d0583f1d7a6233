import type { DriftGroup, DriftTarget } from "../model/drift.ts";

export const day = (iso: string): string => iso.slice(0, 10);

/** A text whose names are in backticks, where nothing can show them as code. */
export const withoutTicks = (text: string): string => text.replaceAll("`", "");

const absences: ReadonlySet<DriftGroup["kind"]> = new Set([
  "field-removed",
  "field-renamed",
  "presence-dropped",
]);

/** How often what is new was seen: `absent in 40 of 40 records, before the change in 0 of 250`. */
export const evidenceOf = ({ kind, seenBefore, seenSince }: DriftGroup): string =>
  `${absences.has(kind) ? "absent" : "seen"} in ${seenSince.count} of ${seenSince.of} samples since, ` +
  `in ${seenBefore.count} of ${seenBefore.of} before`;

const moment = (iso: string): string => `${day(iso)} at ${iso.slice(11, 19)} UTC`;

/** Since when there is something, and the last run without it: with the time where both are of one day. */
export const sinceOf = ({ firstSeen, lastGood }: Pick<DriftGroup, "firstSeen" | "lastGood">): string => {
  if (lastGood === undefined) return day(firstSeen);
  const when = day(firstSeen) === day(lastGood) ? moment : day;
  return `${when(firstSeen)}; the last run without it was on ${when(lastGood)}`;
};

/** The interface, the address and, unless it is the default one, the organization. */
export const targetText = ({ interface: name, address, organization }: DriftTarget): string =>
  `${name} ${address}${organization === "default" ? "" : ` (${organization})`}`;

/** What accepts an entry. */
export const acceptCommand = ({ fingerprint }: DriftGroup): string => `tripact drift accept ${fingerprint}`;
