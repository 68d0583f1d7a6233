import { expect, inject, test } from "vitest";

const { baseUrl, credentials } = inject("tripact").interfaces.donation;

/** The code under test would stand in a file of its own. */
const listDonors = async (take: number): Promise<{ items: unknown[]; total: number }> => {
  const response = await fetch(`${baseUrl}/api/Donor/list?Take=${take}`, {
    headers: { authorization: `Bearer ${String(credentials["token"])}` },
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
};

test("a page of donors holds what was asked for and tells how many there are", async () => {
  const page = await listDonors(5);
  expect(page.items).toHaveLength(5);
  expect(page.total).toBeGreaterThan(5);
});
