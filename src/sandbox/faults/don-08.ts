import type { JsonObject } from "../../model/json-object.ts";
import { defineFault, type Fault } from "./fault.ts";
import { drop, edit, property, put, rename } from "./support/edit.ts";
import { onItems, onWish, type Wish } from "./support/pages.ts";

const donorReads = ["listDonors", "queryDonors"] as const;

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const withDetails =
  (change: (item: JsonObject, position: number) => unknown) =>
  (item: JsonObject, { includeDetails }: Wish, position: number): unknown =>
    includeDetails === true ? change(item, position) : item;

export const faults: readonly Fault[] = [
  defineFault({
    id: "details-never-come",
    fact: "DON-08",
    grade: "gross",
    title: "IncludeDetails is passed over, by lists and queries of donors",
    wrap: onWish(donorReads, () => ({ includeDetails: undefined })),
  }),
  defineFault({
    id: "donor-addresses-are-called-addresses",
    fact: "DON-08",
    grade: "gross",
    title: "The addresses of a donor are called addresses",
    wrap: onItems(
      donorReads,
      withDetails((item) => rename(item, "DonorAddresses", "addresses")),
    ),
  }),
  defineFault({
    id: "donor-query-passes-over-details",
    fact: "DON-08",
    grade: "structural",
    title: "The donor query never embeds details",
    wrap: onWish("queryDonors", () => ({ includeDetails: undefined })),
  }),
  defineFault({
    id: "donor-without-contact-methods-lacks-them",
    fact: "DON-08",
    grade: "structural",
    title: "The serializer drops the contact methods of a donor who has none",
    wrap: onItems(
      "listDonors",
      withDetails((item) =>
        isEmpty(property(item, "DonorContactMethods")) ? drop(item, "DonorContactMethods") : item,
      ),
    ),
  }),
  defineFault({
    id: "donor-without-addresses-has-null",
    fact: "DON-08",
    grade: "structural",
    title: "The addresses of a donor who has none are null",
    wrap: onItems(
      donorReads,
      withDetails((item) =>
        isEmpty(property(item, "DonorAddresses")) ? put(item, "DonorAddresses", null) : item,
      ),
    ),
  }),
  defineFault({
    id: "a-sole-address-is-no-array",
    fact: "DON-08",
    grade: "structural",
    title: "A donor's only address is an object in place of an array",
    wrap: onItems(
      "listDonors",
      withDetails((item) =>
        edit(item, "DonorAddresses", (list) =>
          Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : list,
        ),
      ),
    ),
  }),
  defineFault({
    id: "donor-contact-methods-are-ids",
    fact: "DON-08",
    grade: "structural",
    title: "The donor query refers to contact methods by their ids",
    wrap: onItems(
      "queryDonors",
      withDetails((item) => edit(item, "DonorContactMethods/*", (method) => property(method, "id"))),
    ),
  }),
  defineFault({
    id: "details-come-on-the-first-page-only",
    fact: "DON-08",
    grade: "behavioural",
    title: "Later pages of the donor list come without details",
    wrap: onWish("listDonors", ({ skip = 0, includeDetails }) => ({
      includeDetails: skip > 0 ? undefined : includeDetails,
    })),
  }),
  defineFault({
    id: "details-are-loaded-for-twenty-five",
    fact: "DON-08",
    grade: "behavioural",
    title: "Details are loaded for the first 25 donors of a page only",
    wrap: onItems(
      donorReads,
      withDetails((item, position) =>
        position < 25 ? item : drop(drop(item, "DonorAddresses"), "DonorContactMethods"),
      ),
    ),
  }),
];
