import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { redeemDesktopLogin } from "../../application/login/redeem-desktop-login";
import { redeemPath } from "./desktop-login-view";
import { destinationIn } from "./destination";
import { finishLogin, loginUseCases } from "./finish-login";
import { realmPage } from "./page";

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
      TE.chain(({ userId, ...proved }) => finishLogin(useCases, context, userId, { to }, proved)),
    );
  },
});
