/** Removes empty segments at the beginning of a path and within it. */
export const singleSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

const isParameter = (segment: string): boolean => segment.startsWith(":");

/**
 * Finds the routes of a path, ignoring letter case and doubled slashes. Returns the path in the spelling of each, with
 * the parameters as sent; routes are in the router's syntax, `/crm/api/Contact/:contactId`.
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
