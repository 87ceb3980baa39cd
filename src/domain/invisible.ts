/** Letters of scripts whose words are the same with and without a joiner between letters, or that take none. */
const plain = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]`;
/** What joiners and variation selectors change the look of. */
const changeable = String.raw`(?!\p{DI}|${plain})[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}`;
const joiner = String.raw`[\u200c\u200d]`;
const selector = String.raw`[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d\u180f]`;
/** The letters of a flag's region follow the black flag. */
const flagTag = String.raw`[\u{e0020}-\u{e007f}]`;

const invisible = new RegExp(
  [
    String.raw`(?!${joiner}|${selector}|${flagTag})\p{DI}`,
    String.raw`(?<!${changeable}|\ufe0f)${joiner}`,
    `(?<!${changeable})${selector}`,
    String.raw`(?<!\u{1f3f4}|${flagTag})${flagTag}`,
    // A pattern of Braille without dots.
    String.raw`\u2800`,
  ].join("|"),
  "u",
);

/**
 * Whether text has characters that show as nothing: with them two names look alike. Joiners and selectors pass where they
 * change what is seen, as in Persian and in emoji.
 */
export const hasInvisible = (text: string): boolean => invisible.test(text);
