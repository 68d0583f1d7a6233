/** A path without empty segments at its beginning and within it. */
export const singleSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

const isParameter = (segment: string): boolean => segment.startsWith(":");

/**
 * Finds the routes that a path means if letter case and doubled slashes do not count. Answers the path as each of them
 * spells it, with the parameters as they were sent; routes are in the router's spelling, `/crm/api/Contact/:contactId`.
 */
export const createRespelling = (routes: readonly string[]): ((path: string) => readonly string[]) => {
  const templates = [...new Set(routes)].map((route) => route.split("/"));
  return (sent) => {
    const own = singleSlashes(sent).split("/");
    const isMeant = (segment: string, at: number): boolean =>
      isParameter(segment) ? own[at] !== "" : segment.toLowerCase() === own[at]?.toLowerCase();
    return templates
      .filter((template) => template.length === own.length && template.every(isMeant))
      .map((template) => template.map((segment, at) => (isParameter(segment) ? own[at] : segment)).join("/"))
      .filter((spelling) => spelling !== sent);
  };
};
