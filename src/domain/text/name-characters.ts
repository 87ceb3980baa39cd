import { indexOfReordering, reordersText, withoutReordering } from "../collections/reordering";
import { indexOfInvisible, withoutInvisible } from "./invisible";

/** The first position, counted from 1 in code points, of a character that no name may have; undefined if there is none. */
export const positionOfBadCharacter = (name: string): number | undefined => {
  const indexes = [name.search(/[\p{Cc}\p{Cs}\p{Cn}]/u), indexOfReordering(name), indexOfInvisible(name)];
  const [first] = indexes.filter((index) => index >= 0).sort((a, b) => a - b);
  return first === undefined ? undefined : [...name.slice(0, first)].length + 1;
};

/** Whether a name could change how the text around it looks, or pass for another name. Controls do, such as line ends. */
export const isMisleading = (name: string): boolean =>
  /\p{Cc}/u.test(name) || indexOfReordering(name) >= 0 || indexOfInvisible(name) >= 0;

const lineBreaking = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a text that is shown on one line could end the line or turn the text around it. Tabs only leave a gap. */
export const breaksLine = (text: string): boolean => lineBreaking.test(text) || reordersText(text);

/** The text with spaces for line ends and other controls, where people may type several lines. */
export const onOneLine = (text: string): string => text.replace(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");

/**
 * The name without its misleading characters, for content that is worth more than the exact name. Controls become spaces: they
 * may separate words.
 */
export const withoutMisleading = (name: string): string =>
  withoutInvisible(withoutReordering(name.replace(/\p{Cc}+/gu, " ")));
