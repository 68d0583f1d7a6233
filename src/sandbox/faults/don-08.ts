import type { JsonObject } from "../../harness/model/json-object.ts";
import { faultsOf } from "./fault.ts";
import { drop, edit, property, put, rename, objectOf } from "./support/edit.ts";
import { onItems, onWish, type Wish, askPage, pageIn, wishOf } from "./support/pages.ts";
import { withJson } from "./support/wrappers.ts";

const donorReads = ["listDonors", "queryDonors"] as const;

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const withDetails =
  (change: (item: JsonObject, position: number) => unknown) =>
  (item: JsonObject, { includeDetails }: Wish, position: number): unknown =>
    includeDetails === true ? change(item, position) : item;

export const faults = faultsOf("DON-08", {
  gross: {
    "details-never-come": [
      "IncludeDetails is passed over, by lists and queries of donors",
      onWish(donorReads, () => ({ includeDetails: undefined })),
    ],
    "donor-addresses-are-called-addresses": [
      "The addresses of a donor are called addresses",
      onItems(
        donorReads,
        withDetails((item) => rename(item, "DonorAddresses", "addresses")),
      ),
    ],
  },
  structural: {
    "donor-query-passes-over-details": [
      "The donor query never embeds details",
      onWish("queryDonors", () => ({ includeDetails: undefined })),
    ],
    "donor-without-contact-methods-lacks-them": [
      "The serializer drops the contact methods of a donor who has none",
      onItems(
        "listDonors",
        withDetails((item) =>
          isEmpty(property(item, "DonorContactMethods")) ? drop(item, "DonorContactMethods") : item,
        ),
      ),
    ],
    "donor-without-addresses-has-null": [
      "The addresses of a donor who has none are null",
      onItems(
        donorReads,
        withDetails((item) =>
          isEmpty(property(item, "DonorAddresses")) ? put(item, "DonorAddresses", null) : item,
        ),
      ),
    ],
    "a-sole-address-is-no-array": [
      "A donor's only address is an object in place of an array",
      onItems(
        "listDonors",
        withDetails((item) =>
          edit(item, "DonorAddresses", (list) =>
            Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : list,
          ),
        ),
      ),
    ],
    "donor-contact-methods-are-ids": [
      "The donor query refers to contact methods by their ids",
      onItems(
        "queryDonors",
        withDetails((item) => edit(item, "DonorContactMethods/*", (method) => property(method, "id"))),
      ),
    ],
  },
  behavioural: {
    "details-come-on-the-first-page-only": [
      "Later pages of the donor list come without details",
      onWish("listDonors", ({ skip = 0, includeDetails }) => ({
        includeDetails: skip > 0 ? undefined : includeDetails,
      })),
    ],
    "details-are-loaded-for-twenty-five": [
      "Details are loaded for the first 25 donors of a page only",
      onItems(
        donorReads,
        withDetails((item, position) =>
          position < 25 ? item : drop(drop(item, "DonorAddresses"), "DonorContactMethods"),
        ),
      ),
    ],

    "details-belong-to-the-place-on-the-page": [
      "Later pages of the donor list embed the details of the donors at the same places of the first page",
      (next) => async (incoming) => {
        const outgoing = await next(incoming);
        const page = pageIn(outgoing);
        const { skip = 0, includeDetails } = wishOf(incoming);
        if (
          incoming.operation !== "listDonors" ||
          page === undefined ||
          skip === 0 ||
          includeDetails !== true
        )
          return outgoing;
        const first = await askPage(next, incoming, { skip: 0 });
        const items = page.items.map((item, index) => ({
          ...objectOf(item),
          DonorAddresses: property(first?.items[index], "DonorAddresses") ?? [],
          DonorContactMethods: property(first?.items[index], "DonorContactMethods") ?? [],
        }));
        return withJson(outgoing, { ...page, items });
      },
    ],
    "details-are-left-out-when-descending": [
      "A descending donor query comes without details",
      onItems("queryDonors", (item, { includeDetails, descending }) =>
        includeDetails === true && descending === true
          ? drop(drop(item, "DonorAddresses"), "DonorContactMethods")
          : item,
      ),
    ],
  },
});
