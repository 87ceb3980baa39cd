import type HtmlParser from "htmlparser2";

type Parent = Pick<ReturnType<typeof HtmlParser.parseDocument>, "children">;
type Node = Parent["children"][number];
type Element = Extract<Node, { attribs: unknown }>;

const longest = 200;
const lastCodePoint = 0x10ffff;

const isElement = (node: Node): node is Element => "attribs" in node;
const classesOf = (element: Element): readonly string[] => (element.attribs.class ?? "").split(/\s+/);

/** Replaces emoji by characters, whose code points are in their class. */
const emojiOf = (element: Element): string | undefined => {
  const code = classesOf(element).find((name) => /^emoji-[0-9a-f]+(-[0-9a-f]+)*$/.test(name));
  return code
    ?.slice("emoji-".length)
    .split("-")
    .map((point) => String.fromCodePoint(Math.min(Number.parseInt(point, 16), lastCodePoint)))
    .join("");
};

const quoted = (text: string): string =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `> ${line}\n`)
    .join("");

const numbered = (list: Element, depth: number): string => {
  const start = Number.parseInt(list.attribs.start ?? "1", 10);
  const indent = depth > 0 ? `\n${"  ".repeat(depth)}` : "";
  return list.children
    .filter(isElement)
    .map((item, index) => `${indent}${start + index}. ${textOfAll(item, depth + 1).trim()}`)
    .join("\n");
};

const spoiler = (block: Element): string => {
  const header = block.children.filter(isElement).find((part) => classesOf(part).includes("spoiler-header"));
  const text = header ? textOfAll(header, 0).trim() : "";
  return text === "" ? "(…)\n" : `${text} (…)\n`;
};

const textOf = (node: Node, depth: number): string => {
  if ("data" in node && node.type === "text") return node.data;
  if (!isElement(node)) return "";
  const classes = classesOf(node);
  // KaTeX outputs each formula twice, rendered and as source: keep the source.
  if (classes.includes("katex")) return sourceOf(node);
  if (node.name === "ol") return numbered(node, depth);
  if (classes.includes("spoiler-block")) return spoiler(node);
  if (node.name === "img") return node.attribs.alt ?? "";
  if (node.name === "br") return "";
  if (classes.includes("emoji")) return emojiOf(node) ?? textOfAll(node, depth);
  const text = textOfAll(node, depth);
  return node.name === "blockquote" ? quoted(text) : text;
};

const textOfAll = (parent: Parent, depth: number): string =>
  parent.children.map((child) => textOf(child, depth)).join("");

const sourceOf = (formula: Element): string => {
  const find = (node: Node): string | undefined => {
    if (!isElement(node)) return undefined;
    if (node.name === "annotation") return textOfAll(node, 0);
    return node.children.map(find).find((text) => text !== undefined);
  };
  return find(formula) ?? textOfAll(formula, 0);
};

/** The text of a message for a notification: a few lines, cut after 200 code points. */
export const notificationText = (renderedContent: string): string => {
  // Loaded with the first notification: parsers take more than a megabyte.
  const { parseDocument }: typeof HtmlParser = require("htmlparser2");
  const document = parseDocument(renderedContent);
  const blocks = document.children.map((node) => ({
    node,
    isQuote: isElement(node) && node.name === "blockquote",
    text: textOf(node, 0),
  }));
  // Quotes are shortened if the message has other text.
  const hasOwnText = blocks.some(({ isQuote, text }) => !isQuote && text.trim() !== "");
  const text = blocks
    .map((block) => (block.isQuote && hasOwnText ? "[…]" : block.text))
    .join("")
    .trim();
  const points = [...text];
  return points.length > longest ? `${points.slice(0, longest).join("")}…` : text;
};
