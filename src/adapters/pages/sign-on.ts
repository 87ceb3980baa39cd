import { isLeft } from "fp-ts/Either";
import type { LinkTokens } from "../../application/ports/link-tokens";
import type { SignOnProvider } from "../../application/ports/sign-on-provider";
import { openSession } from "../../application/sessions/open-session";
import { signOn } from "../../application/sign-on/sign-on";
import type { Bound } from "../../application/together";
import { fetchOwnApiKey } from "../../application/users/own-api-key";
import { html } from "./html";
import { logInAs } from "./join";
import { localPath } from "./log-in";
import { type PageAnswer, problemPage, type RealmPageContext, realmPage } from "./page";

interface Parts {
  readonly provider: SignOnProvider;
  readonly linkTokens: LinkTokens;
  /** What the browser was given when it went to the other service. */
  readonly stateOf: (context: RealmPageContext) => string | undefined;
}

const returnPath = "/complete/oidc";
const isOneTimePad = (text: unknown): text is string =>
  typeof text === "string" && /^[0-9a-f]{64}$/i.test(text);

const failed: PageAnswer = {
  do: "show",
  status: 403,
  title: "That didn't work",
  content: html`<p>The other service didn't tell us who you are, or your try took too long.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
};

const unreachable: PageAnswer = {
  do: "show",
  status: 502,
  title: "That didn't work",
  content: html`<p>The other service doesn't answer. Try again later, or log in with a password if you have one.</p>
<p class="actions"><a class="button" href="/login">Log in</a></p>`,
};

/** Mobile apps open the browser for this, and hear of the key under a pad that only they know. */
const mobileUrl = (url: string, email: string, userId: number, apiKey: string, pad: string): string => {
  const key = Buffer.from(apiKey, "ascii");
  const padded = key.map((byte, index) => byte ^ Number.parseInt(pad.slice(2 * index, 2 * index + 2), 16));
  const answer = new URLSearchParams({
    ...{ realm: url, email, user_id: String(userId) },
    otp_encrypted_api_key: Buffer.from(padded).toString("hex"),
  });
  return `zulip://login?${answer}`;
};

const use = { fetchOwnApiKey, openSession, signOn };

/** Logging in by another service: the way there, and the way back. */
export const signOnPages = ({ provider, linkTokens, stateOf }: Parts) => {
  const begin = async (_: unknown, { request, url, state }: RealmPageContext): Promise<PageAnswer> => {
    const { next, mobile_flow_otp: pad } = request.query;
    const begun = await provider.begin(`${url}${returnPath}`);
    if (begun === undefined) return unreachable;
    const kept = linkTokens.write("sign_on", {
      ...{ realm: state.realm.id, ...begun.challenge, next: localPath(next) },
      ...(isOneTimePad(pad) && { pad }),
    });
    return { do: "sign-on", to: begun.url, state: kept };
  };

  const finish = async (
    { fetchOwnApiKey, openSession, signOn }: Bound<typeof use>,
    context: RealmPageContext,
  ): Promise<PageAnswer> => {
    const { request, state, url } = context;
    const kept = linkTokens.read("sign_on", stateOf(context) ?? "");
    if (kept === undefined || kept.realm !== state.realm.id) return failed;
    const challenge = {
      ...{ state: String(kept.state), nonce: String(kept.nonce), codeVerifier: String(kept.codeVerifier) },
    };
    const identity = await provider.finish(new URL(`${url}${request.originalUrl}`), challenge);
    if (identity === undefined) return failed;
    const realmId = state.realm.id;
    const outcome = await signOn(realmId, identity)();
    if (isLeft(outcome)) return problemPage(outcome.left);
    if (outcome.right.kind === "new") {
      const name = encodeURIComponent(identity.fullName);
      return { do: "go", to: `/accounts/confirm/${outcome.right.token}?name=${name}` };
    }
    const { userId } = outcome.right;
    if (!isOneTimePad(kept.pad)) return logInAs(openSession, context, userId, { to: localPath(kept.next) });
    const key = await fetchOwnApiKey({ realmId, userId, client: "website" })();
    if (isLeft(key)) return problemPage(key.left);
    return { do: "go", to: mobileUrl(url, identity.email, userId, key.right, kept.pad) };
  };

  return [
    realmPage({ at: "/accounts/login/social/oidc", use: {}, get: begin }),
    realmPage({ at: "/accounts/register/social/oidc", use: {}, get: begin }),
    realmPage({ at: returnPath, use, get: finish }),
  ];
};
