/** @typedef {import("../contract/crm.ts").components["schemas"]} Crm */
/** @typedef {import("../contract/donation.ts").components["schemas"]["Gift"]} Gift */
/** @typedef {import("../contract/volunteer.ts").components["schemas"]["User"]} User */

/**
 * @param {Crm["Contact"]} contact
 * @returns {string}
 */
export const subjectOf = (contact) => {
  const name = contact.informalName || contact.name || "someone";
  return contact.contactType === "Household" ? `${name} at home` : name;
};

/**
 * @param {readonly Gift[]} gifts
 */
export const thank = (gifts) =>
  gifts.map((gift) => ({ donor: gift.donorId, text: `Thank you for ${gift.amount}` }));

/** @param {readonly Gift[]} gifts */
export const lines = (gifts) => {
  for (const { donor, text } of thank(gifts)) console.log(donor.toFixed(0), text);
};

/** @param {unknown} body */
export const noteFrom = (body) => {
  const note = /** @type {Crm["ContactNote"]} */ (body);
  return note.important ? note.note.slice(0, 80) : note.noteDate;
};

/** @type {(users: User[]) => string} */
export const list = (users) => users.map((user) => user.email ?? user.name).join("\n");

/** @returns {Crm["EventContactRequest"]} */
export const request = () => ({ contactIndividualId: 7 });
