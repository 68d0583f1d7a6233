import { frequencies, gifts, giftStatuses, recurringGifts } from "../../../store/donation/kinds.ts";
import type { Random } from "../../../../serving/random.ts";
import type { DonorSeed } from "./seed-donors.ts";

export interface Giver {
  readonly donorId: number;
  readonly donorName: string;
  /** Earliest time of a gift, in milliseconds since the epoch. */
  readonly since: number;
  readonly count: number;
  /** Index of the donor, from 0. */
  readonly index: number;
}

/** Sums of the approved gifts. */
export interface GivingSums {
  readonly approvedCents: number;
  readonly last: { readonly cents: number; readonly at: number } | undefined;
}

const usualCents = [1000, 2500, 5000, 5000, 10_000, 10_000, 25_000, 50_000, 100_000] as const;
const methods = ["Card", "Card", "Card", "BankTransfer", "Check", "Cash", null] as const;
const references = [null, null, null, "", "CHK"] as const;
const month = 30 * 86_400_000;

/** Mostly round amounts, then any number of cents, and sometimes an extreme one. */
const amount = (random: Random): number => {
  if (random.chance(0.65)) return random.pick(usualCents);
  return random.chance(0.97) ? random.integer(100, 200_000) : random.pick([1, 99, 100_000_000, 1_234_567]);
};

/** A recurring gift, as gifts refer to it. */
interface Recurring {
  readonly id: number;
  readonly cents: number;
}

const addRecurringGift = (
  { writer, organizationId, giving: random, moments }: DonorSeed,
  { donorId, since }: Giver,
  project: number,
): Recurring => {
  const id = writer.nextId(recurringGifts);
  const cents = random.pick([1000, 1500, 2500, 5000, 9999]);
  const status = random.chance(0.7) ? "Active" : random.chance(0.5) ? "Paused" : "Cancelled";
  writer.add(recurringGifts, {
    id,
    organizationId,
    donorId,
    profileNumber: random.chance(0.8) ? `RG-${String(id).padStart(8, "0")}` : null,
    amount: cents,
    frequency: random.chance(0.8) ? "Monthly" : random.pick(frequencies),
    status,
    startDate: since,
    nextGiftDate: status === "Active" ? moments.ahead() : null,
    endDate: status === "Cancelled" ? Math.max(since, moments.now - month) : null,
    projectId: project,
    createdDate: since,
    modifiedDate: moments.modified(since),
  });
  return { id, cents };
};

/** Adds one gift, perhaps of a recurring one; returns it and whether it counts. */
const addGift = (
  { writer, organizationId, catalogue, giving: random, moments }: DonorSeed,
  giver: Giver,
  recurring: Recurring | undefined,
): { readonly cents: number; readonly at: number; readonly isApproved: boolean } => {
  const cents = recurring === undefined ? amount(random) : recurring.cents;
  const at = moments.given(giver.since);
  const status = random.chance(0.93) ? "Approved" : random.pick(giftStatuses);
  const segment = random.chance(0.6) ? random.pick(catalogue.segments) : undefined;
  const [project, other] = [random.pick(catalogue.projects), random.pick(catalogue.projects)];
  const isSplit = project !== other && cents > 100 && random.chance(0.1);
  const reference = random.pick(references);
  writer.add(gifts, {
    organizationId,
    donorId: giver.donorId,
    donorName: giver.donorName,
    amount: cents,
    date: at,
    status,
    paymentMethod: random.pick(methods),
    reference: reference === "CHK" ? `CHK-${random.integer(100, 999_999)}` : reference,
    isAnonymous: random.chance(0.08),
    campaignId: segment?.campaignId ?? null,
    segmentId: segment?.id ?? null,
    recurringGiftId: recurring?.id ?? null,
    projectId: project,
    splitProjectId: isSplit ? other : null,
    splitAmount: isSplit ? Math.floor(cents / 3) : null,
    createdDate: at,
    modifiedDate: moments.modified(at),
  });
  return { cents, at, isApproved: status === "Approved" };
};

export const createGiving = (seed: DonorSeed) => ({
  /** Writes the gifts of one donor, some with a recurring gift that they belong to; returns their sums. */
  addGifts: (giver: Giver): GivingSums => {
    const recurring =
      giver.index % 8 === 3
        ? addRecurringGift(seed, giver, seed.giving.pick(seed.catalogue.projects))
        : undefined;
    let approvedCents = 0;
    let last: GivingSums["last"];
    for (let number = 0; number < giver.count; number += 1) {
      // The first gift precedes the recurring one.
      const { cents, at, isApproved } = addGift(seed, giver, number === 0 ? undefined : recurring);
      if (!isApproved) continue;
      approvedCents += cents;
      if (last === undefined || at >= last.at) last = { cents, at };
    }
    return { approvedCents, last };
  },
});

export type Giving = ReturnType<typeof createGiving>;
