import { accountPage, apiKeyPage, emailPage, sessionsPage } from "./account";
import { firstRealmPage } from "./first-realm";
import { confirmationPage, invitationPage } from "./join";
import { homePage, logInPage, logOutPage, oldLogInPage } from "./log-in";
import { newAddressPage } from "./new-address";
import { forgottenPasswordPage, newPasswordPage } from "./reset-password";
import { signUpPage } from "./sign-up";

/** The pages that every server has. */
export const allPages = [
  homePage,
  logInPage,
  oldLogInPage,
  logOutPage,
  signUpPage,
  invitationPage,
  confirmationPage,
  forgottenPasswordPage,
  newPasswordPage,
  newAddressPage,
  firstRealmPage,
  accountPage,
  apiKeyPage,
  sessionsPage,
  emailPage,
];
