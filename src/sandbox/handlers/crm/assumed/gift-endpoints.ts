import type { AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Context } from "../../../pipeline/endpoint.ts";
import type { Refusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import { findGift, gifts, type Gift, type GiftInput } from "../../../store/crm/gifts.ts";
import { viewerOf } from "../viewer.ts";
import { contactLink } from "../views/links.ts";
import { utcDateTime } from "../views/moment.ts";
import { decimalString } from "../views/money.ts";
import { readFields, type Fields } from "./fields.ts";
import { recordEndpoints } from "./record-endpoints.ts";

const giftView = (gift: Gift, { baseUrl }: Context): Record<string, unknown> => ({
  id: gift.id,
  contactId: gift.contactId,
  contactUrl: contactLink(baseUrl, gift.contactId),
  amount: decimalString(gift.amount),
  giftDate: utcDateTime(gift.givenAt),
  giftType: gift.giftType,
  note: gift.note,
});

/** Amount and date alone are hinted at; the rest is invented (U-08). */
const readGift = (fields: Fields, { clock, assumptions }: Context): GiftInput => ({
  amount: fields.amount("amount", assumptions["U-08"]),
  givenAt: fields.instant("giftDate", clock.now()),
  giftType: fields.optionalText("giftType") ?? "Cash",
  note: fields.optionalText("note"),
});

type NewGift = GiftInput & Pick<Gift, "contactId">;

const readNewGift = (body: unknown, context: Context): NewGift | Refusal<422> =>
  readFields(body, (fields) => {
    const contactId = fields.whole("contactId");
    const contact = findContact(context.database, viewerOf(context.caller), contactId);
    if (fields.anything("contactId") !== undefined && contact === undefined) {
      fields.wrong("contactId", "NOT_FOUND", "There is no such contact.");
    }
    return { contactId, ...readGift(fields, context) };
  });

/** Creating, replacing and deleting gifts. An update replaces all but the contact. */
export const giftEndpoints: readonly AssumedEndpoint[] = recordEndpoints({
  noun: "gift",
  name: "Gift",
  path: "/api/Gift",
  permission: "gift.write",
  readNew: readNewGift,
  readChange: (body, context) => readFields(body, (fields) => readGift(fields, context)),
  find: ({ database, caller }, id) => findGift(database, viewerOf(caller), id),
  entity: gifts,
  view: giftView,
});
