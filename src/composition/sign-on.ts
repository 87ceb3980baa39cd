import { jwtVouchers, noVouchers } from "../adapters/sign-on/jwt-vouchers";
import { openIdConnect } from "../adapters/sign-on/openid-connect";
import type { SignOnProvider } from "../application/ports/sign-on-provider";
import type { Vouchers } from "../application/ports/vouchers";
import type { Config } from "../config/config";

/** The service by which people may log in, where there is one. */
export const signOnOf = (config: Config, onError: (error: unknown) => void): SignOnProvider | undefined => {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName } = config;
  return issuer && clientId && clientSecret
    ? openIdConnect({ issuer, clientId, clientSecret, displayName: oidcName, onError })
    : undefined;
};

/** The program that vouches for people, where there is one. */
export const vouchersOf = ({ jwtKey: key, jwtAlgorithm: algorithm, jwtSubdomain }: Config): Vouchers =>
  key === undefined ? noVouchers : jwtVouchers({ key, algorithm, subdomain: jwtSubdomain ?? "" });
