/** A provider of video calls that an organization can choose. */
export interface CallService {
  /** Value of the `video_chat_provider` setting. */
  readonly id: number;
  /** Name in the wire format. */
  readonly key: string;
  /** Path segment of its endpoints. */
  readonly path: string;
  readonly title: string;
}

/**
 * Providers with the ids clients know. The two Zoom integrations share a title: a server has only one of them.
 * Galene is our addition, with an id far from those Zulip may still assign.
 */
export const callServices = {
  jitsi: { id: 1, key: "jitsi_meet", path: "jitsi", title: "Jitsi Meet" },
  zoom: { id: 3, key: "zoom", path: "zoom", title: "Zoom" },
  bigBlueButton: { id: 4, key: "big_blue_button", path: "bigbluebutton", title: "BigBlueButton" },
  zoomForAll: { id: 5, key: "zoom_server_to_server", path: "zoom", title: "Zoom" },
  constructorGroups: {
    id: 6,
    key: "constructor_groups",
    path: "constructorgroups",
    title: "Constructor Groups",
  },
  nextcloudTalk: { id: 7, key: "nextcloud_talk", path: "nextcloud_talk", title: "Nextcloud Talk" },
  webex: { id: 8, key: "webex", path: "webex", title: "Webex" },
  galene: { id: 1000, key: "galene", path: "galene", title: "Galene" },
} as const satisfies Readonly<Record<string, CallService>>;
