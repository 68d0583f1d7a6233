/** Words for contacts; all invented. */
export const streets = [
  "Orchard Lane",
  "Mill Street",
  "Harbour Road",
  "Chapel Hill",
  "Canal Walk",
  "Elm Avenue",
  "Quarry Row",
  "Maple Court",
] as const;

interface Town {
  readonly city: string;
  readonly state: string;
  readonly postal: string;
  readonly country: string;
}

export const towns: readonly [Town, ...Town[]] = [
  { city: "Sampleton", state: "VT", postal: "05001", country: "US" },
  { city: "Riverbend", state: "OR", postal: "97001", country: "US" },
  { city: "Northfield", state: "MN", postal: "55057", country: "US" },
  { city: "Saint-Exemple", state: "QC", postal: "H0H 0H0", country: "CA" },
  { city: "Lakeview", state: "NY", postal: "14085", country: "US" },
];

export const bodies = [
  "Orchards Cooperative",
  "Printing Works",
  "Choral Society",
  "Rowing Club",
  "Bakery",
  "Library Friends",
] as const;

export const passions = [
  "Wetlands",
  "Music education",
  "Animal shelters",
  "Literacy",
  "Food security",
  "Local history",
] as const;

export const remarks = [
  "Met at the harvest fair.",
  "Prefers letters to calls.",
  "Lends the hall.",
  "Introduced by a board member.",
  "Zieht bald um; Adresse prüfen.",
] as const;

export const noteTexts = [
  "Talked about the spring appeal.",
  "Asked for a receipt.",
  "Wants to bring friends to the walk.",
  "Left a message.",
  "Thanked for the last gift.",
] as const;

export const prefixes = ["Mr.", "Ms.", "Mx.", "Dr.", "Prof."] as const;

export const suffixes = ["Jr.", "Sr.", "III", "PhD"] as const;

export const genders = ["Female", "Male", "Nonbinary"] as const;

export const maritalStatuses = ["Married", "Single", "Partnered", "Widowed"] as const;

export const giftAskTypes = ["Annual", "Monthly", "Quarterly"] as const;

export const giftTypes = ["Cash", "Check", "Credit Card", "Bank Transfer"] as const;

export const staff = ["Robin Example", "Sam Example", "Alex Beispiel"] as const;
