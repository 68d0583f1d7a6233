import { describe, expect, it } from "vitest";
import type { DeliveryRequest } from "../../../src/sandbox/webhooks/deliver.ts";
import { donationBench, type DonationBench } from "./donation-bench.ts";

const kinds = ["campaignUpdate", "projectUpdate", "recurringGiftUpdate", "segmentUpdate"];

/** A sandbox with a subscription to all kinds above, and what was delivered of them. */
const subscribed = async (): Promise<{ bench: DonationBench; delivered: () => Promise<unknown[]> }> => {
  const sent: DeliveryRequest[] = [];
  const bench = donationBench({
    control: true,
    deliver: async (request) => {
      sent.push(request);
      return { kind: "answered", status: 200 };
    },
  });
  const body = { interface: "donation", payloadUrl: "https://receiver.example/hook", kinds };
  expect((await bench.ask("/control/webhooks", { body })).status).toBe(201);
  const delivered = async (): Promise<unknown[]> => {
    await bench.sandbox.deliveriesSettled();
    return sent.map((request) => JSON.parse(request.body));
  };
  return { bench, delivered };
};

describe("webhooks", () => {
  it("announce replaced campaigns and projects, as they are now", async () => {
    const { bench, delivered } = await subscribed();
    const [campaign, project] = [bench.scratch("campaign"), bench.scratch("project")];
    await bench.call("replaceCampaign", { body: campaign });
    await bench.call("replaceProject", { body: project });
    await bench.call("replaceSegment", { body: bench.scratch("segment") });
    expect(await delivered()).toMatchObject([
      { event: "CampaignUpdate", campaign },
      { event: "ProjectUpdate", project },
    ]);
  });

  it("announce each recurring gift that goes to another project", async () => {
    const { bench, delivered } = await subscribed();
    const { items } = await bench.query("recurringGift");
    const from = items[0]?.["projectId"];
    const moved = items.filter(({ projectId }) => projectId === from);
    const to = from === 1 ? 2 : 1;
    await bench.call("replaceProject", { body: { currentProjectId: from, recurringGiftNewProjectId: to } });
    expect(await delivered()).toMatchObject(
      moved.map(({ id }) => ({ event: "RecurringGiftUpdate", recurringGift: { id, projectId: to } })),
    );
  });

  it("announce no refused replacement", async () => {
    const { bench, delivered } = await subscribed();
    await bench.call("replaceCampaign", { body: { ...bench.scratch("campaign"), goal: "a lot" } });
    await bench.call("replaceCampaign", { body: { id: 999_999 } });
    expect(await delivered()).toEqual([]);
  });
});
