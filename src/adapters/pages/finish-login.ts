import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import type { Bound } from "../../application/bind-use-cases";
import { issueApiKey, type LoggedIn } from "../../application/login/issue-api-key";
import { issueDesktopLogin } from "../../application/login/issue-desktop-login";
import { awaitSecondFactor } from "../../application/second-factors/await-second-factor";
import { openSession } from "../../application/sessions/open-session";
import type { UserId } from "../../domain/ids";
import { backToDesktopApp } from "./desktop-login-view";
import type { Destination } from "./destination";
import { html } from "./html";
import { type PageAnswer, type RealmPageContext, visitorOf } from "./page";
import { askForSecondFactor } from "./second-factor-view";

/** The use cases for logging in, whatever the first factor. */
export const loginUseCases = { awaitSecondFactor, issueApiKey, issueDesktopLogin, openSession };
type LoginUseCases = Bound<typeof loginUseCases>;

/** Logs in a user who has just proved the first factor, or asks for the second one. */
export const continueLogin = (
  useCases: LoginUseCases,
  context: RealmPageContext,
  userId: UserId,
  destination: Destination,
  passwordHash?: string,
): TaskEither<ApiError, PageAnswer> =>
  pipe(
    useCases.awaitSecondFactor(context.state.realm.id, userId, passwordHash),
    TE.chain((half) =>
      half === undefined
        ? finishLogin(useCases, context, userId, destination, { hasBoth: false, passwordHash })
        : TE.right(askForSecondFactor(context, half, destination)),
    ),
  );

/** Starts a session, or hands an app what it logs in with. */
export const finishLogin = (
  useCases: Omit<LoginUseCases, "awaitSecondFactor">,
  context: RealmPageContext,
  userId: UserId,
  { to, isByLink, app }: Destination,
  { hasBoth, passwordHash }: { readonly hasBoth: boolean; readonly passwordHash?: string | undefined },
): TaskEither<ApiError, PageAnswer> => {
  const { state, url, browser, remoteAddress } = context;
  const realmId = state.realm.id;
  const proved = { hasBoth, passwordHash };
  if (app?.kind === "mobile")
    return pipe(
      useCases.issueApiKey(visitorOf(context), userId, proved),
      TE.map((loggedIn) => backToMobileApp(context, mobileUrl(url, loggedIn, app.key))),
    );
  if (app?.kind === "desktop")
    return pipe(
      useCases.issueDesktopLogin(realmId, userId, proved),
      TE.map((token) => backToDesktopApp(token, app.key)),
    );
  const from = {
    name: browser,
    remoteAddress,
    passwordHash,
    ...(isByLink && { isByLink }),
    ...(hasBoth && { hasBoth }),
  };
  return pipe(
    useCases.openSession(realmId, userId, from),
    TE.map((token) => ({ do: "session", token, to })),
  );
};

/** The URL that returns a mobile app its API key, encrypted with a pad that only the app knows. */
const mobileUrl = (url: string, { user, apiKey }: LoggedIn, pad: string): string => {
  const key = Buffer.from(apiKey, "ascii");
  const padded = key.map((byte, index) => byte ^ Number.parseInt(pad.slice(2 * index, 2 * index + 2), 16));
  const answer = new URLSearchParams({
    realm: url,
    email: user.email,
    user_id: String(user.id),
    otp_encrypted_api_key: Buffer.from(padded).toString("hex"),
  });
  return `zulip://login?${answer}`;
};

/** Browsers don't follow a form's redirect to an app, so a link leads there. */
const backToMobileApp = ({ request }: RealmPageContext, to: string): PageAnswer =>
  request.method === "GET"
    ? { do: "go", to }
    : {
        do: "show",
        title: "You are logged in",
        content: html`<p>You can return to the app, where you are logged in now.</p>
<p class="actions"><a class="button" href="${to}">Back to the app</a></p>`,
      };
