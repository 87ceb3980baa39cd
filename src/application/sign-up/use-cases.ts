import { signOn } from "../sign-on/sign-on";
import type { Workings } from "../workings";
import { joinRealm } from "./join-realm";
import { openTicket } from "./open-ticket";
import { requestSignUp } from "./request-sign-up";

/** Ways to join a realm. */
export const signUpUseCases = (workings: Workings) => ({
  join: joinRealm(workings),
  open: openTicket(workings),
  request: requestSignUp(workings),
  signOn: signOn(workings),
});
