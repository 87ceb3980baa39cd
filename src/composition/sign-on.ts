import { openIdConnect } from "../adapters/sign-on/openid-connect";
import type { SignOnProvider } from "../application/ports/sign-on-provider";
import type { Config } from "../config/config";

/** The service by which people may log in, where there is one. */
export const signOnOf = (config: Config, onError: (error: unknown) => void): SignOnProvider | undefined => {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName } = config;
  return issuer && clientId && clientSecret
    ? openIdConnect({ issuer, clientId, clientSecret, displayName: oidcName, onError })
    : undefined;
};
