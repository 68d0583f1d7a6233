/** Whether a dotted path below `interfaces` is one of a credential, such as `library.credentials.token`. */
export const isCredential = (path: string): boolean => path.split(".")[1] === "credentials";

/** Whether its value is a credential or holds one: what is above the credentials would hand them out with the rest. */
export const holdsCredentials = (path: string): boolean => isCredential(path) || !path.includes(".");
