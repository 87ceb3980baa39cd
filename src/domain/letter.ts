import type { Role } from "./role";

/** What the server writes to people by mail: each kind has a template in the mail adapter. */
export type Letter =
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
  /** To somebody who wants to join and must show that the address is theirs. */
  | { readonly kind: "confirm_sign_up"; readonly realmName: string; readonly link: string }
  /** To somebody who wants to join and has an account already. */
  | { readonly kind: "already_joined"; readonly realmName: string; readonly link: string }
  /** To the new address of somebody who changes theirs. */
  | {
      readonly kind: "confirm_new_address";
      readonly realmName: string;
      readonly oldEmail: string;
      readonly newEmail: string;
      readonly link: string;
    }
  /** To the address that somebody no longer has. */
  | { readonly kind: "address_changed"; readonly realmName: string; readonly newEmail: string }
  | { readonly kind: "reset_password"; readonly realmName: string; readonly link: string }
  /** To an address that has no account that could get a new password. */
  | { readonly kind: "no_password_to_reset"; readonly realmName: string; readonly isDeactivated: boolean }
  | { readonly kind: "password_changed"; readonly realmName: string; readonly link: string }
  | {
      readonly kind: "second_factors";
      readonly realmName: string;
      readonly news: SecondFactorNews;
      /** Where they look after their second factors. */
      readonly link: string;
    }
  | {
      readonly kind: "deactivated";
      readonly fullName: string;
      readonly realmName: string;
      /** The administrators' words; may be empty. */
      readonly comment: string;
    }
  | {
      readonly kind: "new_login";
      readonly fullName: string;
      readonly realmName: string;
      /** What the browser calls itself. */
      readonly browser: string;
      readonly address: string;
      /** When, in Unix milliseconds. */
      readonly at: number;
      /** The user's time zone; empty for none. */
      readonly timezone: string;
      readonly link: string;
    }
  /** Direct messages and mentions that somebody hasn't read while they were away. */
  | {
      readonly kind: "missed_messages";
      /** Null where the reader doesn't want it named. */
      readonly realmName: string | null;
      readonly senderNames: readonly string[];
      readonly showsContent: boolean;
      readonly count: number;
      /** Empty where what was said isn't mailed. */
      readonly conversations: readonly MissedConversation[];
      /** Whether answers by mail reach the sender. */
      readonly canAnswer: boolean;
      readonly timezone: string;
      readonly link: string;
    };

/** What somebody is told of their second factors. */
export type SecondFactorNews =
  | { readonly what: "on" | "added" | "removed" | "off"; readonly factorName: string }
  /** Somebody else took all of them away. */
  | { readonly what: "reset" }
  | { readonly what: "new_codes" }
  | { readonly what: "code_used"; readonly codesLeft: number }
  /** Somebody who knows the password tried many codes. */
  | { readonly what: "guessed" };

/** Messages of one conversation, oldest first. */
export interface MissedConversation {
  readonly title: string;
  readonly messages: readonly {
    readonly senderName: string;
    /** Markdown, as it was written. */
    readonly content: string;
    /** Unix seconds. */
    readonly sentAt: number;
  }[];
}

/** A letter to somebody. */
export interface Mail {
  readonly to: string;
  /** Where answers go; absent for nowhere. */
  readonly replyTo?: string;
  readonly letter: Letter;
}
