import { jwtVouchers, noVouchers } from "../adapters/sign-on/jwt-vouchers";
import { openIdConnect } from "../adapters/sign-on/openid-connect";
import type { SignOnProvider } from "../application/ports/sign-on-provider";
import type { Vouchers } from "../application/ports/vouchers";
import type { Config } from "../config/config";
import type { LoginMethod } from "../domain/login-method";

const signOnClient = ({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
}: Config) => (issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined);

/** The service by which people may log in, where there is one. */
export const signOnOf = (config: Config, onError: (error: unknown) => void): SignOnProvider | undefined => {
  const client = signOnClient(config);
  return client && openIdConnect({ ...client, displayName: config.oidcName, onError });
};

/** Ways to log in that organizations can choose from. */
export const offeredLoginsOf = (config: Config): readonly LoginMethod[] => [
  "Email",
  ...(config.mode === "development" ? (["Dev"] as const) : []),
  ...(signOnClient(config) ? (["OpenID Connect"] as const) : []),
];

/** The program that vouches for people, where there is one. */
export const vouchersOf = ({ jwtKey: key, jwtAlgorithm: algorithm, jwtSubdomain }: Config): Vouchers =>
  key === undefined ? noVouchers : jwtVouchers({ key, algorithm, subdomain: jwtSubdomain ?? "" });
