/** The emoji of Unicode that clients offer. */
export interface EmojiCatalog {
  /** The code of the emoji with this name: code points in hexadecimal joined by `-`. */
  codeOf(name: string): string | undefined;
  /** Whether older clients have the name for the emoji of this code, whatever it is for newer ones. */
  wasCalled(code: string, name: string): boolean;
  /** Whether there is an emoji of this code. */
  hasCode(code: string): boolean;
}
