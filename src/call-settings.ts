import type { Codec, Setting } from "./setting";

interface Kinds {
  setting<A>(variable: string, fallback: string | undefined, codec: Codec<A>, meaning: string): Setting<A>;
  readonly text: Codec<string>;
  url(...protocols: readonly string[]): Codec<string>;
}

/** Settings of video calls. A service can be chosen where all that it needs is set. */
export const callSettings = ({ setting, text, url }: Kinds) => {
  const server = url("http:", "https:");
  return {
    jitsiUrl: setting(
      "PARLEY_JITSI_URL",
      "https://meet.jit.si",
      server,
      "The Jitsi Meet server for video calls",
    ),
    bigBlueButtonUrl: setting(
      "PARLEY_BIGBLUEBUTTON_URL",
      undefined,
      server,
      "A BigBlueButton server, as https://bbb.example.com/bigbluebutton",
    ),
    bigBlueButtonSecret: setting(
      "PARLEY_BIGBLUEBUTTON_SECRET",
      undefined,
      text,
      "What calls of BigBlueButton's API are signed with, by `bbb-conf --secret`",
    ),
    nextcloudUrl: setting("PARLEY_NEXTCLOUD_URL", undefined, server, "A Nextcloud server with Talk"),
    nextcloudUser: setting("PARLEY_NEXTCLOUD_USER", undefined, text, "Who makes conversations there"),
    nextcloudPassword: setting("PARLEY_NEXTCLOUD_PASSWORD", undefined, text, "Their app password"),
    galeneUrl: setting("PARLEY_GALENE_URL", undefined, server, "A Galene server, 0.9 or newer"),
    galeneUser: setting("PARLEY_GALENE_USER", undefined, text, "One of its administrators"),
    galenePassword: setting("PARLEY_GALENE_PASSWORD", undefined, text, "Their password"),
    zoomClientId: setting("PARLEY_ZOOM_CLIENT_ID", undefined, text, "Client id of an app at Zoom"),
    zoomClientSecret: setting("PARLEY_ZOOM_CLIENT_SECRET", undefined, text, "Its client secret"),
    zoomAccountId: setting(
      "PARLEY_ZOOM_ACCOUNT_ID",
      undefined,
      text,
      "The account of a server-to-server app, which makes calls for everyone; by default people agree one by one",
    ),
    zoomOauthUrl: setting("PARLEY_ZOOM_OAUTH_URL", "https://zoom.us", server, "Where Zoom gives tokens"),
    zoomApiUrl: setting("PARLEY_ZOOM_API_URL", "https://api.zoom.us", server, "Where Zoom's API is"),
    webexClientId: setting("PARLEY_WEBEX_CLIENT_ID", undefined, text, "Client id of an integration at Webex"),
    webexClientSecret: setting("PARLEY_WEBEX_CLIENT_SECRET", undefined, text, "Its client secret"),
    webexApiUrl: setting("PARLEY_WEBEX_API_URL", "https://webexapis.com/v1", server, "Where Webex's API is"),
  };
};

/** Those of them that are always there. */
export type CallDefault = "jitsiUrl" | "zoomOauthUrl" | "zoomApiUrl" | "webexApiUrl";

/** What is wrong with these is told without them. */
export const callSecrets = [
  "PARLEY_BIGBLUEBUTTON_SECRET",
  "PARLEY_NEXTCLOUD_PASSWORD",
  "PARLEY_GALENE_PASSWORD",
  "PARLEY_ZOOM_CLIENT_SECRET",
  "PARLEY_WEBEX_CLIENT_SECRET",
] as const;
