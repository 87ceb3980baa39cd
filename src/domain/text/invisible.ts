/** Scripts in which joiners change how letters look, because letters connect or form clusters. */
const joiningScripts = (
  "Adlm Arab Beng Cakm Chrs Deva Gran Gujr Guru Java Khmr Knda Mand Mani Mlym Mong Mymr Nkoo Orya Ougr Phag Rohg Sinh " +
  "Sogd Syrc Taml Telu Tibt Tirh"
)
  .split(" ")
  .map((script) => String.raw`\p{sc=${script}}`)
  .join("");
const joining = String.raw`(?!\p{DI})[${joiningScripts}]`;
const picture = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}`;
/** Characters that have variants: Han characters, letters of three other scripts, and pictures. */
const hasVariants = String.raw`(?!\p{DI})[\p{sc=Han}\p{sc=Mong}\p{sc=Mymr}\p{sc=Phag}]|${picture}`;
const joiner = String.raw`[\u200c\u200d]`;
/** Joins two pictures into one. */
const joinsPictures = String.raw`(?<=${picture}|\ufe0f)\u200d\p{Extended_Pictographic}`;
const selector = String.raw`[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d\u180f]`;
/** Signs that span the digits after them, as in Arabic dates. Unicode counts them as formats, but they show. */
const spanningSign = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`;
/** What Unicode calls ignorable, and formats and separators beyond that, such as marks of annotations and line ends. */
const showsNothing = String.raw`[\p{DI}\p{Cf}\p{Zl}\p{Zp}]`;
/** Symbols that show nothing: the Braille pattern without dots, and the musical note without a head. */
const emptySymbol = String.raw`[\u2800\u{1d159}]`;
/** Tags that spell a flag's region after the black flag. */
const flagTag = String.raw`[\u{e0020}-\u{e007f}]`;

const invisible = new RegExp(
  [
    `(?!${joiner}|${selector}|${flagTag}|${spanningSign})${showsNothing}`,
    `(?<!${joining})(?!${joinsPictures})${joiner}`,
    `(?<!${hasVariants})${selector}`,
    String.raw`(?<!\u{1f3f4}|${flagTag})${flagTag}`,
    emptySymbol,
  ].join("|"),
  "u",
);

/** What shows nothing by itself, wherever it is: joiners and selectors, too. */
const invisibleAnywhere = new RegExp(`(?!${spanningSign})${showsNothing}|${emptySymbol}`, "gu");

/**
 * The index of the first invisible character, in UTF-16 units; -1 if there is none. Such characters could make two
 * names look alike. Joiners and selectors are allowed where they change the look, as in Persian and in emoji.
 */
export const indexOfInvisible = (text: string): number => text.search(invisible);

/** The text without these characters. */
export const withoutInvisible = (text: string): string => {
  const rest = text.replace(new RegExp(invisible, "gu"), "");
  // A joiner or selector that changed a removed character may now change nothing.
  return indexOfInvisible(rest) < 0 ? rest : withoutIgnorable(rest);
};

/** The text without any character that shows nothing by itself, including joiners that change how others look. */
export const withoutIgnorable = (text: string): string => text.replace(invisibleAnywhere, "");
