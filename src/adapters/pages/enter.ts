import { isLeft } from "fp-ts/Either";
import { awaitSecondFactor } from "../../application/second-factors/await-second-factor";
import { openSession } from "../../application/sessions/open-session";
import type { Bound } from "../../application/together";
import { issueApiKey, type LoggedIn } from "../../application/users/issue-api-key";
import type { Destination } from "./destination";
import { html } from "./html";
import { type PageAnswer, problemPage, type RealmPageContext, visitorOf } from "./page";
import { askForSecondFactor } from "./second-factor-view";

/** What somebody gets into their account by, whichever way they came. */
export const entering = { awaitSecondFactor, issueApiKey, openSession };
type Entering = Bound<typeof entering>;

/** Lets somebody in who has just proved the first factor, or asks for the second one. */
export const enterBy = async (
  useCases: Entering,
  context: RealmPageContext,
  userId: number,
  destination: Destination,
): Promise<PageAnswer> => {
  const half = await useCases.awaitSecondFactor(context.state.realm.id, userId)();
  if (isLeft(half)) return problemPage(half.left);
  if (half.right !== undefined) return askForSecondFactor(context, half.right, destination);
  return enter(useCases, context, userId, destination, false);
};

/** Begins a session, or gives an app its key. */
export const enter = async (
  useCases: Pick<Entering, "issueApiKey" | "openSession">,
  context: RealmPageContext,
  userId: number,
  { to, isByLink, pad }: Destination,
  hasBoth: boolean,
): Promise<PageAnswer> => {
  const { state, url, browser, remoteAddress } = context;
  const realmId = state.realm.id;
  if (pad !== undefined) {
    const loggedIn = await useCases.issueApiKey(visitorOf(context), userId, { hasBoth })();
    return isLeft(loggedIn)
      ? problemPage(loggedIn.left)
      : backToApp(context, mobileUrl(url, loggedIn.right, pad));
  }
  const from = { name: browser, remoteAddress, ...(isByLink && { isByLink }), ...(hasBoth && { hasBoth }) };
  const opened = await useCases.openSession(realmId, userId, from)();
  return isLeft(opened) ? problemPage(opened.left) : { do: "session", token: opened.right, to };
};

/** Mobile apps open the browser for this, and hear of the key under a pad that only they know. */
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

/** Browsers follow a form to no app: then somebody goes there by a link. */
const backToApp = ({ request }: RealmPageContext, to: string): PageAnswer =>
  request.method === "GET"
    ? { do: "go", to }
    : {
        do: "show",
        title: "You are logged in",
        content: html`<p>Go back to the app, which knows you now.</p>
<p class="actions"><a class="button" href="${to}">Back to the app</a></p>`,
      };
