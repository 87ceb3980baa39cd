import type { Role } from "../users/role";

/** An email the server sends. Each kind has a template in the mail adapter. */
export type MailContent =
  | {
      readonly kind: "invitation";
      readonly inviterName: string;
      readonly inviterEmail: string;
      readonly realmName: string;
      readonly role: Role;
      readonly link: string;
      /** Unix milliseconds; null for never. */
      readonly expiresAt: number | null;
    }
  /** Asks a new user to confirm their email address. */
  | { readonly kind: "confirm_sign_up"; readonly realmName: string; readonly link: string }
  /** Answers a sign-up with an address that already has an account. */
  | { readonly kind: "already_joined"; readonly realmName: string; readonly link: string }
  /** Asks a user to confirm a new email address; sent to the new address. */
  | {
      readonly kind: "confirm_new_address";
      readonly realmName: string;
      readonly oldEmail: string;
      readonly newEmail: string;
      readonly link: string;
    }
  /** Reports a changed email address; sent to the old address. */
  | { readonly kind: "address_changed"; readonly realmName: string; readonly newEmail: string }
  | { readonly kind: "reset_password"; readonly realmName: string; readonly link: string }
  /** Answers a password reset request for an address without an active account. */
  | { readonly kind: "no_password_to_reset"; readonly realmName: string; readonly isDeactivated: boolean }
  | { readonly kind: "password_changed"; readonly realmName: string; readonly link: string }
  | {
      readonly kind: "second_factors";
      readonly realmName: string;
      readonly news: SecondFactorChange;
      /** The page where users manage their second factors. */
      readonly link: string;
    }
  | {
      readonly kind: "deactivated";
      readonly fullName: string;
      readonly realmName: string;
      /** The administrator's explanation; may be empty. */
      readonly comment: string;
    }
  | {
      readonly kind: "new_login";
      readonly fullName: string;
      readonly realmName: string;
      /** Browser name. */
      readonly browser: string;
      readonly address: string;
      /** Unix milliseconds. */
      readonly at: number;
      /** IANA time zone of the user; empty if unknown. */
      readonly timezone: string;
      readonly link: string;
    }
  /** Direct messages and mentions a user has not read while away. */
  | {
      readonly kind: "missed_messages";
      /** Null if the user does not want emails to name the organization. */
      readonly realmName: string | null;
      readonly senderNames: readonly string[];
      readonly showsContent: boolean;
      readonly count: number;
      /** Empty if emails must not include message content. */
      readonly conversations: readonly MissedConversation[];
      /** Whether the user can answer by replying to the email. */
      readonly canAnswer: boolean;
      readonly timezone: string;
      readonly link: string;
    };

/** A change to a user's second factors. */
export type SecondFactorChange =
  | { readonly what: "on" | "added" | "removed" | "off"; readonly factorName: string }
  /** An administrator removed all of them. */
  | { readonly what: "reset" }
  | { readonly what: "new_codes" }
  | { readonly what: "code_used"; readonly codesLeft: number }
  /** Someone who knows the password entered many wrong codes. */
  | { readonly what: "guessed" };

/** Messages of one conversation, oldest first. */
export interface MissedConversation {
  readonly title: string;
  readonly messages: readonly {
    readonly senderName: string;
    /** Markdown source. */
    readonly content: string;
    /** Unix seconds. */
    readonly sentAt: number;
  }[];
}

/** An email and its recipient. */
export interface Mail {
  readonly to: string;
  /** Reply-To address; absent if replies are not accepted. */
  readonly replyTo?: string;
  readonly letter: MailContent;
}
