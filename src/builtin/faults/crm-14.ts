import { type Fault, faultsOf } from "./fault.ts";
import { behindProxy, toHost, toOtherHost } from "./support/edit.ts";
import { appended, takingTurns, replaced, set } from "./support/edit.ts";
import { onBody, onField } from "./support/rows.ts";

const onAvatar = (change: (link: unknown) => string): Fault["wrap"] =>
  onField("addEventContact", "avatarUrl", change);

export const faults = faultsOf("CRM-14", {
  gross: {
    "avatars-have-a-plural-root": [
      "An event contact's avatar is below /api/ContactIndividuals/",
      onAvatar(replaced("/ContactIndividual/", "/ContactIndividuals/")),
    ],
    "avatars-are-the-contacts": [
      "An event contact's avatar is that of its contact",
      onAvatar(replaced("/ContactIndividual/", "/Contact/")),
    ],
  },
  structural: {
    "avatars-in-lower-case": [
      "The last part of an avatar's path is in lower case",
      onAvatar(replaced(/Avatar$/, "avatar")),
    ],
    "avatars-have-an-extension": ["An avatar's path ends in .png", onAvatar(appended(".png"))],
    "avatars-of-reminders-name-a-size": [
      "The avatar in a reminder has a size behind its path",
      onField("replaceContactNote", "reminder/contactAvatarUrl", appended("/64")),
    ],
  },
  behavioural: {
    "avatars-forget-the-path-of-the-base-address": [
      "An event contact's avatar link is made from the host alone",
      onAvatar(replaced(/(\/\/[^/]+)\/crm\//, "$1/")),
    ],
    "avatars-without-a-picture-are-a-placeholder": [
      "An individual without a picture has the address of a placeholder for avatar",
      onAvatar(() => "https://static.example.net/avatars/blank.png"),
    ],
    "avatars-are-of-the-next-individual": [
      "An event contact's avatar is off by one",
      onAvatar((link) => String(link).replace(/\d+(?=\/Avatar$)/, (id) => String(Number(id) + 1))),
    ],
    "avatars-of-reminders-lead-to-another-host": [
      "The avatar in a reminder leads to another host than the reminder's links",
      onField("replaceContactNote", "reminder/contactAvatarUrl", toOtherHost),
    ],
    "avatars-of-event-contacts-lead-to-another-host": [
      "An event contact's avatar leads to another host than its other links",
      onAvatar(toOtherHost),
    ],
    "avatars-leave-out-a-port": [
      "The links of a reminder name a host with its port, its avatar without",
      onBody(
        "replaceContactNote",
        takingTurns(
          behindProxy("crm.internal:8443"),
          set("reminder/contactAvatarUrl", toHost("crm.internal")),
        ),
      ),
    ],
    "avatar-links-have-another-scheme": [
      "A gateway turns the scheme of an event contact's avatar, and not of its other links",
      onField("addEventContact", "avatarUrl", replaced(/^http:/, "https:")),
    ],
  },
});
