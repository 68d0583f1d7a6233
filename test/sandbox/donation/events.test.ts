import { describe, expect, it } from "vitest";
import type { DeliveryRequest } from "../../../src/sandbox/webhooks/deliver.ts";
import { donationBench, type DonationBench } from "./donation-bench.ts";

const kinds = ["campaignUpdate", "projectUpdate", "recurringGiftUpdate", "segmentUpdate"];

/** A sandbox with a subscription to all kinds above, and what was delivered of them. */
const subscribed = async (
  form: "single" | "batched" = "single",
): Promise<{ bench: DonationBench; delivered: () => Promise<unknown[]> }> => {
  const sent: DeliveryRequest[] = [];
  const bench = donationBench({
    control: true,
    assumptions: { "U-21": form },
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

  it("announce them in one delivery where deliveries are batched, each under its name", async () => {
    const { bench, delivered } = await subscribed("batched");
    const { items } = await bench.query("recurringGift");
    const from = items[0]?.["projectId"];
    const moved = items.filter(({ projectId }) => projectId === from);
    expect(moved.length).toBeGreaterThan(1);
    const to = from === 1 ? 2 : 1;
    await bench.call("replaceProject", { body: { currentProjectId: from, recurringGiftNewProjectId: to } });
    await bench.call("replaceCampaign", { body: bench.scratch("campaign") });
    const [gifts, campaign, ...rest] = await delivered();
    expect(gifts).toMatchObject({
      event: "RecurringGiftUpdate",
      eventId: 1,
      models: moved.map(({ id }, index) => ({
        eventId: index + 1,
        recurringGift: { id, projectId: to },
      })),
    });
    expect(campaign).toMatchObject({ event: "CampaignUpdate", models: [{ campaign: { id: 9 } }] });
    expect(rest).toEqual([]);
  });

  it("announce no refused replacement", async () => {
    const { bench, delivered } = await subscribed();
    await bench.call("replaceCampaign", { body: { ...bench.scratch("campaign"), goal: "a lot" } });
    await bench.call("replaceCampaign", { body: { id: 999_999 } });
    expect(await delivered()).toEqual([]);
  });
});
