/**
 * Faults of a server over several requests, and the fact that blames each; undefined if no relation sees it. They were
 * described before the relations were read again.
 */
export const faults = {
  // Creation
  "create-stores-nothing": "customer/created",
  "create-drops-optional": "customer/stays",
  "create-cuts-text": "customer/stays",
  "create-alters-number": "customer/stays",
  "create-false-is-true": "customer/stays",
  "create-cuts-list": "customer/stays",
  "create-loses-inner": "customer/stays",
  "create-shifts-time": "ticket/stays",
  "create-same-id": "customer/apart",
  "create-changes-last": "customer/apart",
  "create-removes-first": undefined,
  "create-twice": "customer/created-once",
  "create-refused-stores": "customer/created-refused",
  "location-of-nobody": "customer/created",
  "location-of-first": "customer/stays",
  // Update
  "patch-ignored": "customer/updated",
  "patch-keeps-later-texts": "customer/updated",
  "patch-drops-others": "customer/updated",
  "patch-appends": "customer/updated",
  "patch-null-ignored": "ticket/updated",
  "patch-replaces-inner": "ticket/updated",
  "refused-stores": "customer/updated-refused",
  "change-goes-to-first": "customer/updated",
  "change-of-all": "customer/updated-others",
  "change-revives": "customer/removed-for-good",
  "put-merges": "customer/replaced",
  "put-drops": "customer/replaced",
  "put-copies": "note/replaced-once",
  "etag-stays": "customer/updated-etag",
  "not-modified-always": "customer/updated-etag",
  "condition-ignored": "customer/updated-condition",
  // Deletion
  "delete-nothing": "customer/removed",
  "delete-takes-newest": "customer/removed",
  "delete-takes-all": "customer/removed-others",
  "delete-refuses-and-removes": "customer/removed-refused",
  "delete-twice-takes-another": "customer/removed-others",
  "removed-though-kept": "invoice/removed",
  "children-stay": "customer/removed-children",
  "list-keeps-removed": "customer/listed",
  // Lists
  "list-misses-newest": "customer/listed",
  "list-shows-twice": "note/listed",
  "list-is-stale": "customer/shown",
  "total-too-high": "customer/total",
  "total-keeps-removed": "customer/total",
  "total-of-page": "customer/total",
  "filter-ignored": "customer/filtered",
  "filter-second-ignored": "customer/filtered",
  "filter-misses": "customer/filtered",
  "sort-ignored": "customer/sorted",
  "sort-one-way": "customer/sorted",
  // Pages
  "page-repeats": "customer/pages",
  "page-skips": "customer/pages",
  "limit-ignored": "customer/pages",
  // Parents
  "child-anywhere": "note/parents",
  "child-of-nobody": "note/parents",
  "list-of-all-parents": "note/parents",
  // Keys
  "unique-ignored": "customer/unique",
  "unique-overwrites": "customer/unique",
  "unique-by-change-ignored": "customer/unique",
  // Isolation
  "read-changes": "customer/stays",
  "read-shows-newest": "customer/apart",
  "read-hides-id": "customer/named",
  // Sequences and concurrency
  "delete-undoes-changes": "ticket/over-time",
  "at-once-loses-both": "ticket/over-time",
  "create-at-once-mixes": "customer/over-time",
} as const;

export type FaultId = keyof typeof faults;
