import { request } from "./request.ts";

export const firstNames = async (size: number): Promise<string[]> => {
  const users = await request("get", "/v1/users", { query: { per_page: size } });
  return (users.data ?? []).map((user) => user.name.split(" ")[0] ?? "");
};

export const setNote = async (noteId: number, note: string): Promise<string> => {
  const saved = await request("put", "/api/ContactNote/{noteId}", {
    path: { noteId },
    body: { note, type: "Visit", private: false },
  });
  return saved.noteDate ?? "";
};

export const giftTotal = async (): Promise<number> => {
  const page = await request("post", "/api/Gift/query", {
    body: { queryType: 1, take: 1 },
  });
  return page.total;
};
