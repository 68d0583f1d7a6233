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
