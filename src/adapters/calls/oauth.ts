import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { CallFailure, CallSignOn } from "../../application/ports/calls/call-provider";
import type { Clock } from "../../application/ports/system/clock";
import {
  isSuccess,
  type OutgoingAnswer,
  type OutgoingHttp,
} from "../../application/ports/system/outgoing-http";
import { valueOfJson } from "../../domain/codec/json-text";
import { millisecondsIn } from "../../domain/units/time";
import { ask, basic, failed, posting } from "./answers";

interface OAuthOptions {
  readonly http: OutgoingHttp;
  readonly clock: Clock;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scope?: string;
}

const granted = t.intersection([
  t.type({ access_token: t.string }),
  t.partial({ refresh_token: t.string, expires_in: t.number }),
]);
/** The stored part of a grant. */
const storedGrant = t.intersection([
  t.type({ access: t.string }),
  t.partial({ refresh: t.string, expiresAt: t.number }),
]);
type StoredGrant = t.TypeOf<typeof storedGrant>;

/** Tokens that expire this soon are renewed before use. */
const margin = millisecondsIn.minute;

/** A user's access to the provider's API. */
export interface Access {
  /** Calls the provider's API in the user's name. */
  post(url: string, document: object): Promise<E.Either<CallFailure, OutgoingAnswer>>;
  /** The token to store, if it was renewed. */
  renewed(): { readonly token?: string };
}

/** OAuth's code flow, with tokens that are renewed when they expire. */
export const oauth = (options: OAuthOptions) => {
  const { http, clock, clientId, clientSecret, authorizeUrl, tokenUrl, scope } = options;

  const grant = async (
    fields: Readonly<Record<string, string>>,
  ): Promise<E.Either<CallFailure, StoredGrant>> =>
    pipe(
      await ask(http, {
        method: "POST",
        url: tokenUrl,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Accept: "application/json",
          Authorization: basic(clientId, clientSecret),
        },
        // Some providers read the client's credentials from the form, some from the header.
        body: new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret }).toString(),
      }),
      E.filterOrElse(
        ({ status }) => status < 500,
        () => failed,
      ),
      E.map((answer) => (isSuccess(answer) ? valueOfJson(granted, answer.body) : undefined)),
      E.chain(E.fromNullable<CallFailure>({ kind: "credentials" })),
      E.map(({ access_token: access, refresh_token: refresh, expires_in: seconds }) => ({
        access,
        ...(refresh !== undefined && { refresh }),
        ...(seconds !== undefined && { expiresAt: clock.now() + seconds * 1000 }),
      })),
    );

  const signOn: CallSignOn = {
    agreeAt: (state, redirectUri) => {
      const url = new URL(authorizeUrl);
      const query = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, state };
      for (const [name, value] of Object.entries({ ...query, ...(scope && { scope }) }))
        url.searchParams.set(name, value);
      return url.href;
    },
    redeem: async (code, redirectUri) =>
      pipe(
        await grant({ grant_type: "authorization_code", code, redirect_uri: redirectUri }),
        E.map((token) => JSON.stringify(token)),
      ),
  };

  /** Renews the token. Without a refresh token, the user must sign on again. */
  const renew = async ({ refresh }: StoredGrant): Promise<E.Either<CallFailure, StoredGrant>> => {
    if (refresh === undefined) return E.left({ kind: "no_token" });
    return pipe(
      await grant({ grant_type: "refresh_token", refresh_token: refresh }),
      E.bimap(
        (failure) => (failure.kind === "credentials" ? { kind: "no_token" } : failure),
        (token) => ({ refresh, ...token }),
      ),
    );
  };

  const accessWith = (grant: StoredGrant, isRenewed: boolean): Access => ({
    post: async (url, document) =>
      pipe(
        await ask(http, posting(url, document, { Authorization: `Bearer ${grant.access}` })),
        E.filterOrElse(
          ({ status }) => status !== 401,
          (): CallFailure => ({ kind: "no_token" }),
        ),
      ),
    renewed: () => (isRenewed ? { token: JSON.stringify(grant) } : {}),
  });

  const accessBy = async (token: string | undefined): Promise<E.Either<CallFailure, Access>> => {
    const held = token === undefined ? undefined : valueOfJson(storedGrant, token);
    if (held === undefined) return E.left({ kind: "no_token" });
    const { expiresAt } = held;
    const isOld = expiresAt !== undefined && expiresAt - margin < clock.now();
    return pipe(
      isOld ? await renew(held) : E.right(held),
      E.map((current) => accessWith(current, isOld)),
    );
  };

  return { signOn, accessBy };
};
