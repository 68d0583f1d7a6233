/** A configured body with `$memberIds` replaced by the ids of members, at any depth. */
export const withMembers = (template: unknown, members: readonly unknown[]): unknown => {
  if (template === "$memberIds") return members;
  if (Array.isArray(template)) return template.map((inner) => withMembers(inner, members));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, inner]) => [name, withMembers(inner, members)]),
  );
};
