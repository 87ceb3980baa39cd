/** The Unicode emoji that clients offer. */
export interface EmojiCatalog {
  /** The code of the emoji with this name: hexadecimal code points joined by `-`. */
  codeOf(name: string): string | undefined;
  /**
   * Whether older clients use the name for the emoji with this code, even if newer ones use it for another.
   */
  wasCalled(code: string, name: string): boolean;
  /** Whether an emoji has this code. */
  hasCode(code: string): boolean;
}
