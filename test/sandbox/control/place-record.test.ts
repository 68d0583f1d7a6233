import { describe, expect, test } from "vitest";
import { placeableKinds } from "../../../src/sandbox/control/place-record.ts";
import { type Bench, bench, type Received } from "../support.ts";

const opened = (): Bench => bench({ scale: 5, control: true });

const put = ({ ask }: Bench, path: string, body: unknown = {}): Promise<Received> =>
  ask(`/control/records/${path}`, { method: "PUT", body });

const contact = ({ ask, credential }: Bench, id: number): Promise<Received> =>
  ask(`/crm/api/Contact/${id}`, { token: credential("crm", "apiKey") });

describe("placing records", () => {
  test("a contact takes an id, with all that belongs to it", async () => {
    const made = opened();
    expect((await contact(made, 4242)).status).toBe(404);
    const placed = await put(made, "crm/contact/4242");
    expect([placed.status, placed.at("/data/id")]).toEqual([200, 4242]);
    const { status, json } = await contact(made, 4242);
    const contactIndividuals: unknown = expect.arrayContaining([
      expect.objectContaining({ isPrimary: true }),
    ]);
    expect([status, json]).toMatchObject([200, { id: 4242, contactIndividuals }]);
  });

  test("an id can be free, or another organization's", async () => {
    const made = opened();
    for (const [body, status] of [
      [{ absent: true }, 404],
      [{ organization: "other" }, 404],
      [{}, 200],
    ] as const) {
      await put(made, "crm/contact/1", body);
      expect([body, (await contact(made, 1)).status]).toEqual([body, status]);
    }
  });

  test.each(placeableKinds)("%s can be placed, twice", async (kind) => {
    const made = opened();
    for (const id of [777, 777, 778]) {
      const placed = await put(made, `${kind}/${id}`);
      expect([placed.status, placed.at("/data/id")]).toEqual([200, id]);
    }
    expect((await put(made, kind)).at("/data/id")).toBeGreaterThan(0);
  });

  test.each(["crm/nothing/1", "crm/contact/x"])(
    "%s is refused: an unknown kind or a bad id",
    async (path) => {
      expect((await put(opened(), path)).status).toBe(400);
    },
  );
});
