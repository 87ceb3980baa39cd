import { type Names, readLocation } from "../../app/location";
import { insertText } from "../../ui/insert-text";
import { readHtml } from "../../ui/message-html";
import { endsInCode } from "../format/fences";
import { markdownOf } from "./markdown-of";

/** Elements whose formatting Markdown can express. */
const formatted =
  "a[href], b, strong, i, em, s, del, code, pre, ul, ol, blockquote, table, h1, h2, h3, h4, h5, h6";
/** Longer ones are pasted as they are. */
const longest = 200_000;

/** The mention of a channel, a topic or a message in it that a link to this organization means; undefined if there is none. */
const mentionOf = (url: string, names: Names): string | undefined => {
  const { origin } = window.location;
  if (!url.startsWith(`${origin}/#narrow/`) || /\s/.test(url)) return undefined;
  const at = readLocation(url.slice(origin.length + 1), names);
  if (at.screen !== "narrow") return undefined;
  const [first, second, ...others] = at.narrow;
  if (first?.operator !== "channel" || first.negated || typeof first.operand !== "number") return undefined;
  const channel = names.channelName(first.operand);
  const hasTopic = second?.operator === "topic" && !second.negated;
  const parts = hasTopic ? [channel, String(second.operand)] : [channel];
  // Names that would end the mention stay a link.
  if (others.length > 0 || (second && !hasTopic) || parts.some((part) => !part || /[*>`]|\$\$/.test(part)))
    return undefined;
  if (at.near !== undefined && !hasTopic) return undefined;
  return `#**${parts.join(">")}${at.near === undefined ? "" : `@${at.near}`}**`;
};

/** Selected words as a link to an address that is pasted over them; undefined if it is something else. */
const linkOf = (selected: string, pasted: string): string | undefined =>
  /^https?:\/\/\S+$/.test(pasted) && selected.trim() !== "" && !/[\n[\]]|^https?:\/\//.test(selected)
    ? `[${selected}](${pasted})`
    : undefined;

const formattedText = (html: string): string | undefined => {
  if (html === "" || html.length > longest) return undefined;
  const root = readHtml(html);
  return root.querySelector(formatted) ? markdownOf(root) : undefined;
};

/** Pastes what Markdown can represent better than plain text. False for anything else, which the browser pastes. */
export const pasteInto = (field: HTMLTextAreaElement, data: DataTransfer, names: Names): boolean => {
  const { value, selectionStart: from, selectionEnd: to } = field;
  if (endsInCode(value.slice(0, from))) return false;
  const plain = data.getData("text/plain").trim();
  const text =
    linkOf(value.slice(from, to), plain) ??
    mentionOf(plain, names) ??
    (/^https?:\/\/\S+$/.test(plain) ? undefined : formattedText(data.getData("text/html")));
  if (!text || text === plain) return false;
  insertText(field, text);
  return true;
};
