import type { MailContent } from "../../domain/mail/mail";
import { addressChanged } from "./templates/address-changed";
import { alreadyJoined } from "./templates/already-joined";
import { confirmNewAddress } from "./templates/confirm-new-address";
import { confirmSignUp } from "./templates/confirm-sign-up";
import { deactivated } from "./templates/deactivated";
import { invitation } from "./templates/invitation";
import { type MailText, type RenderedMail, renderMailText } from "./templates/layout";
import { missedMessages } from "./templates/missed-messages";
import { newLogin } from "./templates/new-login";
import { noPasswordToReset } from "./templates/no-password-to-reset";
import { passwordChanged } from "./templates/password-changed";
import { resetPassword } from "./templates/reset-password";
import { secondFactors } from "./templates/second-factors";

const textOf = (content: MailContent): MailText => {
  switch (content.kind) {
    case "invitation":
      return invitation(content);
    case "confirm_sign_up":
      return confirmSignUp(content);
    case "already_joined":
      return alreadyJoined(content);
    case "confirm_new_address":
      return confirmNewAddress(content);
    case "address_changed":
      return addressChanged(content);
    case "reset_password":
      return resetPassword(content);
    case "no_password_to_reset":
      return noPasswordToReset(content);
    case "password_changed":
      return passwordChanged(content);
    case "second_factors":
      return secondFactors(content);
    case "deactivated":
      return deactivated(content);
    case "missed_messages":
      return missedMessages(content);
    case "new_login":
      return newLogin(content);
  }
};

/** Renders the content of a mail as text and HTML. */
export const renderMail = (content: MailContent): RenderedMail => renderMailText(textOf(content));
