/** What a logged-in user confirms their identity with: the password, or a code if they have none. */
export interface Confirmation {
  readonly password: string | undefined;
  readonly code: string | undefined;
}
