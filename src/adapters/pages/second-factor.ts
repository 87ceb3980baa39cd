import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { proveSecondFactor } from "../../application/second-factors/prove-second-factor";
import { retrySecondFactor } from "../../application/second-factors/retry-second-factor";
import { destinationIn } from "./destination";
import { finishLogin, loginUseCases } from "./finish-login";
import { problemOf, realmPage } from "./page";
import { askForSecondFactor, secondFactorPath } from "./second-factor-view";

/** Logs in a user who proved the first factor and now proves the second. */
export const secondFactorPage = realmPage({
  at: secondFactorPath,
  use: { ...loginUseCases, proveSecondFactor, retrySecondFactor },
  get: () => TE.right({ do: "go", to: "/login" }),
  post: (useCases, context) => {
    const { form, state } = context;
    const { half = "", code = "", passkey = "" } = form;
    const realmId = state.realm.id;
    const destination = destinationIn(form);
    const proof = passkey === "" ? { code } : { passkeyAnswer: passkey };
    return pipe(
      useCases.proveSecondFactor(realmId, half, proof),
      TE.matchE(
        (error) =>
          pipe(
            useCases.retrySecondFactor(realmId, half),
            TE.map((again) => askForSecondFactor(context, again, destination, problemOf(error))),
          ),
        ({ userId, passwordHash }) =>
          finishLogin(useCases, context, userId, destination, { hasBoth: true, passwordHash }),
      ),
    );
  },
});
