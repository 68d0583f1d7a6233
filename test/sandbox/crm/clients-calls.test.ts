import { describe, expect, it } from "vitest";
import { assumedOperations } from "../../../src/builtin/operations.ts";
import { isObject } from "../../../src/core/model/json-object.ts";
import { crmBench } from "./crm-bench.ts";

/** A call as clients send it, and what its answer shows. `$name` is a value that an earlier answer showed. */
type Call = readonly [
  call: `${"GET" | "POST" | "PUT" | "DELETE"} ${string}`,
  body: object | undefined,
  shown: unknown,
];

const condition = (parameter: string, operator: string, more: object = {}) => ({
  groups: [{ conditions: [{ parameter, operator, ...more }] }],
});

const own = { list: [{ id: "$contact" }], total: 1 };
const email = "ada.calling@example.org";
const reference = { referenceSource: "Web Form", referenceId: "form-17" };

/** In this order, each call once; state is what earlier calls left. */
const calls: readonly Call[] = [
  // Contacts
  [
    "POST /api/Contact",
    {
      contactType: "Household",
      name: "The Calling Household",
      ...reference,
      contactAddresses: [
        {
          label: "Home",
          address1: "1 First Street",
          city: "Calling",
          stateCode: "OH",
          countryCode: "US",
          latitude: 41.5,
          longitude: -81.7,
        },
        { label: "Work", address1: "2 Second Street", city: "Elsewhere" },
      ],
      contactIndividuals: [
        { firstName: "Ada", lastName: "Calling", contactMethods: [{ type: "Home Email", value: email }] },
      ],
      customFields: [{ name: "Shirt Size", value: "M" }],
    },
    {
      id: "=contact",
      name: "The Calling Household",
      address: { city: "Calling", state: "OH", country: "US" },
      contactAddresses: [{ id: "=home" }, { id: "=work" }],
      contactIndividuals: [{ id: "=person", contactMethods: [{ id: "=method" }] }],
      contactReferences: [{ source: "Web Form", id: "form-17" }],
      customFields: [{ name: "Shirt Size", value: "M" }],
    },
  ],
  [
    "GET /api/Contact/$contact",
    undefined,
    { id: "$contact", name: "The Calling Household", customFields: [{ value: "M" }] },
  ],
  [
    "PUT /api/Contact/$contact",
    { contactType: "Household", informalName: "Ada" },
    { name: "The Calling Household", informalName: "Ada" },
  ],
  [`GET /api/Contact/Find?email=${email.toUpperCase()}`, undefined, { id: "$contact" }],
  ["GET /api/Contact/Find?referenceSource=Web+Form&referenceId=form-17", undefined, { id: "$contact" }],
  ["GET /api/Contact/Web%20Form/form-17", undefined, { id: "$contact" }],
  [
    "POST /api/Contact/Search?skip=0&take=10",
    { search: "calling house" },
    { list: [{ id: "$contact", name: "The Calling Household", contactType: "Household" }], total: 1 },
  ],
  ["POST /api/Contact/Query?skip=0&take=5", condition("Email Address", "Is", { value: email }), own],
  ["POST /api/Contact/Query/?skip=0", condition("Contact Id", "Is", { value: "$contact" }), own],
  [
    "POST /api/Contact/Query/FullContact?take=1",
    { ...condition("Contact Name", "StartsWith", { value: "the CALL" }), SortBy: "Name", Descending: true },
    { list: [{ id: "$contact", contactIndividuals: [{ id: "$person" }] }], total: 1 },
  ],
  [
    "GET /api/Contact/QueryOptions",
    undefined,
    {
      options: [{ parameter: "Contact Name", operatorOptions: [{ operator: "Is" }] }],
      operatorOptions: [{}],
    },
  ],
  ["PUT /api/Contact/Archive/$contact", { reason: "Moved" }, { id: "$contact", isArchived: true }],
  ["POST /api/Contact/Query", condition("Contact Archived", "IsTrue"), own],
  ["PUT /api/Contact/Unarchive/$contact", undefined, { isArchived: false }],
  [
    "POST /api/Contact/Transaction",
    { ...reference, name: "The Renamed Household", firstName: "Ada", lastName: "Calling", email },
    { id: "$contact", name: "The Renamed Household" },
  ],
  [
    "POST /api/Contact/Transaction",
    { contactType: "Household", firstName: "Bo", lastName: "New", email: "bo@example.org" },
    { id: "=other", name: "Bo New", contactIndividuals: [{ lastName: "New" }] },
  ],
  [
    "POST /api/Contact/Batch",
    {
      contacts: [
        { contactType: "Household", name: "Batch", firstName: "B", lastName: "C", email: "bc@example.org" },
      ],
    },
    { total: 1 },
  ],
  ["GET /api/Contact/Find?email=bc@example.org", undefined, { name: "Batch" }],
  [
    "POST /api/Contact/Proximity?take=10",
    { latitude: 41.51, longitude: -81.69, distanceInMiles: 5 },
    [{ id: "$contact" }],
  ],
  ["GET /api/Contact/Types", undefined, [{ type: "Household" }]],
  ["GET /api/Contact/Prefixes", undefined, ["Mr."]],
  ["GET /api/Contact/CustomFields", undefined, [{ name: "Shirt Size" }]],
  ["GET /api/Contact/CustomCollections", undefined, [{ customCollectionId: 1 }]],
  ["PUT /api/Contact/$contact", { isCurrentUserFollowing: true }, { id: "$contact" }],
  ["GET /api/Contact/Following?skip=0&take=10", undefined, own],
  ["GET /api/Contact/Receipts?take=1", undefined, { list: [{ id: 1 }], total: 1 }],
  ["GET /api/Contact/Receipts/1", undefined, { id: 1 }],
  [
    "POST /api/Contact/$contact/Collection/1",
    { fields: [{ name: "Language", value: "Danish" }] },
    { id: "=entry", contactId: "$contact", customCollectionId: 1 },
  ],
  [
    "PUT /api/Contact/$contact/Collection/$entry",
    { fields: [{ name: "Language", value: "Dutch" }] },
    { id: "$entry", fields: [{ value: "Dutch" }] },
  ],
  // Individuals, methods and addresses
  [
    "POST /api/ContactIndividual",
    { contactId: "$contact", firstName: "Cy", lastName: "Calling" },
    { id: "=second", contactId: "$contact" },
  ],
  ["GET /api/ContactIndividual/$second", undefined, { firstName: "Cy" }],
  ["PUT /api/ContactIndividual/$second", { firstName: "Cyd" }, { firstName: "Cyd", lastName: "Calling" }],
  [
    "GET /api/ContactIndividual/ByContact/$contact",
    undefined,
    [{ id: "$person" }, { id: "$second", firstName: "Cyd" }],
  ],
  [`GET /api/ContactIndividual/Find?email=${email}`, undefined, { id: "$person" }],
  ["GET /api/ContactIndividual/$person/Avatar", undefined, {}],
  ["GET /api/ContactIndividual/CustomFields", undefined, [{ name: "Shirt Size" }]],
  ["GET /api/ContactIndividual/CustomCollections", undefined, [{ customCollectionId: 1 }]],
  [
    "POST /api/ContactIndividual/$person/Collection/1",
    { fields: [] },
    { id: "=ofPerson", contactIndividualId: "$person" },
  ],
  [
    "PUT /api/ContactIndividual/$person/Collection/$ofPerson",
    { fields: [{ name: "Language", value: "Dutch" }] },
    { id: "$ofPerson" },
  ],
  ["POST /api/ContactIndividual/Query", condition("Last Name", "Is", { value: "Calling" }), { total: 2 }],
  ["GET /api/ContactIndividual/QueryOptions", undefined, { options: [{}] }],
  ["DELETE /api/ContactIndividual/$second", undefined, undefined],
  ["GET /api/ContactIndividual/ByContact/$contact", undefined, [{ id: "$person" }]],
  [
    "POST /api/ContactMethod",
    { contactIndividualId: "$person", type: "Mobile Phone", value: "555-0117", isOptedIn: true },
    { id: "=phone", type: "Mobile Phone" },
  ],
  ["GET /api/ContactMethod/$phone", undefined, { value: "555-0117" }],
  [
    "PUT /api/ContactMethod/$phone",
    { value: "555-0118" },
    { value: "555-0118", type: "Mobile Phone", isOptedIn: true },
  ],
  ["POST /api/Contact/Query", condition("Phone", "Contains", { value: "0118" }), own],
  ["DELETE /api/ContactMethod/$phone", undefined, undefined],
  ["GET /api/ContactMethod/Types", undefined, ["Home Email"]],
  ["GET /api/ContactMethod/RelatedTypes?name=Home%20Email", undefined, ["Home Email"]],
  [
    "POST /api/ContactAddress",
    { contactId: "$contact", label: "Summer", city: "Lakeside", country: "US" },
    { id: "=summer", contactId: "$contact" },
  ],
  ["GET /api/ContactAddress/$summer", undefined, { label: "Summer" }],
  ["PUT /api/ContactAddress/$summer", { label: "Cabin" }, { label: "Cabin", city: "Lakeside" }],
  [
    "GET /api/ContactAddress/ByContact/$contact",
    undefined,
    [{ id: "$home" }, { id: "$work" }, { id: "$summer", label: "Cabin" }],
  ],
  ["PUT /api/ContactAddress/Archive/$summer", undefined, { isArchived: true }],
  ["PUT /api/ContactAddress/Unarchive/$summer", undefined, { isArchived: false }],
  ["POST /api/Contact/Query", condition("City", "IsAnyOf", { values: ["Lakeside", "Nowhere"] }), own],
  ["DELETE /api/ContactAddress/$summer", undefined, undefined],
  ["GET /api/ContactAddress/ByContact/$contact", undefined, [{ id: "$home" }, { id: "$work" }]],
  // Tags, groups, relationships
  ["GET /api/Tag?skip=0&take=100", undefined, { list: [{ id: 1, tagName: "Volunteer" }], total: 3 }],
  [
    "POST /api/Tag/Search?skip=0&take=10",
    { search: "news" },
    { list: [{ id: "=tag", tagName: "Newsletter" }], total: 1 },
  ],
  [
    "POST /api/ContactTag",
    { contactId: "$contact", tagId: "$tag" },
    { id: "=contactTag", tagName: "Newsletter" },
  ],
  ["GET /api/ContactTag/ByContact/$contact?take=10", undefined, { list: [{ id: "$contactTag" }], total: 1 }],
  ["GET /api/Contact/ByTag/$tag?skip=0&take=10", undefined, own],
  ["DELETE /api/ContactTag/$contactTag", undefined, undefined],
  ["GET /api/Contact/ByTag/$tag", undefined, { list: [], total: 0 }],
  ["GET /api/OrganizationGroup", undefined, { list: [{ id: "=group" }], total: 2 }],
  ["GET /api/OrganizationGroup/$group", undefined, { name: "North" }],
  [
    "PUT /api/OrganizationGroup/$group/contacts/$contact",
    undefined,
    { organizationGroupId: "$group", organizationGroupName: "North", contactName: "The Renamed Household" },
  ],
  ["PUT /api/OrganizationGroup/$group/contacts/$contact", undefined, { contactId: "$contact" }],
  [
    "GET /api/OrganizationGroup/$group/contacts?take=10",
    undefined,
    { list: [{ contactId: "$contact" }], total: 1 },
  ],
  ["GET /api/OrganizationGroup/ByContact/$contact", undefined, [{ id: "$group", name: "North" }]],
  ["DELETE /api/OrganizationGroup/$group/contacts/$contact", undefined, undefined],
  ["GET /api/OrganizationGroup/ByContact/$contact", undefined, []],
  [
    "POST /api/Relationship",
    { contactId: "$contact", relatedContactId: "$other", relationshipType: "Neighbor" },
    { id: "=relationship", relatedContactName: "Bo New" },
  ],
  [
    "PUT /api/Relationship/$relationship",
    { notes: "Next door" },
    { relationshipType: "Neighbor", notes: "Next door" },
  ],
  ["GET /api/Relationship/ByContact/$contact", undefined, { list: [{ id: "$relationship" }], total: 1 }],
  ["GET /api/Relationship/Types", undefined, [{ relationship: "Parent" }]],
  ["DELETE /api/Relationship/$relationship", undefined, undefined],
  ["GET /api/Relationship/ByContact/$contact", undefined, { list: [], total: 0 }],
  // Projects and gifts
  [
    "POST /api/Project",
    { name: "Calling Wetlands", projectCode: "CALL-1", location: "Lakeside" },
    { id: "=project", location: "Lakeside" },
  ],
  ["GET /api/Project/$project", undefined, { name: "Calling Wetlands", isActive: true }],
  ["PUT /api/Project/$project", { description: "Reeds" }, { name: "Calling Wetlands", description: "Reeds" }],
  ["GET /api/Project/Code/CALL-1", undefined, { id: "$project" }],
  ["POST /api/Project/Search", { search: "calling" }, { list: [{ id: "$project" }], total: 1 }],
  [
    "POST /api/Project/Query",
    { sortBy: "Name", ...condition("Active", "IsTrue") },
    { list: [{ name: "Calling Wetlands" }] },
  ],
  ["GET /api/Project/QueryOptions", undefined, { options: [{}] }],
  ["PUT /api/Project/$project/Balance", { currentBalance: "100.00" }, { currentBalance: "100.00" }],
  [
    "POST /api/Gift",
    {
      contactId: "$contact",
      giftType: "Cash",
      giftDate: "2026-01-02",
      amount: 25,
      transactionSource: "Web",
      transactionId: "g-1",
      batch: "B-1",
      notes: "Hello",
      giftDesignations: [{ projectId: "$project", amount: 25 }],
    },
    {
      id: "=gift",
      amount: "25.00",
      transactionId: "g-1",
      notes: "Hello",
      contactName: "The Renamed Household",
    },
  ],
  [
    "GET /api/Gift/$gift",
    undefined,
    { amount: "25.00", batch: "B-1", giftDesignations: [{ projectId: "$project", amount: 25 }] },
  ],
  ["PUT /api/Gift/$gift", { amount: "26.00" }, { amount: "26.00", notes: "Hello", batch: "B-1" }],
  ["GET /api/Gift/Web/g-1", undefined, { id: "$gift" }],
  [
    "GET /api/Gift/ByContact/$contact?sortBy=GiftDate&descending=true&take=5",
    undefined,
    { list: [{ id: "$gift" }], total: 1 },
  ],
  ["GET /api/Gift/ByReference/form-17", undefined, { list: [{ id: "$gift" }], total: 1 }],
  ["GET /api/Gift/Passthrough/ByContact/$contact", undefined, { list: [], total: 0 }],
  [
    "POST /api/Gift/Query?take=10",
    { ...condition("Transaction Id", "Is", { value: "g-1" }), SortBy: "GiftDate", Descending: true },
    { list: [{ id: "$gift" }], total: 1 },
  ],
  [
    "POST /api/Gift/Query/FullGift",
    {
      groups: [
        {
          conditions: [
            { parameter: "Contact Id", operator: "Is", value: "$contact" },
            { parameter: "Amount", operator: "GreaterThan", value: "25" },
            { parameter: "Gift Date", operator: "OnOrAfter", value: "1/2/2026" },
          ],
        },
      ],
    },
    { list: [{ id: "$gift", giftDesignations: [{}] }], total: 1 },
  ],
  ["GET /api/Gift/QueryOptions", undefined, { options: [{}] }],
  ["GET /api/Gift/NonCashGiftTypes?take=100", undefined, { list: [{ id: 1 }], total: 2 }],
  [
    "POST /api/GiftDesignation/Query?take=5",
    { sortBy: "Id", ...condition("Gift Id", "Is", { value: "$gift" }) },
    { list: [{ giftId: "$gift", project: "Calling Wetlands" }], total: 1 },
  ],
  ["GET /api/GiftDesignation/QueryOptions", undefined, { options: [{}] }],
  [
    "POST /api/Gift/Bulk",
    [
      { contactId: "$contact", amount: 5 },
      { contactId: "$contact", amount: 6 },
    ],
    [{ amount: "5.00" }, { id: "=bulk", amount: "6.00" }],
  ],
  [
    "POST /api/Gift/ReversingTransaction",
    { reversedGiftId: "$bulk" },
    { amount: "-6.00", reversedGiftId: "$bulk" },
  ],
  ["DELETE /api/Gift/$bulk", undefined, undefined],
  [
    "POST /api/v2/Gift/Transaction",
    {
      transactionSource: "Web",
      transactionId: "t-1",
      contact: { firstname: "Ada", lastname: "Calling", email },
      giftDate: "2026-01-02",
      giftType: "Cash",
      amount: "10.00",
      designations: [{ code: "CALL-1", amountDesignated: "10.00" }],
    },
    { id: "=transaction", contactId: "$contact", giftDesignations: [{ projectId: "$project" }] },
  ],
  [
    "POST /api/v2/Gift/Transaction",
    { transactionSource: "Web", transactionId: "t-1", contact: { email }, amount: "10.00" },
    { id: "$transaction" },
  ],
  ["GET /api/Gift/Web/t-1", undefined, { id: "$transaction", amount: "10.00" }],
  [
    "POST /api/v2/Gift/Transactions",
    {
      transactionSource: "Mail",
      transactions: [
        { transactionId: "t-2", contact: { name: "Di", email: "di@example.org" }, amount: "3.50" },
      ],
    },
    [{ id: "=posted" }],
  ],
  ["GET /api/Gift/Mail/t-2", undefined, { id: "$posted", contactName: "Di", amount: "3.50" }],
  // Recurring and planned gifts, grants
  [
    "POST /api/RecurringGift",
    { contactId: "$contact", startDate: "2026-01-02", frequency: "Monthly", amount: 10 },
    { id: "=recurring", contactName: "The Renamed Household" },
  ],
  ["GET /api/RecurringGift/$recurring", undefined, { frequency: "Monthly" }],
  ["PUT /api/RecurringGift/$recurring", { amount: 12 }, { amount: "12.00", frequency: "Monthly" }],
  ["GET /api/RecurringGift/ByContact/$contact", undefined, { list: [{ id: "$recurring" }], total: 1 }],
  [
    "POST /api/RecurringGift/Query",
    { ...condition("Contact Id", "Is", { value: "$contact" }), SortBy: "StartDate" },
    { list: [{ id: "$recurring" }], total: 1 },
  ],
  ["GET /api/RecurringGift/QueryOptions", undefined, { options: [{}] }],
  ["GET /api/RecurringGift/CustomFields", undefined, [{ name: "Shirt Size" }]],
  [
    "PUT /api/RecurringGift/Cancel/$recurring",
    { cancelReason: "Moved" },
    { status: "Cancelled", cancelReason: "Moved" },
  ],
  ["GET /api/RecurringGiftPayment/1", undefined, { list: [{ recurringGiftId: 1 }], total: 1 }],
  [
    "POST /api/PlannedGift",
    {
      contactId: "$contact",
      plannedGiftDate: "2026-01-02",
      plannedGiftType: "WillAndBequest",
      frequency: "Once",
      anticipatedAmount: 10,
    },
    { id: "=planned" },
  ],
  ["GET /api/PlannedGift/$planned", undefined, { frequency: "Once" }],
  [
    "PUT /api/PlannedGift/$planned",
    { frequency: "Yearly" },
    { frequency: "Yearly", anticipatedAmount: "10.00" },
  ],
  ["GET /api/PlannedGift/ByContact/$contact", undefined, { list: [{ id: "$planned" }], total: 1 }],
  [
    "POST /api/PlannedGift/Query",
    condition("Frequency", "IsNot", { value: "Once" }),
    { list: [{ id: "$planned" }], total: 1 },
  ],
  ["GET /api/PlannedGift/QueryOptions", undefined, { options: [{}] }],
  ["GET /api/PlannedGift/$planned/Gifts", undefined, { list: [], total: 0 }],
  ["POST /api/Grant", { contactId: "$contact", name: "Reeds" }, { id: "=grant" }],
  ["GET /api/Grant/$grant", undefined, { name: "Reeds" }],
  ["PUT /api/Grant/$grant", { status: "Awarded" }, { name: "Reeds", status: "Awarded" }],
  ["GET /api/Grant/ByContact/$contact", undefined, { list: [{ id: "$grant" }], total: 1 }],
  [
    "POST /api/Grant/Query",
    condition("Status", "Is", { value: "Awarded" }),
    { list: [{ id: "$grant" }], total: 1 },
  ],
  ["GET /api/Grant/QueryOptions", undefined, { options: [{}] }],
  // Notes, tasks, events
  [
    "POST /api/ContactNote",
    { contactId: "$contact", type: "Call", note: "Called", important: true, private: false },
    { id: "=note" },
  ],
  ["GET /api/ContactNote/$note", undefined, { note: "Called" }],
  [
    "PUT /api/ContactNote/$note",
    { type: "Call", note: "Called again", important: true, private: false },
    { note: "Called again" },
  ],
  [
    "GET /api/ContactNote/ByContact/$contact?take=10",
    undefined,
    { list: [{ id: "$note", note: "Called again" }], total: 1 },
  ],
  [
    "GET /api/ContactNote/Important/ByContact/$contact",
    undefined,
    { list: [{ id: "$note", important: true }], total: 1 },
  ],
  [
    "GET /api/Contact/Activity?take=10",
    undefined,
    { list: [{ id: "$note", contactId: "$contact" }], total: 1 },
  ],
  ["GET /api/ContactNote/Types", undefined, { call: "Call" }],
  [
    "POST /api/ContactNote/Email",
    { fromEmail: email, toEmail: "office@example.org", subject: "Gala", body: "Yes" },
    { contactId: "$contact", note: "Gala\n\nYes" },
  ],
  [
    "POST /api/ContactNote/Query",
    condition("Note", "Contains", { value: "gala" }),
    { list: [{ contactId: "$contact" }] },
  ],
  ["GET /api/ContactNote/QueryOptions", undefined, { options: [{}] }],
  ["DELETE /api/ContactNote/$note", undefined, undefined],
  ["GET /api/ContactNote/ByContact/$contact", undefined, { total: 1 }],
  ["POST /api/Task", { contactId: "$contact", taskType: "Call", task: "Say thank you" }, { id: "=task" }],
  ["GET /api/Task/Types", undefined, ["Call"]],
  [
    "POST /api/Task/Query",
    condition("Contact Id", "Is", { value: "$contact" }),
    { list: [{ id: "$task" }], total: 1 },
  ],
  [
    "POST /api/Event",
    { name: "Calling Gala", startDateTime: "2026-06-01T18:00:00Z" },
    { id: "=event", startDateTime: "2026-06-01T18:00:00Z", startDateTimeUtc: "2026-06-01T18:00:00Z" },
  ],
  ["GET /api/Event/$event", undefined, { name: "Calling Gala" }],
  ["GET /api/Event?filter=calling", undefined, { list: [{ id: "$event" }], total: 1 }],
  ["PUT /api/Event/$event", { description: "Dance" }, { name: "Calling Gala", description: "Dance" }],
  [
    "POST /api/Event/Query",
    condition("Event Name", "EndsWith", { value: "gala" }),
    { list: [{ name: "Spring Gala" }] },
  ],
  ["DELETE /api/Event/$event", undefined, undefined],
  ["GET /api/Event/QueryOptions", undefined, { options: [{}] }],
  ["GET /api/Task/QueryOptions", undefined, { options: [{}] }],
  ["GET /api/RecurringGift/Payment/1", undefined, { list: [{ recurringGiftId: 1 }], total: 1 }],
  ["GET /api/PlannedGift/GiftsApplied/1", undefined, { list: [], total: 0 }],
  // Campaigns and the organization
  ["GET /api/Communication/ByCampaign/1", undefined, { list: [{ id: 1 }], total: 1 }],
  ["POST /api/Segment/Search", { search: "spring" }, { list: [{ id: 1 }], total: 1 }],
  ["GET /api/Segment/1", undefined, { code: "SPRING" }],
  ["POST /api/Campaign/Query", {}, { list: [{ id: "=campaign" }], total: 1 }],
  ["GET /api/Campaign/QueryOptions", undefined, { options: [{}] }],
  ["GET /api/Campaign/$campaign", undefined, { id: "$campaign" }],
  ["GET /api/Campaign/GetStepsByCampaignId/$campaign", undefined, [{ campaignId: "$campaign" }]],
  ["GET /api/Communication/1", undefined, { id: 1 }],
  ["GET /api/Segment/Code/SPRING", undefined, { code: "SPRING" }],
  ["POST /api/Email/Search", { search: "spring" }, { total: 1 }],
  ["POST /api/EmailList", { name: "Calling List" }, { id: "=emailList" }],
  ["GET /api/EmailList/$emailList", undefined, { name: "Calling List" }],
  ["PUT /api/EmailList/$emailList", { description: "All" }, { name: "Calling List", description: "All" }],
  ["POST /api/EmailList/Search", { search: "calling" }, { list: [{ id: "$emailList" }], total: 1 }],
  ["GET /api/Organization/", undefined, [{ id: "=organization" }]],
  ["GET /api/Organization/Current", undefined, { id: "$organization" }],
  ["PUT /api/Organization/Switch", { OrganizationUserId: "$organization" }, { id: "$organization" }],
  ["GET /api/Permission", undefined, [{ isAllowed: true }]],
  ["DELETE /api/Gift/$gift", undefined, undefined],
  ["DELETE /api/Project/$project", undefined, undefined],
];

/** What an answer does not show of what is expected; lists may hold more. `=name` keeps a value for later calls. */
const missingIn = (
  shown: unknown,
  expected: unknown,
  known: Map<string, unknown>,
  at = "",
): readonly string[] => {
  if (typeof expected === "string" && expected.startsWith("=")) {
    known.set(expected.slice(1), shown);
    return shown === undefined || shown === null ? [`${at} shows nothing`] : [];
  }
  const wanted = filled(expected, known);
  if (Array.isArray(expected) && expected.length === 0)
    return Array.isArray(shown) && shown.length === 0 ? [] : [`${at} is not empty`];
  if (typeof expected !== "object" || expected === null)
    return Object.is(shown, wanted)
      ? []
      : [`${at} is ${JSON.stringify(shown)}, not ${JSON.stringify(wanted)}`];
  if (typeof shown !== "object" || shown === null || Array.isArray(shown) !== Array.isArray(expected))
    return [`${at} is ${JSON.stringify(shown)}`];
  return Object.entries(expected).flatMap(([name, inner]) =>
    missingIn((shown as Readonly<Record<string, unknown>>)[name], inner, known, `${at}/${name}`),
  );
};

const filled = (value: unknown, known: ReadonlyMap<string, unknown>): unknown => {
  if (typeof value === "string" && value.startsWith("$")) return known.get(value.slice(1));
  if (Array.isArray(value)) return value.map((one) => filled(one, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, known)]));
};

/** Operations that other tests call: they are no client's of those that were read. */
const elsewhere = new Set(
  `searchContacts completeReminder dismissReminder createEventAttendee submitForm createWebhook updateWebhook deleteWebhook
  setWebhookActive`.split(/\s+/),
);

describe("what clients of the CRM call", () => {
  it("works, one call after the other, on the same records", async () => {
    const { crm } = crmBench();
    const known = new Map<string, unknown>();
    for (const [call, body, expected] of calls) {
      const [method = "", path = ""] = call.split(" ", 2);
      const asked = path.replaceAll(/\$(\w+)/g, (_, name: string) => String(known.get(name)));
      const sent = body === undefined ? {} : { body: filled(body, known) };
      const { status, json } = await crm(asked, { method, ...sent });
      const missing = expected === undefined ? [] : missingIn(json, expected, known);
      expect([call, status, missing]).toEqual([call, expected === undefined ? 204 : 200, []]);
    }
  });

  it("is each operation that the sandbox serves beyond the specification", () => {
    const called = calls.map(([call]) => call.replace(/\?.*/, "").replace(/\/$/, ""));
    const isCalled = ({ method, path }: (typeof assumedOperations)[number]): boolean => {
      const shape = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return called.some((call) => shape.test(call));
    };
    const missing = assumedOperations
      .filter(
        (operation) => operation.interface === "crm" && !elsewhere.has(operation.id) && !isCalled(operation),
      )
      .map(({ id }) => id);
    expect(missing).toEqual([]);
  });
});
