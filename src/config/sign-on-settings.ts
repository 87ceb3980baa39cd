import { hidden, optional, setting } from "./setting";
import { oneOf, secret, text, url } from "./setting-values";

/** A service by which people may log in. */
export const signOnSettings = {
  oidcIssuer: optional(
    "PARLEY_OIDC_ISSUER",
    url("https:", "http:"),
    "An OpenID Connect service by which people may log in, as https://login.example.com; http:// on a loopback address only",
  ),
  oidcClientId: optional("PARLEY_OIDC_CLIENT_ID", text, "What that service calls this server"),
  oidcClientSecret: hidden("PARLEY_OIDC_CLIENT_SECRET", text, "The secret that goes with it"),
  jwtKey: hidden(
    "PARLEY_JWT_KEY",
    secret,
    "With what another program signs the JSON Web Tokens by which it fetches people's API keys: a secret of 32 characters or more that both know, or its public key in PEM",
  ),
  jwtAlgorithm: setting(
    "PARLEY_JWT_ALGORITHM",
    "HS256",
    oneOf("HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "ES256", "ES384", "EdDSA"),
    "How it signs them",
  ),
  jwtSubdomain: optional(
    "PARLEY_JWT_SUBDOMAIN",
    text,
    "The subdomain of the organization that they are for; by default the one at the server's own address",
  ),
  oidcName: setting("PARLEY_OIDC_NAME", "single sign-on", text, "What people know that service as"),
};
