/** Headers that announce a total limit, not what remains of it or when it resets. */
const limitHeader = /^(?:x-)?rate-?limit(?:-limit)?(?:-(?:second|minute|hour|day|month))?$/;
const policyHeader = /^(?:x-)?ratelimit-policy$/;

const figures = (value: string): readonly string[] =>
  [...value.matchAll(/(?:^|[\s,;])(?:(?:q|w|limit)\s*=\s*)?(\d{1,6})(?=$|[\s,;])/g)].map((match) =>
    (match[0] ?? "").replace(/^[\s,;]+/, "").replace(/\s/g, ""),
  );

/** Announced rate limits in a response's headers, `x-ratelimit-limit: 5000`; the server's own text. */
export const rateFiguresOf = (headers: Readonly<Record<string, string>>): readonly string[] => {
  const found: string[] = [];
  for (const name in headers) {
    if (!name.includes("rate")) continue;
    const value = headers[name] ?? "";
    if (limitHeader.test(name)) {
      const [first] = figures(value);
      if (first !== undefined) found.push(`${name}: ${first.replace(/^limit=/, "")}`);
    } else if (policyHeader.test(name)) found.push(`${name}: ${figures(value).join(";")}`);
  }
  return found;
};

/** The name of the header in such a text. */
export const headerIn = (figure: string): string => figure.slice(0, figure.indexOf(":"));

/** The first number in such a text. */
export const numberIn = (figure: string): number =>
  Number(/\d+/.exec(figure.slice(figure.indexOf(":")))?.[0] ?? 0);
