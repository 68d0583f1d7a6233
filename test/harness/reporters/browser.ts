import { existsSync } from "node:fs";

const locations = [
  process.env["TRIPACT_CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium of this machine; undefined where there is none, as on a newcomer's. */
export const chromiumPath: string | undefined = locations.find(
  (path) => path !== undefined && existsSync(path),
);
