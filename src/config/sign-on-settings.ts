import { hidden, optional, setting } from "./setting";
import { oneOf, secret, subdomain, text } from "./setting-values";
import { baseUrl } from "./url-values";

/** A single sign-on service. */
export const signOnSettings = {
  oidcIssuer: optional(
    "PARLEY_OIDC_ISSUER",
    baseUrl("https:", "http:"),
    "An OpenID Connect service for logins, for example https://login.example.com; http:// on a loopback address only",
  ),
  oidcClientId: optional("PARLEY_OIDC_CLIENT_ID", text, "The client id of this server at that service"),
  oidcClientSecret: hidden("PARLEY_OIDC_CLIENT_SECRET", text, "The client secret for that id"),
  jwtKey: hidden(
    "PARLEY_JWT_KEY",
    secret,
    "Verifies the JSON Web Tokens with which another program fetches users' API keys: a shared secret of 32 characters or more, or that program's public key in PEM",
  ),
  jwtAlgorithm: setting(
    "PARLEY_JWT_ALGORITHM",
    "HS256",
    oneOf("HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "ES256", "ES384", "EdDSA"),
    "The algorithm of these tokens",
  ),
  jwtSubdomain: optional(
    "PARLEY_JWT_SUBDOMAIN",
    subdomain,
    "The subdomain of the organization that these tokens are for; by default the one at the server's own address",
  ),
  oidcName: setting("PARLEY_OIDC_NAME", "single sign-on", text, "The name of that service on the login page"),
};
