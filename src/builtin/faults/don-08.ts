import { faultsOf } from "./fault.ts";
import { isEmptyList, objectOf, property, renamed, set, sole, droppingPaths } from "./support/edit.ts";
import { descends, onPageAsking, onRecord, onRecords, onWish, skips, withDetails } from "./support/pages.ts";

const donorReads = ["listDonors", "queryDonors"] as const;

const addresses = "DonorAddresses";

const methods = "DonorContactMethods";

const undetailed = droppingPaths(addresses, methods);

export const faults = faultsOf("DON-08", {
  gross: {
    "details-never-come": [
      "IncludeDetails is passed over, by lists and queries of donors",
      onWish(donorReads, { includeDetails: undefined }),
    ],
    "donor-addresses-are-called-addresses": [
      "The addresses of a donor are called addresses",
      onRecord(donorReads, renamed(addresses, "addresses"), withDetails),
    ],
  },
  structural: {
    "donor-query-passes-over-details": [
      "The donor query never embeds details",
      onWish("queryDonors", { includeDetails: undefined }),
    ],
    "donor-without-contact-methods-lacks-them": [
      "The serializer drops the contact methods of a donor who has none",
      onRecord(
        "listDonors",
        set(methods, (all) => (isEmptyList(all) ? undefined : all)),
        withDetails,
      ),
    ],
    "donor-without-addresses-has-null": [
      "The addresses of a donor who has none are null",
      onRecord(
        donorReads,
        set(addresses, (all) => (isEmptyList(all) ? null : all)),
        withDetails,
      ),
    ],
    "a-sole-address-is-no-array": [
      "A donor's only address is an object in place of an array",
      onRecord("listDonors", set(addresses, sole), withDetails),
    ],
    "donor-contact-methods-are-ids": [
      "The donor query refers to contact methods by their ids",
      onRecord(
        "queryDonors",
        set(`${methods}/*`, (method) => property(method, "id")),
        withDetails,
      ),
    ],
  },
  behavioural: {
    "details-come-on-the-first-page-only": [
      "Later pages of the donor list come without details",
      onWish("listDonors", { includeDetails: undefined }, skips),
    ],
    "details-are-loaded-for-twenty-five": [
      "Details are loaded for the first 25 donors of a page only",
      onRecords(
        donorReads,
        (items) => items.map((item, at) => (at < 25 ? item : undetailed(item))),
        withDetails,
      ),
    ],
    "details-belong-to-the-place-on-the-page": [
      "Later pages of the donor list embed the details of the donors at the same places of the first page",
      onPageAsking(
        "listDonors",
        async (page, _wish, ask) => {
          const first = await ask({ skip: 0 });
          const detail = (name: string, at: number) => property(first?.items[at], name) ?? [];
          const items = page.items.map((item, at) => ({
            ...objectOf(item),
            [addresses]: detail(addresses, at),
            [methods]: detail(methods, at),
          }));
          return { ...page, items };
        },
        skips,
        withDetails,
      ),
    ],
    "details-are-left-out-when-descending": [
      "A descending donor query comes without details",
      onRecord("queryDonors", undetailed, withDetails, descends),
    ],
  },
});
