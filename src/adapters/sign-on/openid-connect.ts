import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { SignOnProvider } from "../../application/ports/login/sign-on-provider";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { guardedFetch } from "../net/guarded-fetch";
import { reportedIdentity } from "./reported-identity";

interface OpenIdConnectSettings {
  readonly http: OutgoingHttp;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly displayName: string;
  /** Receives the reasons why requests to the service failed. */
  readonly onError: (error: unknown) => void;
}

const load = () => import("openid-client");
type Configuration = Awaited<ReturnType<Awaited<ReturnType<typeof load>>["discovery"]>>;

/**
 * OpenID Connect, by the authorization code flow with PKCE. Discovery happens at first use, and again after failures.
 */
export const openIdConnect = ({
  http,
  issuer,
  clientId,
  clientSecret,
  displayName,
  onError,
}: OpenIdConnectSettings): SignOnProvider => {
  let discovered: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    discovered ??= load().then(
      ({ allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks }) =>
        discovery(new URL(issuer), clientId, clientSecret, undefined, {
          [customFetch]: guardedFetch(http),
          // The library checks signatures only on request: it trusts the connection that brought the token.
          execute: [
            enableNonRepudiationChecks,
            ...(issuer.startsWith("http:") ? [allowInsecureRequests] : []),
          ],
        }),
    );
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  };

  return {
    displayName,

    begin: async (returnUrl) => {
      const client = await load();
      const challenge = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      try {
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: returnUrl,
          scope: "openid email profile",
          code_challenge: await client.calculatePKCECodeChallenge(challenge.codeVerifier),
          code_challenge_method: "S256",
          state: challenge.state,
          nonce: challenge.nonce,
        });
        return E.right({ url: url.toString(), challenge });
      } catch (error) {
        onError(error);
        return E.left("unreachable" as const);
      }
    },

    finish: async (returnedTo, { state, nonce, codeVerifier }) => {
      const client = await load();
      try {
        const service = await configuration();
        const tokens = await client.authorizationCodeGrant(service, returnedTo, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        // OpenID Connect Core 1.0, section 3.1.3.7: the token may be for several clients, but was issued to one.
        const isOurs = claims?.azp === undefined || claims.azp === clientId;
        if (claims === undefined || !isOurs) return E.left("unconfirmed" as const);
        const more = await client.fetchUserInfo(service, tokens.access_token, claims.sub);
        return pipe(reportedIdentity(claims, more), E.fromNullable("unconfirmed" as const));
      } catch (error) {
        // The user refused, the answer was forged or replayed, or the service failed.
        onError(error);
        return E.left("unconfirmed" as const);
      }
    },
  };
};
