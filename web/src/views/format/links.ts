import { type Edit, type Selected, withoutSpaces } from "./edit";

/** Stands for an address until one is written. */
const anAddress = "url";

const link = /\[([^[\]\n]*)\]\(([^()\s]*)\)/g;

/** Links what is selected, or unlinks a link that it is in. */
export const toggleLink = (selected: Selected): Edit => {
  const { value, from, to } = withoutSpaces(selected);
  for (const found of value.matchAll(link)) {
    const [whole, words = "", address = ""] = found;
    const end = found.index + whole.length;
    const isInside = found.index < from && to < end;
    if (!isInside && !(found.index === from && to === end)) continue;
    const text = words || (address === anAddress ? "" : address);
    return { from: found.index, to: end, text, select: [found.index, found.index + text.length] };
  }
  const text = value.slice(from, to);
  // After an address, the user types the words next; after words, the address.
  if (/^https?:\/\/\S+$/.test(text)) return { from, to, text: `[](${text})`, select: [from + 1, from + 1] };
  const linked = `[${text}](${anAddress})`;
  const end = from + linked.length - 1;
  return {
    from,
    to,
    text: linked,
    select: text === "" ? [from + 1, from + 1] : [end - anAddress.length, end],
  };
};
