import { hidden, optional, setting } from "./setting";
import { text } from "./setting-values";
import { baseUrl } from "./url-values";

const anywhere = baseUrl("http:", "https:");

/** Settings of video calls. A service is available if all its settings are set. */
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
    "A BigBlueButton server, for example https://bbb.example.com/bigbluebutton",
  ),
  bigBlueButtonSecret: hidden(
    "PARLEY_BIGBLUEBUTTON_SECRET",
    text,
    "The shared secret of BigBlueButton's API, which `bbb-conf --secret` prints",
  ),
  nextcloudUrl: optional("PARLEY_NEXTCLOUD_URL", anywhere, "A Nextcloud server with Talk"),
  nextcloudUser: optional("PARLEY_NEXTCLOUD_USER", text, "The Nextcloud user who creates conversations"),
  nextcloudPassword: hidden("PARLEY_NEXTCLOUD_PASSWORD", text, "That user's app password"),
  galeneUrl: optional("PARLEY_GALENE_URL", anywhere, "A Galene server, 0.9 or newer"),
  galeneUser: optional("PARLEY_GALENE_USER", text, "The name of a Galene administrator"),
  galenePassword: hidden("PARLEY_GALENE_PASSWORD", text, "That administrator's password"),
  constructorGroupsUrl: optional(
    "PARLEY_CONSTRUCTOR_GROUPS_URL",
    anywhere,
    "The API of Constructor Groups, for example https://example.constructor.app/api/groups/xapi",
  ),
  constructorGroupsAccessKey: optional("PARLEY_CONSTRUCTOR_GROUPS_ACCESS_KEY", text, "Its access key"),
  constructorGroupsSecretKey: hidden(
    "PARLEY_CONSTRUCTOR_GROUPS_SECRET_KEY",
    text,
    "The secret key for that access key",
  ),
  zoomClientId: optional("PARLEY_ZOOM_CLIENT_ID", text, "Client id of a Zoom app"),
  zoomClientSecret: hidden("PARLEY_ZOOM_CLIENT_SECRET", text, "Its client secret"),
  zoomAccountId: optional(
    "PARLEY_ZOOM_ACCOUNT_ID",
    text,
    "The account of a server-to-server app, which creates calls for all users; by default each user signs in to Zoom",
  ),
  zoomOauthUrl: setting(
    "PARLEY_ZOOM_OAUTH_URL",
    "https://zoom.us",
    anywhere,
    "Address of Zoom's token service",
  ),
  zoomApiUrl: setting("PARLEY_ZOOM_API_URL", "https://api.zoom.us", anywhere, "Address of Zoom's API"),
  webexClientId: optional("PARLEY_WEBEX_CLIENT_ID", text, "Client id of a Webex integration"),
  webexClientSecret: hidden("PARLEY_WEBEX_CLIENT_SECRET", text, "Its client secret"),
  webexApiUrl: setting(
    "PARLEY_WEBEX_API_URL",
    "https://webexapis.com/v1",
    anywhere,
    "Address of Webex's API",
  ),
};
