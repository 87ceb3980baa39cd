import { hidden, optional, setting } from "./setting";
import { text, url } from "./setting-values";

/** A service by which people may log in. */
export const signOnSettings = {
  oidcIssuer: optional(
    "PARLEY_OIDC_ISSUER",
    url("https:", "http:"),
    "An OpenID Connect service by which people may log in, as https://login.example.com; http:// on a loopback address only",
  ),
  oidcClientId: optional("PARLEY_OIDC_CLIENT_ID", text, "What that service calls this server"),
  oidcClientSecret: hidden("PARLEY_OIDC_CLIENT_SECRET", text, "The secret that goes with it"),
  oidcName: setting("PARLEY_OIDC_NAME", "single sign-on", text, "What people know that service as"),
};
