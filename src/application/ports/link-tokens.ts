/** What a link is for: a token for one thing is none for another. */
export type LinkPurpose =
  | "invitation"
  | "sign_up"
  | "new_address"
  | "reset_password"
  | "second_factor"
  | "app_set_up"
  | "passkey_set_up"
  | "recovery_code"
  | "first_realm"
  | "meeting"
  | "call_sign_on"
  | "sign_on";

/**
 * What links carry that are given to people: values under a signature of the server's. Nothing of them is stored,
 * so a stolen database gives no link away.
 */
export interface LinkTokens {
  write(purpose: LinkPurpose, values: Readonly<Record<string, unknown>>): string;
  /** Undefined for a token that this server didn't write for this purpose. */
  read(purpose: LinkPurpose, token: string): Readonly<Record<string, unknown>> | undefined;
  /** Follows from a text that can't be told from it. */
  proof(purpose: LinkPurpose, text: string): string;
}
