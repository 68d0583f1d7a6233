import type { Random } from "../../random.ts";

export interface Address {
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string | null;
  readonly postal: string | null;
  readonly country: string;
}

const streets = [
  "Maple Street",
  "Harbor Road",
  "5th Avenue",
  "Rue de l'Église",
  "Oak % Lane",
  "Mill_Race",
] as const;
const units = [null, null, null, "", "Apt. 4", "Suite 200"] as const;
type City = Pick<Address, "city" | "state" | "postal" | "country">;

const cities: readonly [City, ...City[]] = [
  { city: "Austin", state: "TX", postal: "787", country: "US" },
  { city: "Portland", state: "OR", postal: "972", country: "US" },
  { city: "Portland", state: "ME", postal: "041", country: "US" },
  { city: "Saint Paul", state: "MN", postal: "551", country: "US" },
  { city: "austin", state: "MN", postal: "559", country: "US" },
  { city: "Montréal", state: "QC", postal: "H2X", country: "CA" },
  { city: "São Paulo", state: null, postal: "013", country: "BR" },
  { city: "Zürich", state: null, postal: "80", country: "CH" },
  { city: "Springfield", state: "", postal: null, country: "US" },
];

export const inventAddress = (random: Random): Address => {
  const { city, state, postal, country } = random.pick(cities);
  return {
    address1: `${random.integer(1, 999)} ${random.pick(streets)}`,
    address2: random.pick(units),
    city,
    state,
    postal: postal === null ? null : `${postal}${String(random.integer(0, 99)).padStart(2, "0")}`,
    country,
  };
};
