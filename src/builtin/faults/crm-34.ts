import { type Fault, faultsOf } from "./fault.ts";
import { onForm } from "./support/requests.ts";
import { latin1, replaced } from "./support/edit.ts";

/** The sandbox's two-factor account also has such characters. */
const alsoBreaks = { "CRM-38": "The first step of a two-factor login is refused for the same reason." };

/** Changes the values of some form fields as they are read. */
const reading = (read: (value: string) => string, ...names: readonly string[]): Fault["wrap"] =>
  onForm((form) => {
    const sent = [...form].filter(([name]) => names.includes(name));
    return Object.fromEntries(sent.map(([name, value]) => [name, read(value)]));
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
      reading(encodeURIComponent, "username", "password"),
      { alsoBreaks },
    ],
  },
  structural: {
    "plus-stays-a-plus-in-logins": [
      "A + that encodes a space is read as a plus sign",
      reading(replaced(" ", "+"), "username", "password"),
      { alsoBreaks },
    ],
    "logins-are-read-as-latin-1": [
      "Encoded bytes are read as Latin-1",
      reading(latin1, "username", "password"),
      { alsoBreaks },
    ],
  },
  behavioural: {
    "logins-are-decoded-twice": [
      "The user name is decoded twice, so an encoded + becomes a space",
      reading(decodedAgain, "username"),
      { alsoBreaks },
    ],
    "logins-end-at-an-ampersand": [
      "The form is decoded before it is split, so a password ends at its &",
      reading(replaced(/&.*$/s, ""), "password"),
      { alsoBreaks },
    ],
    "passwords-are-folded-to-ascii": [
      "A password loses its accents before it is compared",
      reading((value) => value.normalize("NFD").replace(/\p{M}/gu, ""), "password"),
      { alsoBreaks },
    ],
  },
});
