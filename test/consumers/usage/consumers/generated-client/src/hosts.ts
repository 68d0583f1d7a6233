import { addEventContact, getContact, listUsers, queryGifts, replaceContactNote } from "./client.ts";

export const addHost = async (eventId: number, contactIndividualId: number): Promise<string> => {
  const host = await addEventContact({ eventId }, { contactIndividualId });
  return `${host.displayName} <${host.primaryEmail}>`;
};

export const isAnonymous = async (contactId: number): Promise<boolean> => {
  const contact = await getContact({ contactId });
  return contact.isPrivate === true || contact.contactType === "Foundation";
};

export const log = async (noteId: number, minutes: number): Promise<number> => {
  const note = await replaceContactNote({ noteId }, { type: "Call", timeSpent: minutes, note: "called" });
  return note.note.length + (note.important ? 1 : 0);
};

export const firstUsers = async (): Promise<string> => {
  const page = await listUsers({ per_page: 3 });
  const names = page.data?.map((user) => user.name) ?? [];
  return `${names.join(", ")} of ${page.meta.total}`;
};

export const biggest = async (): Promise<string | undefined> => {
  const page = await queryGifts({ queryType: 1, take: 1, sortBy: "amount", descending: true });
  const gift = page.items?.[0];
  return gift?.note?.trim();
};
