/** What this application works with, whatever the platform calls it. */
export interface Person {
  id: number;
  fullName: string;
  mail?: string;
  born?: { month: number; day: number };
}

export interface Household {
  id: number;
  label: string;
  isPrivate: boolean;
  people: Person[];
  place?: Place;
}

export interface Place {
  city?: string;
  state?: string;
  country?: string;
}

export interface Pledge {
  id: number;
  amount: string;
  note: string | null;
}

export type Standing = "active" | "lapsed" | "prospect";

export interface Volunteer {
  id: number;
  name: string;
  email?: string | null;
}
