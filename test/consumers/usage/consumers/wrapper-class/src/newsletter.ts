import type { Platform } from "./platform.ts";

const weights = { active: 3, lapsed: 1, prospect: 2 };

export const recipients = async (platform: Platform): Promise<string[]> => {
  const donors = await platform.donors();
  return donors
    .toSorted((left, right) => weights[right.status] - weights[left.status])
    .flatMap((donor) => (donor.email ? [donor.email.toLowerCase()] : []));
};

export const averageGift = async (platform: Platform): Promise<number> => {
  const page = await platform.get("/api/Gift/list");
  const amounts = (page.items ?? []).map((gift) => gift.amount);
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0);
  return page.total > 0 ? sum / page.total : 0;
};
