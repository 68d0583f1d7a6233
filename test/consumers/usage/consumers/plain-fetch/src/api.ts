import type { components as crm } from "../contract/crm.ts";
import type { components as donation, operations } from "../contract/donation.ts";
import type { components as volunteer } from "../contract/volunteer.ts";

export type Contact = crm["schemas"]["Contact"];
export type Donor = donation["schemas"]["Donor"];
export type GiftPage = operations["listGifts"]["responses"][200]["content"]["application/json"];
export type Query = donation["schemas"]["QueryRequest"];
export type Volunteer = volunteer["schemas"]["User"];

const crmBase = "https://crm.example.org";
const donationBase = "https://donations.example.org";

const json = async <Body>(address: string, init?: RequestInit): Promise<Body> => {
  const response = await fetch(address, init);
  if (response.status === 404) throw new Error(`nothing is at ${address}`);
  return (await response.json()) as Body;
};

export const readContact = (id: number): Promise<Contact> => json(`${crmBase}/api/Contact/${id}`);

export const listGifts = (): Promise<GiftPage> => json(`${donationBase}/api/Gift/list`);

export const queryDonors = (query: Query): Promise<donation["schemas"]["DonorPage"]> =>
  json(`${donationBase}/api/Donor/query`, { method: "POST", body: JSON.stringify(query) });

export const readVolunteer = (id: string): Promise<Volunteer> =>
  json(`https://volunteers.example.org/v1/users/${id}`);
