/** Every reading of a path that a server, or one behind it, may come to by decoding once more. */
const readingsOf = (path: string): readonly string[] => {
  const readings = [path];
  for (let text = path; readings.length < 5; readings.push(text)) {
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === text) break;
    text = decoded;
  }
  return readings;
};

/** Whether some reading of a path steps out of its folder: `..`, also encoded, behind a backslash or before a `;`. */
export const climbs = (path: string): boolean =>
  // Most paths hold neither, and this is asked of every request that is served.
  /[.%]/.test(path) &&
  readingsOf(path).some((reading) =>
    reading.split(/[/\\]/).some((segment) => /^\s*\.{1,2}\s*(?:[;?#\0].*)?$/s.test(segment)),
  );

/** The target of a request without its query, as it was sent. */
export const pathOfTarget = (target: string): string => target.split("?", 1)[0] ?? "";
