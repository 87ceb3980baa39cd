/** Letters of scripts in which joiners between letters don't change the word. */
const plain = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]`;
/** Characters whose look joiners and variation selectors change. */
const changeable = String.raw`(?!\p{DI}|${plain})[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}`;
const joiner = String.raw`[\u200c\u200d]`;
const selector = String.raw`[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d\u180f]`;
/** Tags that spell a flag's region after the black flag. */
const flagTag = String.raw`[\u{e0020}-\u{e007f}]`;

const invisible = new RegExp(
  [
    String.raw`(?!${joiner}|${selector}|${flagTag})\p{DI}`,
    String.raw`(?<!${changeable}|\ufe0f)${joiner}`,
    `(?<!${changeable})${selector}`,
    String.raw`(?<!\u{1f3f4}|${flagTag})${flagTag}`,
    // The Braille pattern without dots.
    String.raw`\u2800`,
  ].join("|"),
  "u",
);

/**
 * The index of the first invisible character, in UTF-16 units; -1 if there is none. Such characters could make two
 * names look alike. Joiners and selectors are allowed where they change the look, as in Persian and in emoji.
 */
export const indexOfInvisible = (text: string): number => text.search(invisible);

/** The text without these characters. */
export const withoutInvisible = (text: string): string => {
  const rest = text.replace(new RegExp(invisible, "gu"), "");
  // A joiner or selector that changed a removed character may now change nothing.
  return indexOfInvisible(rest) < 0 ? rest : rest.replace(/[\p{DI}\u2800]/gu, "");
};
