/** What a release brings, for people to read. */
export interface ServerUpdate {
  /** As CHANGELOG.md heads it. */
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

/**
 * What organizations are told after an upgrade, the oldest first. Its place, from 1, is what an organization has been
 * told up to: entries are added at the end, and none is taken away.
 */
export const serverUpdates: readonly ServerUpdate[] = [
  {
    heading: "The wire to level 512",
    text: [
      "**New in Parley**",
      "- Choose *Remind me* on a message, and a direct message brings it back when you want it.",
      "- Pictures as phones write them (HEIC) are shown like others, and can be avatars.",
      "- All 3,339 emoji names of Zulip 12 work, in messages and as reactions.",
      "- Administrators choose which channels turn on notifications on phones for whoever subscribes, make groups of default channels, and choose by which ways people log in.",
    ].join("\n"),
  },
];

/** The place of the newest update. */
export const latestUpdate = serverUpdates.length;
