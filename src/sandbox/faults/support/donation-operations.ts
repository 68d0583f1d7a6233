/** The lists whose parameters are stated. */
export const lists = ["listDonors", "listGifts", "listCampaigns"] as const;

/** The structured queries. */
export const queries = [
  "queryDonors",
  "queryGifts",
  "queryCampaigns",
  "queryRecurringGifts",
  "querySegments",
] as const;

/** Whatever answers the paged envelope. */
export const paged = [...lists, ...queries] as const;

/** Lists that help to read other records. */
export const referenceLists = ["listCustomFields", "listPremiums", "listProjects"] as const;

export const replacements = ["replaceCampaign", "replaceProject", "replaceSegment"] as const;
