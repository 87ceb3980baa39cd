import { accountPage, apiKeyPage, emailPage, sessionsPage } from "./account";
import { desktopLoginPage } from "./desktop-login";
import { firstRealmPage } from "./first-realm";
import { confirmationPage, invitationPage } from "./join";
import { homePage, logInPage, logOutPage, oldLogInPage } from "./log-in";
import { newAddressPage } from "./new-address";
import { forgottenPasswordPage, newPasswordPage } from "./reset-password";
import { secondFactorPage } from "./second-factor";
import { signUpPage } from "./sign-up";
import {
  recoveryCodesPage,
  twoFactorsAppPage,
  twoFactorsPage,
  twoFactorsPasskeyPage,
  twoFactorsRemovalPage,
} from "./two-factors";

/** The pages that every server has. */
export const allPages = [
  homePage,
  logInPage,
  oldLogInPage,
  secondFactorPage,
  desktopLoginPage,
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
  twoFactorsPage,
  twoFactorsAppPage,
  twoFactorsPasskeyPage,
  twoFactorsRemovalPage,
  recoveryCodesPage,
];
