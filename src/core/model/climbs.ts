/** All readings of a path that servers and proxies may reach by repeated decoding. */
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

/** Whether some reading of a path leaves its folder: `..`, also encoded, after a backslash or before a `;`. */
export const climbs = (path: string): boolean =>
  // A quick test, because most paths contain neither and every served request passes here.
  /[.%]/.test(path) &&
  readingsOf(path).some((reading) =>
    reading.split(/[/\\]/).some((segment) => /^\s*\.{1,2}\s*(?:[;?#\0].*)?$/s.test(segment)),
  );

/** The target of a request as sent, without its query. */
export const pathOfTarget = (target: string): string => target.split("?", 1)[0] ?? "";
