import type { VideoChatProvider } from "../realm/realm-choices";

/** A provider of video calls that an organization can choose. */
export interface CallService {
  readonly name: Exclude<VideoChatProvider, "none">;
  /** Path segment of its endpoints. Stored with the tokens that users got from it. */
  readonly path: string;
  readonly title: string;
}

/** The known providers. The two Zoom integrations share a title and a path: a server has only one of them. */
export const callServices = {
  jitsi: { name: "jitsi", path: "jitsi", title: "Jitsi Meet" },
  zoom: { name: "zoom", path: "zoom", title: "Zoom" },
  bigBlueButton: { name: "bigBlueButton", path: "bigbluebutton", title: "BigBlueButton" },
  zoomForAll: { name: "zoomForAll", path: "zoom", title: "Zoom" },
  constructorGroups: { name: "constructorGroups", path: "constructorgroups", title: "Constructor Groups" },
  nextcloudTalk: { name: "nextcloudTalk", path: "nextcloud_talk", title: "Nextcloud Talk" },
  webex: { name: "webex", path: "webex", title: "Webex" },
  galene: { name: "galene", path: "galene", title: "Galene" },
} as const satisfies { readonly [Name in CallService["name"]]: CallService & { readonly name: Name } };
