import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import { redeemDesktopLogin } from "../../application/login/redeem-desktop-login";
import { redeemPath } from "./desktop-login-view";
import { destinationIn } from "./destination";
import { finishLogin, loginUseCases } from "./finish-login";
import { html } from "./html";
import { type PageAnswer, problemOf, problemPage, realmPage } from "./page";

/** Whatever is wrong with a code, its user gets another one in the same way. */
const codeFailed = (error: ApiError): PageAnswer =>
  error.code === "LINK_REFUSED"
    ? {
        do: "show",
        status: problemOf(error).status,
        title: "This code doesn't work",
        content: html`<p>A code works once, for five minutes, and only until you change your password.</p>
<p class="actions"><a class="button" href="/login">Log in again</a></p>`,
      }
    : problemPage(error);

/** Logs in the app. */
export const desktopLoginPage = realmPage({
  at: redeemPath,
  use: { ...loginUseCases, redeemDesktopLogin },
  get: () => TE.right({ do: "go", to: "/login" }),
  post: (useCases, context) => {
    const { form, state } = context;
    const { to } = destinationIn(form);
    return pipe(
      useCases.redeemDesktopLogin(state.realm.id, form.token ?? ""),
      TE.matchE(
        (error): TaskEither<ApiError, PageAnswer> => TE.right(codeFailed(error)),
        ({ userId, ...proved }) => finishLogin(useCases, context, userId, { to }, proved),
      ),
    );
  },
});
