export const contactReads = ["getContact", "getContactByReference"] as const;

export const amounts = ["giftAskAmount", "lifeToDateGiving", "yearToDateGiving", "lastGiftAmount"] as const;

export const individualsPath = "contactIndividuals/*";

export const methods = "contactIndividuals/*/contactMethods/*";

/** CRM operations with a bearer token. */
export const bearerOperations = [
  "getContact",
  "listContactMethodTypes",
  "getWebhook",
  "addEventContact",
  "replaceContactNote",
] as const;

/** Lists with stated parameters. */
export const lists = ["listDonors", "listGifts", "listCampaigns"] as const;

export const queries = [
  "queryDonors",
  "queryGifts",
  "queryCampaigns",
  "queryRecurringGifts",
  "querySegments",
] as const;

/** Operations that answer with the paged envelope. */
export const paged = [...lists, ...queries] as const;

/** Lists used to read other records. */
export const referenceLists = ["listCustomFields", "listPremiums", "listProjects"] as const;

export const replacements = ["replaceCampaign", "replaceProject", "replaceSegment"] as const;

export const discovery = ["getQueryOptions", "getQueryList"] as const;

export const volunteerReads = ["listUsers", "getUser"] as const;

export const volunteerWrites = [
  "createUser",
  "createProject",
  "updateProject",
  "createGroup",
  "updateGroup",
  "setGroupMembers",
] as const;

export const volunteerOperations = [...volunteerReads, ...volunteerWrites] as const;
