// Written by a generator of the consumer's own: one function for each operation that it needs.
import type { components, operations } from "../contract/crm.ts";
import type { operations as volunteering } from "../contract/volunteer.ts";
import type { operations as giving } from "../contract/donation.ts";

type Schemas = components["schemas"];

const send = async (method: string, path: string, body?: unknown): Promise<any> => {
  const response = await fetch(`https://platform.example.org${path}`, { method, body: JSON.stringify(body) });
  return response.json();
};

export const getContact = (
  parameters: operations["getContact"]["parameters"]["path"],
): Promise<Schemas["Contact"]> => send("GET", `/api/Contact/${parameters.contactId}`);

export const replaceContactNote = (
  parameters: operations["replaceContactNote"]["parameters"]["path"],
  body: operations["replaceContactNote"]["requestBody"]["content"]["application/json"],
): Promise<Schemas["ContactNote"]> => send("PUT", `/api/ContactNote/${parameters.noteId}`, body);

export const addEventContact = (
  parameters: operations["addEventContact"]["parameters"]["path"],
  body: Schemas["EventContactRequest"],
): Promise<Schemas["EventContact"]> => send("POST", `/api/Event/${parameters.eventId}/Contacts`, body);

export const listUsers = (
  query?: volunteering["listUsers"]["parameters"]["query"],
): Promise<volunteering["listUsers"]["responses"]["2XX"]["content"]["application/json"]> =>
  send("GET", `/v1/users?per_page=${query?.per_page ?? 15}`);

export const queryGifts = (
  body: giving["queryGifts"]["requestBody"]["content"]["application/json"],
): Promise<giving["queryGifts"]["responses"][200]["content"]["application/json"]> =>
  send("POST", "/api/Gift/query", body);
