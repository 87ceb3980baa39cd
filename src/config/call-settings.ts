import { hidden, optional, setting } from "./setting";
import { text, url } from "./setting-values";

const anywhere = url("http:", "https:");

/** Settings of video calls. A service can be chosen where all that it needs is set. */
export const callSettings = {
  jitsiUrl: setting(
    "PARLEY_JITSI_URL",
    "https://meet.jit.si",
    anywhere,
    "The Jitsi Meet server for video calls",
  ),
  bigBlueButtonUrl: optional(
    "PARLEY_BIGBLUEBUTTON_URL",
    anywhere,
    "A BigBlueButton anywhere, as https://bbb.example.com/bigbluebutton",
  ),
  bigBlueButtonSecret: hidden(
    "PARLEY_BIGBLUEBUTTON_SECRET",
    text,
    "What calls of BigBlueButton's API are signed with, by `bbb-conf --secret`",
  ),
  nextcloudUrl: optional("PARLEY_NEXTCLOUD_URL", anywhere, "A Nextcloud server with Talk"),
  nextcloudUser: optional("PARLEY_NEXTCLOUD_USER", text, "Who makes conversations there"),
  nextcloudPassword: hidden("PARLEY_NEXTCLOUD_PASSWORD", text, "Their app password"),
  galeneUrl: optional("PARLEY_GALENE_URL", anywhere, "A Galene anywhere, 0.9 or newer"),
  galeneUser: optional("PARLEY_GALENE_USER", text, "One of its administrators"),
  galenePassword: hidden("PARLEY_GALENE_PASSWORD", text, "Their password"),
  constructorGroupsUrl: optional(
    "PARLEY_CONSTRUCTOR_GROUPS_URL",
    anywhere,
    "The API of Constructor Groups, as https://example.constructor.app/api/groups/xapi",
  ),
  constructorGroupsAccessKey: optional("PARLEY_CONSTRUCTOR_GROUPS_ACCESS_KEY", text, "An access key for it"),
  constructorGroupsSecretKey: hidden("PARLEY_CONSTRUCTOR_GROUPS_SECRET_KEY", text, "The secret key with it"),
  zoomClientId: optional("PARLEY_ZOOM_CLIENT_ID", text, "Client id of an app at Zoom"),
  zoomClientSecret: hidden("PARLEY_ZOOM_CLIENT_SECRET", text, "Its client secret"),
  zoomAccountId: optional(
    "PARLEY_ZOOM_ACCOUNT_ID",
    text,
    "The account of a server-to-server app, which makes calls for everyone; by default people agree one by one",
  ),
  zoomOauthUrl: setting("PARLEY_ZOOM_OAUTH_URL", "https://zoom.us", anywhere, "Where Zoom gives tokens"),
  zoomApiUrl: setting("PARLEY_ZOOM_API_URL", "https://api.zoom.us", anywhere, "Where Zoom's API is"),
  webexClientId: optional("PARLEY_WEBEX_CLIENT_ID", text, "Client id of an integration at Webex"),
  webexClientSecret: hidden("PARLEY_WEBEX_CLIENT_SECRET", text, "Its client secret"),
  webexApiUrl: setting("PARLEY_WEBEX_API_URL", "https://webexapis.com/v1", anywhere, "Where Webex's API is"),
};
