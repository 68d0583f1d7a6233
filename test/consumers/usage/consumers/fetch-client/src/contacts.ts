import createClient from "openapi-fetch";
import type { paths } from "../contract/crm.ts";

const client = createClient<paths>({ baseUrl: "https://crm.example.org" });

export interface Greeting {
  name: string;
  city?: string;
}

export const greet = async (contactId: number): Promise<Greeting | undefined> => {
  const { data: contact } = await client.GET("/api/Contact/{contactId}", { params: { path: { contactId } } });
  if (contact === undefined) return undefined;
  const person = contact.contactIndividuals?.find((one) => one.isPrimary);
  return {
    name: person?.firstName ?? contact.name ?? "friend",
    ...(contact.address?.city !== undefined && { city: contact.address.city }),
  };
};

export const kindOf = async (contactId: number): Promise<"person" | "institution" | "unknown"> => {
  const { data } = await client.GET("/api/Contact/{contactId}", { params: { path: { contactId } } });
  switch (data?.contactType) {
    case "Household":
      return "person";
    case "Organization":
    case "Foundation":
      return "institution";
    default:
      return "unknown";
  }
};

export const noteCall = async (noteId: number, text: string): Promise<string> => {
  const { data, error } = await client.PUT("/api/ContactNote/{noteId}", {
    params: { path: { noteId } },
    body: { type: "Call", note: text, important: false, noteDateTime: new Date().toISOString() },
  });
  if (data === undefined) throw new Error(typeof error === "string" ? error : "the note was refused");
  return data.createdByUser.toUpperCase();
};
