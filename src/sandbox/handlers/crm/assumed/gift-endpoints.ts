import { integerInPath, type AssumedEndpoint } from "../../../pipeline/assumed-endpoint.ts";
import type { Answer, Context, ParsedRequest } from "../../../pipeline/endpoint.ts";
import { isRefusal, refuse, type Refusal } from "../../../refusal.ts";
import { findContact } from "../../../store/crm/contacts.ts";
import {
  addGift,
  findGift,
  removeGift,
  saveGift,
  type Gift,
  type GiftInput,
} from "../../../store/crm/gifts.ts";
import { viewerOf } from "../viewer.ts";
import { contactLink } from "../views/links.ts";
import { utcDateTime } from "../views/moment.ts";
import { decimalString } from "../views/money.ts";
import { readFields, type Fields } from "./fields.ts";
import { idIn, whenKnown } from "./when-known.ts";

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

const create = ({ body }: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const gift = readFields(body, (fields) => {
    const contactId = fields.whole("contactId");
    const contact = findContact(database, viewerOf(caller), contactId);
    if (fields.anything("contactId") !== undefined && contact === undefined) {
      fields.wrong("contactId", "NOT_FOUND", "There is no such contact.");
    }
    return { contactId, ...readGift(fields, context) };
  });
  if (isRefusal(gift)) return gift;
  const id = addGift(database, caller.organizationId, gift);
  const view = giftView({ ...gift, id }, context);
  emit("giftCreate", { gift: view });
  return { status: 200, body: view };
};

const update = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const known = findGift(database, viewerOf(caller), idIn(request, "giftId"));
  if (known === undefined) return noGift();
  const gift = readFields(request.body, (fields) => readGift(fields, context));
  if (isRefusal(gift)) return gift;
  saveGift(database, caller.organizationId, known.id, gift);
  const view = giftView({ ...known, ...gift }, context);
  emit("giftUpdate", { gift: view });
  return { status: 200, body: view };
};

const remove = (request: ParsedRequest, context: Context): Answer | Refusal => {
  const { database, caller, emit } = context;
  const known = findGift(database, viewerOf(caller), idIn(request, "giftId"));
  if (known === undefined) return noGift();
  removeGift(database, caller.organizationId, known.id);
  emit("giftDelete", { gift: giftView(known, context) });
  return { status: 204 };
};

const noGift = (): Refusal => refuse(404, "There is no such gift.");

const path = "/api/Gift/{giftId}";
const parameters = [integerInPath("giftId")];

/** Creating, replacing and deleting gifts. An update replaces all but the contact. */
export const giftEndpoints: readonly AssumedEndpoint[] = [
  whenKnown("U-07", {
    id: "createGift",
    method: "POST",
    path: "/api/Gift",
    permission: "gift.write",
    readsBody: true,
    respond: create,
  }),
  whenKnown("U-07", {
    id: "updateGift",
    method: "PUT",
    path,
    permission: "gift.write",
    parameters,
    readsBody: true,
    respond: update,
  }),
  whenKnown("U-07", {
    id: "deleteGift",
    method: "DELETE",
    path,
    permission: "gift.write",
    parameters,
    respond: remove,
  }),
];
