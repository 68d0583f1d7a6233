import axios, { type AxiosResponse } from "axios";
import type { components, operations } from "../contract/crm.ts";
import type { operations as volunteering } from "../contract/volunteer.ts";
import type { components as giving } from "../contract/donation.ts";

type Note = components["schemas"]["ContactNote"];
type UserQuery = NonNullable<volunteering["listUsers"]["parameters"]["query"]>;
type UserPage = volunteering["listUsers"]["responses"]["2XX"]["content"]["application/json"];
type NotePath = operations["replaceContactNote"]["parameters"]["path"];

const http = axios.create({ baseURL: "https://platform.example.org" });

export class VolunteerService {
  async page(query: UserQuery): Promise<UserPage> {
    const { data } = await http.get<UserPage>("/v1/users", { params: query });
    return data;
  }

  async every(): Promise<string[]> {
    const found: string[] = [];
    for (let size = 100; ; size *= 2) {
      const answer = await this.page({ per_page: size });
      for (const { name, email } of answer.data ?? []) found.push(email ? `${name} <${email}>` : name);
      if (size >= answer.meta.total) return found;
    }
  }
}

export const saveNote = async ({ noteId }: NotePath, note: Partial<Note>): Promise<Note> => {
  const body: components["schemas"]["ContactNoteRequest"] = {
    note: note.note ?? "",
    ...(note.important !== undefined && { important: note.important }),
  };
  const answer: AxiosResponse<Note> = await http.put(`/api/ContactNote/${noteId}`, body);
  return answer.data;
};

export const attend = async (eventId: number, contactIndividualId: number): Promise<number | undefined> => {
  const body: components["schemas"]["EventContactRequest"] = { contactIndividualId };
  const { data } = await http.post<components["schemas"]["EventContact"]>(
    `/api/Event/${eventId}/Contacts`,
    body,
  );
  return data.id;
};

export const donorsSince = async (after: Date): Promise<giving["schemas"]["Donor"][]> => {
  const { data } = await http.get<giving["schemas"]["DonorPage"]>("/api/Donor/list", {
    params: { take: 100 },
  });
  return (data.items ?? []).filter(
    ({ lastGiftDate, status }) =>
      status !== "prospect" && lastGiftDate != null && new Date(lastGiftDate) > after,
  );
};
