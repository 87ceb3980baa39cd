/** Letters that no accent makes of another letter, by the plain letters that people type for them. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
};
const others = new RegExp(`[${Object.keys(plain).join("")}]`, "g");

/** A name as people look for it: without case and accents, because not every keyboard writes ê or ł. */
export const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(others, (letter) => plain[letter] ?? letter);
