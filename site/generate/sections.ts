import { checkSection } from "./checks.ts";
import { commandSection } from "./commands.ts";
import { docSections } from "./docs.ts";
import { fileSection } from "./configuration.ts";
import { figurePage } from "./figures.ts";
import { homePage } from "./home.ts";
import { interfaceSection } from "./interfaces.ts";
import type { Section } from "./page.ts";
import { trustPages } from "./trust.ts";

/** Everything on the site but the public API, which TypeDoc writes. */
export const siteSections = async (): Promise<readonly Section[]> => [
  { title: "tripact", pages: [homePage(), figurePage(), ...trustPages()], isOpen: true },
  ...docSections(),
  interfaceSection(),
  await commandSection(),
  await checkSection(),
  fileSection(),
];
