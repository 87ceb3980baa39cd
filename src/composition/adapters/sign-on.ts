import { anyAddress } from "../../adapters/net/address-guard";
import { tracedHttp } from "../../adapters/net/traced-http";
import { undiciHttp } from "../../adapters/net/undici-http";
import { jwtLoginTokens, noLoginTokens } from "../../adapters/sign-on/jwt-login-tokens";
import { openIdConnect } from "../../adapters/sign-on/openid-connect";
import type { LoginTokens } from "../../application/ports/login/login-tokens";
import type { SignOnProvider } from "../../application/ports/login/sign-on-provider";
import type { Tracing } from "../../application/ports/system/tracing";
import type { Config } from "../../config/config";
import type { LoginMethod } from "../../domain/realm/login-method";

const limits = { timeout: 10_000, largestAnswer: 1_048_576 };

const signOnClient = ({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
}: Config) => (issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined);

/** The configured single sign-on service, if any. */
export const signOnOf = (
  config: Config,
  onError: (error: unknown) => void,
  tracing: Tracing,
): SignOnProvider | undefined => {
  const client = signOnClient(config);
  // The operator configures this address, so private networks are allowed.
  const calls = undiciHttp({ ...limits, isAllowed: anyAddress, answersRedirects: true });
  const http = tracedHttp(calls, "sign-on service", tracing);
  return client && openIdConnect({ ...client, http, displayName: config.oidcName, onError });
};

/** Login methods that organizations can choose from. */
export const offeredLoginsOf = (config: Config): readonly LoginMethod[] => [
  "Email",
  ...(config.mode === "development" ? (["Dev"] as const) : []),
  ...(signOnClient(config) ? (["OpenID Connect"] as const) : []),
];

/** The program that vouches for users by JWT, if configured. */
export const loginTokensOf = ({ jwtKey: key, jwtAlgorithm: algorithm, jwtSubdomain }: Config): LoginTokens =>
  key === undefined ? noLoginTokens : jwtLoginTokens({ key, algorithm, subdomain: jwtSubdomain ?? "" });
