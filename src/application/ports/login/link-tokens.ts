/** What a link is for: a token for one purpose is invalid for another. */
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

/** Signed values for links. Nothing of them is stored, so a stolen database reveals no link. */
export interface LinkTokens {
  write(purpose: LinkPurpose, values: Readonly<Record<string, unknown>>): string;
  /** Undefined for a token that this server didn't sign for this purpose. */
  read(purpose: LinkPurpose, token: string): Readonly<Record<string, unknown>> | undefined;
  /** A keyed hash of the text, which only this server can compute. */
  proof(purpose: LinkPurpose, text: string): string;
}
