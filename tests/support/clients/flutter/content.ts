import { parseDocument } from "htmlparser2";

/** What the app shows of a message's HTML: zulip-flutter's `lib/model/content.dart`. It shows the rest as an error. */

interface Element {
  readonly tag: string;
  readonly className: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}
type Node = Element | string;

const isElement = (node: Node | undefined): node is Element => typeof node === "object";

const treeOf = (parsed: readonly unknown[]): readonly Node[] =>
  (
    parsed as readonly {
      data?: string;
      name?: string;
      attribs?: Element["attributes"];
      children?: unknown[];
    }[]
  ).map(({ data, name, attribs = {}, children = [] }) =>
    name === undefined
      ? (data ?? "")
      : { tag: name, className: attribs.class ?? "", attributes: attribs, children: treeOf(children) },
  );

const nameOf = (node: Node): string =>
  isElement(node) ? `${node.tag}${node.className && `.${node.className.replaceAll(" ", ".")}`}` : `"${node}"`;

const is = (node: Node | undefined, tag: string, className = ""): node is Element =>
  isElement(node) && node.tag === tag && node.className === className;

const visible = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter((node) => isElement(node) || !/^\n+$/.test(node));

/** Whether there is exactly one child, and it is this one. */
const holds = (node: Element, tag: string, className = ""): node is Element & { children: [Element] } =>
  node.children.length === 1 && is(node.children[0], tag, className);

const isMath = (node: Node | undefined, isBlock: boolean): boolean => {
  if (!is(node, "span", "katex")) return false;
  const [mathml, html] = node.children;
  if (!is(mathml, "span", "katex-mathml") || !is(html, "span", "katex-html") || !holds(mathml, "math"))
    return false;
  const [math] = mathml.children;
  const source = holds(math, "semantics") ? math.children[0].children.at(-1) : undefined;
  const isSource = is(source, "annotation") && source.attributes.encoding === "application/x-tex";
  return isSource && math.attributes.display === (isBlock ? "block" : undefined);
};

const isMathBlock = (node: Node | undefined): boolean =>
  is(node, "span", "katex-display") && node.children.length === 1 && isMath(node.children[0], true);

const mention = /^(channel-wildcard-mention )?(silent )?(user-mention|user-group-mention|topic-mention)$/;

const isMention = ({ className, attributes }: Element): boolean => {
  const [, wildcard, , kind] = mention.exec(className.split(" ").sort().join(" ")) ?? [];
  if (kind === "user-group-mention") return /^\d+$/.test(attributes["data-user-group-id"] ?? "");
  return kind === "user-mention" || (kind === "topic-mention" && wildcard === undefined);
};

const isEmoji = (className: string): boolean => /^(emoji )?emoji(-[0-9a-f]+)+( emoji)?$/.test(className);
const plain = new Set(["br", "strong", "del", "em", "code"]);
const links = new Set(["", "stream", "stream-topic", "message-link"]);
const inlineImage = /^inline-image( image-loading-placeholder)?$/;

const unshownInline = (node: Node): readonly string[] => {
  if (!isElement(node)) return [];
  const { tag, className, attributes, children } = node;
  const within = () => children.flatMap(unshownInline);
  if (plain.has(tag) && className === "") return within();
  if (tag === "a" && links.has(className) && attributes.href !== undefined) return within();
  if (tag === "span" && isMention(node)) return within();
  if (tag === "span" && isEmoji(className)) return [];
  if (tag === "img" && className === "emoji" && attributes.src && attributes.alt) return [];
  if (tag === "img" && inlineImage.test(className) && attributes.src) return [];
  if (is(node, "time") && /^\d{4}-\d\d-\d\dT.*Z$/.test(attributes.datetime ?? "")) return [];
  if (is(node, "audio") && attributes.src) return [];
  return isMath(node, false) ? [] : [nameOf(node)];
};

/** The Pygments classes that it has a style for. */
const tokens = new Set(
  "w esc err x k kc kd kn kp kr kt n na nb bp nc no nd ni ne nf fm py nl nn nx nt nv vc vg vi vm l ld s sa sb sc dl sd s2 se sh si sx sr s1 ss m mb mf mh mi il mo o ow p pm c ch cm cp cpf c1 cs g gd ge gr gh gi go gp gs gu ges gt".split(
    " ",
  ),
);

const isCode = (node: Element): boolean => {
  if (!holds(node, "pre")) return false;
  const [first, second, third] = node.children[0].children;
  const code = second === undefined ? first : second;
  const isMarked = second === undefined || (is(first, "span") && first.children.length === 0);
  return (
    isMarked &&
    third === undefined &&
    is(code, "code") &&
    code.children.every(
      (one) =>
        !isElement(one) || (one.tag === "span" && one.className.split(" ").some((name) => tokens.has(name))),
    )
  );
};

const cells = (row: Node, tag: "th" | "td"): readonly Element[] | undefined => {
  if (!is(row, "tr")) return undefined;
  const inside = visible(row.children);
  const isCell = (cell: Node): cell is Element =>
    is(cell, tag) && /^(text-align: (left|center|right);)?$/.test(cell.attributes.style ?? "");
  return inside.every(isCell) ? inside : undefined;
};

const unshownTable = (node: Element): readonly string[] => {
  const [head, body, more] = visible(node.children);
  const [headRow, second] = is(head, "thead") ? visible(head.children) : [];
  const titles = headRow && second === undefined ? cells(headRow, "th") : undefined;
  if (titles === undefined || !is(body, "tbody") || body.children.length === 0 || more) return [nameOf(node)];
  const rows = visible(body.children).map((row) => cells(row, "td"));
  if (rows.some((row) => row?.length !== titles.length)) return [nameOf(node)];
  return [...titles, ...rows.flatMap((row) => row ?? [])].flatMap(({ children }) =>
    children.flatMap(unshownInline),
  );
};

/** A link around visible content and nothing else. */
const isPreview = (node: Element, tag: "img" | "video"): boolean =>
  holds(node, "a") &&
  node.children[0].attributes.href !== undefined &&
  node.children[0].children.length === 1 &&
  [node.children[0].children[0]].every((one) => isElement(one) && one.tag === tag && one.attributes.src);

/** The contents of a preview, by their classes in alphabetical order. */
const previews: Readonly<Record<string, "img" | "video">> = {
  message_inline_image: "img",
  "embed-video message_inline_image": "img",
  "message_inline_image youtube-video": "img",
  "message_inline_image message_inline_video": "video",
};

const unshownDiv = (node: Element): readonly string[] => {
  const { className, children } = node;
  if (className === "codehilite") return isCode(node) ? [] : [nameOf(node)];
  const preview = previews[className.split(" ").sort().join(" ")];
  if (preview !== undefined) return isPreview(node, preview) ? [] : [nameOf(node)];
  const [header, content, more] = children;
  if (
    className === "spoiler-block" &&
    is(header, "div", "spoiler-header") &&
    is(content, "div", "spoiler-content") &&
    more === undefined
  )
    return [...unshownBlocks(header.children), ...unshownBlocks(content.children)];
  return [nameOf(node)];
};

const unshownBlock = (node: Node): readonly string[] => {
  if (!isElement(node)) return [nameOf(node)];
  const { tag, className, children } = node;
  if (tag === "div") return unshownDiv(node);
  if (className !== "") return [nameOf(node)];
  if (tag === "p" && is(children[0], "span", "katex-display")) {
    const rest = children.filter(
      (one) => !isMathBlock(one) && one !== "\n\n" && !is(one, "br") && one !== "\n",
    );
    return rest.map(nameOf);
  }
  if (/^(p|h[1-6])$/.test(tag)) return children.flatMap(unshownInline);
  if (tag === "br" || tag === "hr") return [];
  if (tag === "blockquote") return unshownBlocks(children);
  if (tag === "table") return unshownTable(node);
  if (tag !== "ol" && tag !== "ul") return [nameOf(node)];
  return visible(children).flatMap((item) => (is(item, "li") ? unshownItem(item.children) : [nameOf(item)]));
};

const blocks = /^(p|ol|ul|h[1-6]|blockquote|table|div)$/;

/** In a list, content outside of a paragraph counts as its own paragraph. */
const unshownItem = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap((node) =>
    isElement(node) && blocks.test(node.tag) ? unshownBlock(node) : unshownInline(node),
  );

const unshownBlocks = (nodes: readonly Node[]): readonly string[] => visible(nodes).flatMap(unshownBlock);

/** The parts of a message's HTML that the app shows as an error. */
export const unsupportedContent = (html: string): readonly string[] =>
  unshownBlocks(treeOf(parseDocument(html).children));
