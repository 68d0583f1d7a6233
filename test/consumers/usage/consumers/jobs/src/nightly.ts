import createClient, { type ClientOptions } from "openapi-fetch";
import type { components, paths } from "../contract/donation.ts";
import type { paths as crm } from "../contract/crm.ts";
import type { paths as volunteering } from "../contract/volunteer.ts";

const options: ClientOptions = { baseUrl: "https://platform.example.org" };
const giving = createClient<paths>(options);
const contacts = createClient<crm>(options);
const volunteers = createClient<volunteering>(options);

type GiftRow = Pick<components["schemas"]["Gift"], "id" | "amount" | "method">;
type Filter = NonNullable<components["schemas"]["QueryRequest"]["groups"]>[number];

export const giftRows = async function* (size: number): AsyncGenerator<GiftRow> {
  for (let skip = 0; ; skip += size) {
    const { data, response } = await giving.GET("/api/Gift/list", {
      params: { query: { Take: size, Skip: skip, SortBy: "id" } },
    });
    if (response.status >= 500) throw new Error(`answered ${response.status}`);
    const items = data?.items ?? [];
    for (const { id, amount, method } of items) yield { id, amount, method };
    if (items.length < size) return;
  }
};

export const replaceCampaign = async (id: number, name: string): Promise<boolean> => {
  const { response } = await giving.PUT("/api/Campaign/replace", { body: { id, name } });
  return response.ok;
};

export const options200 = async (filter: Filter): Promise<number> => {
  const answer = await giving.POST("/api/Donor/query", { body: { queryType: 0, groups: [filter] } });
  return answer.data ? answer.data.total : 0;
};

export const referenceOf = async (contactId: number): Promise<string> => {
  const { data, error, response } = await contacts.GET("/api/Contact/{contactId}", {
    params: { path: { contactId } },
  });
  if (response.status === 404) return "none";
  if (error !== undefined || data === undefined) throw new Error("refused");
  return data.name ?? `contact ${contactId}`;
};

export const addToGroup = async (id: string, members: number[]): Promise<void> => {
  await volunteers.PUT("/v1/groups/{id}/members", { params: { path: { id } }, body: { members } });
};

export const invite = async (name: string, email: string): Promise<number> => {
  const { data } = await volunteers.POST("/v1/users", { body: { name, email } });
  return data?.id ?? 0;
};
