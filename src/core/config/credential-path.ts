/** Whether a dotted path below `interfaces` leads to a credential, such as `library.credentials.token`. */
export const isCredential = (path: string): boolean => /^[^.]+\.(?:credentials|headers)(?:\.|$)/.test(path);

/** Whether its value is or contains a credential: a parent of the credentials would reveal them as well. */
export const holdsCredentials = (path: string): boolean => isCredential(path) || !path.includes(".");
