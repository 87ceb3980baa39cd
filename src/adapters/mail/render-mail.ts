import type { Letter } from "../../domain/mail/letter";
import { addressChanged } from "./templates/address-changed";
import { alreadyJoined } from "./templates/already-joined";
import { confirmNewAddress } from "./templates/confirm-new-address";
import { confirmSignUp } from "./templates/confirm-sign-up";
import { deactivated } from "./templates/deactivated";
import { invitation } from "./templates/invitation";
import { type LetterText, type RenderedMail, renderLetter } from "./templates/layout";
import { missedMessages } from "./templates/missed-messages";
import { newLogin } from "./templates/new-login";
import { noPasswordToReset } from "./templates/no-password-to-reset";
import { passwordChanged } from "./templates/password-changed";
import { resetPassword } from "./templates/reset-password";
import { secondFactors } from "./templates/second-factors";

const textOf = (letter: Letter): LetterText => {
  switch (letter.kind) {
    case "invitation":
      return invitation(letter);
    case "confirm_sign_up":
      return confirmSignUp(letter);
    case "already_joined":
      return alreadyJoined(letter);
    case "confirm_new_address":
      return confirmNewAddress(letter);
    case "address_changed":
      return addressChanged(letter);
    case "reset_password":
      return resetPassword(letter);
    case "no_password_to_reset":
      return noPasswordToReset(letter);
    case "password_changed":
      return passwordChanged(letter);
    case "second_factors":
      return secondFactors(letter);
    case "deactivated":
      return deactivated(letter);
    case "missed_messages":
      return missedMessages(letter);
    case "new_login":
      return newLogin(letter);
  }
};

/** Renders a letter as text and HTML. */
export const renderMail = (letter: Letter): RenderedMail => renderLetter(textOf(letter));
