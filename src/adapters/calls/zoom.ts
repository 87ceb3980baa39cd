import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { CallFailure, CallProvider } from "../../application/ports/calls/call-provider";
import type { Clock } from "../../application/ports/system/clock";
import type { OutgoingAnswer, OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { callServices } from "../../domain/calls/call-service";
import { valueOfJson } from "../../domain/codec/json-text";
import { secondsIn } from "../../domain/units/time";
import { ask, basic, expectDocument, failed, posting } from "./answers";
import { oauth } from "./oauth";

interface ZoomOptions {
  readonly http: OutgoingHttp;
  readonly clock: Clock;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The site for authorization and tokens. */
  readonly oauthUrl: string;
  readonly apiUrl: string;
}

const meeting = t.type({ join_url: t.string });
const refusal = t.type({ code: t.number });
const granted = t.intersection([t.type({ access_token: t.string }), t.partial({ expires_in: t.number })]);

/** With a password, because organizations that require one would put people into a waiting room otherwise. */
const meetingWith = (isVideo: boolean) => ({
  settings: { host_video: isVideo, participant_video: isVideo },
  default_password: true,
});

/** Video calls with Zoom, as meetings of the users who authorized this server. */
export const zoom = ({ oauthUrl, apiUrl, ...client }: ZoomOptions): CallProvider => {
  const { signOn, accessBy } = oauth({
    ...client,
    authorizeUrl: `${oauthUrl}/oauth/authorize`,
    tokenUrl: `${oauthUrl}/oauth/token`,
  });
  return {
    service: callServices.zoom,
    signOn,
    create: async ({ token, isVideo }) => {
      const access = await accessBy(token);
      if (E.isLeft(access)) return access;
      const { post, renewed } = access.right;
      return pipe(
        await post(`${apiUrl}/v2/users/me/meetings`, meetingWith(isVideo)),
        E.chain(expectDocument(meeting)),
        E.map((made) => ({ url: made.join_url, ...renewed() })),
      );
    },
  };
};

const unknownUser = 1001;
const invalidToken = 124;
/** Tokens are requested again this long before they expire. */
const margin = 240_000;

/** Video calls with Zoom, as meetings of the calling users, created by an account for the whole organization. */
export const zoomForAll = (options: ZoomOptions & { readonly accountId: string }): CallProvider => {
  const { http, clock, clientId, clientSecret, oauthUrl, apiUrl, accountId } = options;
  let known: { readonly access: string; readonly until: number } | undefined;

  const access = async () => {
    if (known !== undefined && clock.now() < known.until) return E.right(known.access);
    const answer = await ask(http, {
      method: "POST",
      url: `${oauthUrl}/oauth/token`,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Authorization: basic(clientId, clientSecret),
      },
      body: new URLSearchParams({ grant_type: "account_credentials", account_id: accountId }).toString(),
    });
    return pipe(
      answer,
      E.chain((answer) =>
        pipe(
          answer,
          expectDocument(granted),
          E.mapLeft((): CallFailure => ({ kind: "credentials" })),
        ),
      ),
      E.map(({ access_token, expires_in: seconds = secondsIn.hour }) => {
        known = { access: access_token, until: clock.now() + seconds * 1000 - margin };
        return access_token;
      }),
    );
  };

  const failureIn = (answer: OutgoingAnswer): CallFailure => {
    const code = valueOfJson(refusal, answer.body)?.code;
    if (code === invalidToken) known = undefined;
    return code === unknownUser ? { kind: "unknown_user" } : failed;
  };

  return {
    service: callServices.zoomForAll,
    create: async ({ caller, isVideo }) => {
      const token = await access();
      if (E.isLeft(token)) return token;
      const answer = await ask(
        http,
        posting(`${apiUrl}/v2/users/${encodeURIComponent(caller.email)}/meetings`, meetingWith(isVideo), {
          Authorization: `Bearer ${token.right}`,
        }),
      );
      return pipe(
        answer,
        E.chain((answer) =>
          pipe(
            answer,
            expectDocument(meeting),
            E.mapLeft(() => failureIn(answer)),
          ),
        ),
        E.map((made) => ({ url: made.join_url })),
      );
    },
  };
};
