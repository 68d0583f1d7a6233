import { describe, expect, test } from "vitest";
import { placeableKinds } from "../../../src/sandbox/control/place-record.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";

const put = async (sandbox: Sandbox, path: string, body: unknown = {}) => {
  const response = await sandbox.fetch(
    new Request(`http://sandbox.test/control/records/${path}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  const answer = (await response.json()) as { data?: { id: number }; message?: string }; // what it answers
  return { status: response.status, ...answer };
};

const get = async (sandbox: Sandbox, path: string): Promise<{ status: number; body: unknown }> => {
  const { crm } = sandbox.config().interfaces;
  const response = await sandbox.fetch(
    new Request(`${crm.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${String(crm.credentials["apiKey"])}` },
    }),
  );
  return { status: response.status, body: await response.json() };
};

describe("placing records", () => {
  test("a contact takes an id, with all that belongs to it", async () => {
    const sandbox = createSandbox({ scale: 5, control: true });
    expect((await get(sandbox, "/api/Contact/4242")).status).toBe(404);
    expect(await put(sandbox, "crm/contact/4242")).toMatchObject({ status: 200, data: { id: 4242 } });
    const { status, body } = await get(sandbox, "/api/Contact/4242");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 4242,
      contactIndividuals: expect.arrayContaining([expect.objectContaining({ isPrimary: true })]),
    });
    await sandbox.close();
  });

  test("an id can be free, or another organization's", async () => {
    const sandbox = createSandbox({ scale: 5, control: true });
    await put(sandbox, "crm/contact/1", { absent: true });
    expect((await get(sandbox, "/api/Contact/1")).status).toBe(404);
    await put(sandbox, "crm/contact/1", { organization: "other" });
    expect((await get(sandbox, "/api/Contact/1")).status).toBe(404);
    await put(sandbox, "crm/contact/1");
    expect((await get(sandbox, "/api/Contact/1")).status).toBe(200);
    await sandbox.close();
  });

  test.each(placeableKinds)("%s can be placed, twice", async (kind) => {
    const sandbox = createSandbox({ scale: 5, control: true });
    for (const id of [777, 777, 778])
      expect(await put(sandbox, `${kind}/${id}`)).toMatchObject({ status: 200, data: { id } });
    expect((await put(sandbox, kind)).data?.id).toBeGreaterThan(0);
    await sandbox.close();
  });

  test("an unknown kind and a bad id are refused", async () => {
    const sandbox = createSandbox({ scale: 5, control: true });
    expect(await put(sandbox, "crm/nothing/1")).toMatchObject({ status: 400 });
    expect(await put(sandbox, "crm/contact/x")).toMatchObject({ status: 400 });
    await sandbox.close();
  });
});
