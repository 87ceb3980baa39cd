import { isLeft } from "fp-ts/Either";
import { retrySecondFactor } from "../../application/second-factors/await-second-factor";
import { proveSecondFactor } from "../../application/second-factors/prove-second-factor";
import { destinationIn } from "./destination";
import { enter, entering } from "./enter";
import { problemPage, realmPage, statusOf, wordsOf } from "./page";
import { askForSecondFactor, secondFactorPath } from "./second-factor-view";

/** Lets somebody in who has proved the first factor and shows the second. */
export const secondFactorPage = realmPage({
  at: secondFactorPath,
  use: { ...entering, proveSecondFactor, retrySecondFactor },
  get: async () => ({ do: "go", to: "/login" }),
  post: async (useCases, context) => {
    const { form, state } = context;
    const { half = "", code = "", passkey = "" } = form;
    const realmId = state.realm.id;
    const destination = destinationIn(form);
    const proof = passkey === "" ? { code } : { passkeyAnswer: passkey };
    const userId = await useCases.proveSecondFactor(realmId, half, proof)();
    if (!isLeft(userId)) return enter(useCases, context, userId.right, destination, true);
    const again = await useCases.retrySecondFactor(realmId, half)();
    if (isLeft(again)) return problemPage(again.left);
    const problem = { words: wordsOf(userId.left), status: statusOf(userId.left) };
    return askForSecondFactor(context, again.right, destination, problem);
  },
});
