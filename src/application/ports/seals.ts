/** Keeps text from whoever reads the storage without the server's secret. */
export interface Seals {
  seal(text: string): string;
  /** Fails where the text wasn't sealed by this server. */
  open(sealed: string): string;
  /** Undefined where it wasn't: what was sealed before the secret changed is lost. */
  openIfOurs(sealed: string): string | undefined;
}
