import { isLeft } from "fp-ts/Either";
import { proveSecondFactor } from "../../application/second-factors/prove-second-factor";
import { retrySecondFactor } from "../../application/second-factors/retry-second-factor";
import { destinationIn } from "./destination";
import { finishLogin, loginUseCases } from "./finish-login";
import { problemPage, realmPage, statusOf, wordsOf } from "./page";
import { askForSecondFactor, secondFactorPath } from "./second-factor-view";

/** Logs in a user who proved the first factor and now proves the second. */
export const secondFactorPage = realmPage({
  at: secondFactorPath,
  use: { ...loginUseCases, proveSecondFactor, retrySecondFactor },
  get: async () => ({ do: "go", to: "/login" }),
  post: async (useCases, context) => {
    const { form, state } = context;
    const { half = "", code = "", passkey = "" } = form;
    const realmId = state.realm.id;
    const destination = destinationIn(form);
    const proof = passkey === "" ? { code } : { passkeyAnswer: passkey };
    const proved = await useCases.proveSecondFactor(realmId, half, proof)();
    if (!isLeft(proved)) {
      const { userId, passwordHash } = proved.right;
      return finishLogin(useCases, context, userId, destination, { hasBoth: true, passwordHash });
    }
    const again = await useCases.retrySecondFactor(realmId, half)();
    if (isLeft(again)) return problemPage(again.left);
    const problem = { words: wordsOf(proved.left), status: statusOf(proved.left) };
    return askForSecondFactor(context, again.right, destination, problem);
  },
});
