import { organizationScreenWords } from "./en-organization";
import { ownScreenWords } from "./en-own";
import { several } from "./several";

const people = (count: number): string => `${count} ${several(count, "person", "people")}`;

/** Words of settings and administration: they are fetched with them. */
export const screenWords = {
  ...ownScreenWords,
  ...organizationScreenWords,
  administratorsOnly: "Only administrators change these; here you see what holds.",
  allSettings: "All settings",
  andMore: (names: readonly string[], more: number) => `${names.join(", ")} and ${more} more`,
  areas: { settings: "Yours", organization: "The organization" },
  byDefault: (value: string) => `Default: ${value}`,
  changedBy: (name: string, time: string) => `Changed by ${name}, ${time}`,
  changeWhom: (label: string) => `Choose again: ${label}`,
  closeSettings: "Close settings",
  findSetting: "Search settings",
  found: (count: number) => `${count} found`,
  itIs: (label: string, value: string) => `${label} is now: ${value}.`,
  itWas: (value: string) => `It was: ${value}.`,
  justChanged: (name = "Somebody else") => `${name} has just changed this.`,
  justChangedElsewhere: "You have just changed this in another window or app.",
  noLimit: "No limit",
  noLimitOf: (label: string) => `${label}: no limit`,
  none: "None",
  nothing: "nothing",
  notSaved: "It isn’t saved.",
  notUndone: (label: string) => `${label}: somebody has changed it since. It stays.`,
  off: "Off",
  on: "On",
  overtaken:
    "Somebody changed this while you did: you see now what it became. Save again to put yours there.",
  ownersOnly: "Only owners change this",
  people: "People",
  putBack: "Put it back",
  saved: (label: string) => `Saved: ${label}`,
  several: "People and groups…",
  settings: "Settings",
  sections: {
    settings: {
      profile: ["Profile", "name picture avatar fields"],
      account: ["Address and password", "email two factors passkeys deactivate account"],
      sessions: ["Sessions and keys", "browsers logged in api key log out"],
      preferences: ["Preferences", "theme display writing"],
      notifications: ["Notifications", "desktop push sound email"],
      privacy: ["Privacy", "presence typing read receipts"],
      muted: ["Muted", "people topics hidden followed"],
      "alert-words": ["Alert words", "highlight"],
      snippets: ["Snippets and drafts", "saved scheduled unsent texts"],
      files: ["Uploaded files", "attachments space storage"],
      bots: ["Bots", "api key zuliprc webhook"],
      more: ["More", ""],
    },
    organization: {
      profile: ["Name and icon", "profile description logo"],
      people: ["People", "users roles deactivate reactivate guests administrators"],
      groups: ["Groups", "user groups members teams permissions mention"],
      invitations: ["Invitations", "invite link"],
      access: ["Joining and logging in", "login methods domains password two factors sessions"],
      permissions: ["Permissions", "who may groups"],
      messages: [
        "Messages and channels",
        "editing deleting moving files retention topics calls reported moderation",
      ],
      "default-channels": ["Default channels", "new people join groups of channels"],
      "profile-fields": ["Profile fields", "custom pronouns birthday about people"],
      folders: ["Channel folders", "order archive"],
      linkifiers: ["Linkifiers", "links patterns"],
      playgrounds: ["Code playgrounds", "run languages"],
      emoji: ["Emoji", "custom"],
      defaults: ["Defaults for new people", "user settings"],
      "audit-log": ["Audit log", "history who changed what security"],
      data: ["Storage and data", "exports quota disk deactivate organization"],
      more: ["More", ""],
    },
  },
  systemGroups: {
    "role:everyone": "Everyone, guests too",
    "role:members": "Everyone but guests",
    "role:fullmembers": "Full members",
    "role:moderators": "Moderators",
    "role:administrators": "Administrators",
    "role:owners": "Owners",
    "role:nobody": "Nobody",
  } as Readonly<Record<string, string>>,
  theServer: "the server",
  undone: (label: string) => `As before: ${label}`,
  whom: (names: readonly string[], count: number) =>
    count === 0
      ? "That is nobody."
      : `That is ${people(count)}: ${names.join(", ")}${count > names.length ? " …" : ""}`,
};
