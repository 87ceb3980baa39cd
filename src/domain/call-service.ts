/** A kind of video calls that an organization can choose. */
export interface CallService {
  /** As settings store it. */
  readonly id: number;
  /** As clients name it. */
  readonly key: string;
  /** In the path of its endpoints. */
  readonly path: string;
  readonly title: string;
}

/**
 * The numbers are those that clients know. Both ways to Zoom go by one name, because a server has one of them.
 * Galene's number is far from those that may still be given out.
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
