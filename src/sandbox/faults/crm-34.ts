import { faultsOf, type Fault } from "./fault.ts";
import { onTokenForm, tokenForm, withFields } from "./support/token-form.ts";

/** The sandbox's two-factor account has such characters too. */
const alsoBreaks = { "CRM-38": "The first step of a two-factor login is refused for the same reason." };

/** Reads the values of a form in a way of its own. */
const reading = (
  read: (value: string) => string,
  names: readonly string[] = ["username", "password"],
): Fault["wrap"] =>
  onTokenForm((incoming) => {
    const form = tokenForm(incoming);
    const values = names.flatMap((name) => {
      const value = form.get(name);
      return value === null ? [] : [[name, read(value)] as const];
    });
    return withFields(incoming, Object.fromEntries(values));
  });

const decodedAgain = (value: string): string => {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value.replaceAll("+", " ");
  }
};

export const faults = faultsOf("CRM-34", {
  gross: {
    "logins-are-not-decoded": [
      "The values of a token request are compared as they were encoded",
      reading(encodeURIComponent),
      { alsoBreaks },
    ],
  },
  structural: {
    "plus-stays-a-plus-in-logins": [
      "A + that encodes a space is read as a plus sign",
      reading((value) => value.replaceAll(" ", "+")),
      { alsoBreaks },
    ],
    "logins-are-read-as-latin-1": [
      "Encoded bytes are read as Latin-1",
      reading((value) => Buffer.from(value, "utf8").toString("latin1")),
      { alsoBreaks },
    ],
  },
  behavioural: {
    "logins-are-decoded-twice": [
      "The user name is decoded twice, so an encoded + becomes a space",
      reading(decodedAgain, ["username"]),
      { alsoBreaks },
    ],
    "logins-end-at-an-ampersand": [
      "The form is decoded before it is split, so a password ends at its &",
      reading((value) => value.split("&")[0] ?? "", ["password"]),
      { alsoBreaks },
    ],
    "passwords-are-folded-to-ascii": [
      "A password loses its accents before it is compared",
      reading((value) => value.normalize("NFD").replace(/\p{M}/gu, ""), ["password"]),
      { alsoBreaks },
    ],
  },
});
