/** Encrypts text against readers of the storage who lack the server's secret. */
export interface Seals {
  seal(text: string): string;
  /** Undefined if this server didn't seal the text: anything sealed before the secret changed is lost. */
  open(sealed: string): string | undefined;
}
