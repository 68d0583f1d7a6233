import createClient from "openapi-fetch";
import type { paths as Crm } from "tripact/types/crm";
import type { paths as Donation } from "tripact/types/donation";
import type { paths as Volunteer } from "tripact/types/volunteer";

/** What this application does with the three interfaces; types and paths come from the documents. */
export const clientsAt = (baseUrl: string, token: string) => {
  const options = { baseUrl, headers: { authorization: `Bearer ${token}` } };
  return {
    crm: createClient<Crm>(options),
    donation: createClient<Donation>(options),
    volunteer: createClient<Volunteer>(options),
  };
};
