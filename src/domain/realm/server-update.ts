/** A release's news, for people to read. */
export interface ServerUpdate {
  /** Its heading in CHANGELOG.md. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

/**
 * Updates announced to organizations after an upgrade, oldest first. `announcedUpdate` refers to an update by its
 * place, from 1, so add entries at the end and never remove one.
 */
export const serverUpdates: readonly ServerUpdate[] = [
  {
    heading: "Feature level 512",
    text: [
      "**New in Parley**",
      "- Choose *Remind me* on a message, and a direct message brings it back when you want it.",
      "- HEIC photos from phones are displayed like other pictures, and can be used as avatars.",
      "- All 3,339 emoji names of Zulip 12 work, in messages and as reactions.",
      "- Administrators can turn on mobile notifications for new subscribers of a channel, create default channel groups, and choose how people log in.",
    ].join("\n"),
  },
];

/** The newest update's place, from 1. */
export const latestUpdate = serverUpdates.length;
