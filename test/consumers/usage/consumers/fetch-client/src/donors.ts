import createClient from "openapi-fetch";
import type { paths } from "../contract/donation.ts";

const client = createClient<paths>({ baseUrl: "https://donations.example.org" });

export const donorLabels = async (): Promise<string[]> => {
  const { data, error } = await client.GET("/api/Donor/list");
  if (error !== undefined || data === undefined) throw new Error("donors cannot be listed");
  const labels: string[] = [];
  for (const donor of data.items ?? []) {
    const name = donor.displayName ?? `donor ${donor.id}`;
    labels.push(donor.status === "lapsed" ? `${name} (lapsed)` : name);
  }
  return labels;
};

export const largeGifts = async (least: number): Promise<number[]> => {
  const { data, response } = await client.POST("/api/Gift/query", {
    body: { queryType: 1, take: 50, sortBy: "amount", descending: true },
  });
  if (response.status === 429 || data === undefined) return [];
  return (data.items ?? [])
    .filter((gift) => Number(gift.amount) >= least && gift.method !== "refund")
    .map((gift) => gift.id);
};

export const countGifts = async (): Promise<number> => {
  const { data } = await client.GET("/api/Gift/list");
  return data?.total ?? 0;
};
