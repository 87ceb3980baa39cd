/** Elements that begin a line of their own. */
const blocks = /^(?:ADDRESS|ARTICLE|DIV|DL|DT|DD|FIGURE|FOOTER|HEADER|MAIN|NAV|P|SECTION|UL|OL|LI|TR)$/;
const unseen = /^(?:BUTTON|HEAD|LINK|META|SCRIPT|STYLE|TEMPLATE|TITLE)$/;
/** Deeper than any text that people copy. */
const deepest = 100;

const marks: Readonly<Record<string, string>> = {
  B: "**",
  STRONG: "**",
  EM: "*",
  I: "*",
  DEL: "~~",
  S: "~~",
};

/** Puts marks around words, inside the surrounding spaces: elsewhere, Markdown treats marks as text. */
const marked = (text: string, mark: string): string => {
  const words = text.trim();
  return words === "" || words.includes("\n") ? text : text.replace(words, () => mark + words + mark);
};

const indented = (text: string, first: string, rest: string): string =>
  first + text.replaceAll("\n", `\n${rest}`);

/** At most one empty line between blocks, and none around them. */
const tidied = (text: string): string =>
  text
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Marks empty lines of code, which must stay; a private-use character, which no text contains. */
const stays = "\ue000";

/** How classes name the language of a block of code. */
const languageNames = /(?:^|\s)(?:language-|lang-|highlight-source-)([\w+#.-]+)/;

/** The language of a block of code: GitHub names it around the block, most others inside. */
const languageOf = (block: Element): string => {
  for (const one of [block.querySelector("code"), block, block.parentElement]) {
    const named = one?.getAttribute("data-code-language") ?? languageNames.exec(one?.className ?? "")?.[1];
    if (named) return named === "none" || /\s/.test(named) ? "" : named.toLowerCase();
  }
  return "";
};

const fence = (text: string, language: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `\n\n${ticks}${language}\n${text.replace(/\n$/, "").replace(/\n(?=\n)/g, `\n${stays}`)}\n${ticks}\n\n`;
};

const spoiler = (block: Element, depth: number): string => {
  const heading = block.querySelector(":scope > summary");
  const hidden = [...block.childNodes].filter((one) => one !== heading);
  const text = tidied(written(hidden, depth));
  const longest = Math.max(2, ...[...text.matchAll(/^`+/gm)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  const title = heading ? tidied(inside(heading, depth)).replace(/\s+/g, " ") : "";
  return `\n\n${`${ticks}spoiler ${title}`.trim()}\n${text}\n${ticks}\n\n`;
};

const linked = (element: Element, text: string): string => {
  const url = element.getAttribute("href") ?? "";
  const words = text.trim();
  if (!/^(?:https?|mailto):/.test(url) || words === "" || /[\n[\]]/.test(words)) return text;
  return words === url || `mailto:${words}` === url ? text : text.replace(words, () => `[${words}](${url})`);
};

const listed = (list: Element, depth: number): string => {
  const isOrdered = list.tagName === "OL";
  const items = [...list.children].filter(({ tagName }) => tagName === "LI");
  const lines = items.map((item, index) => {
    const bullet = isOrdered ? `${index + 1}. ` : "- ";
    return indented(tidied(inside(item, depth)).replace(/\n{2,}/g, "\n"), bullet, " ".repeat(bullet.length));
  });
  return `\n\n${lines.join("\n")}\n\n`;
};

const tabled = (table: Element, depth: number): string => {
  const rows = [...table.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => tidied(inside(cell, depth)).replaceAll("\n", " ").replaceAll("|", "\\|")),
  );
  const [head = [], ...body] = rows;
  if (head.length < 2 || body.length === 0) return inside(table, depth);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return `\n\n${[line(head), line(head.map(() => "---")), ...body.map(line)].join("\n")}\n\n`;
};

const markdownIn = (element: Element, depth: number): string => {
  const { tagName } = element;
  if (unseen.test(tagName) || depth > deepest) return "";
  if (element.classList.contains("katex")) {
    const tex = element.querySelector("annotation")?.textContent;
    return tex ? `$$${tex}$$` : "";
  }
  if (tagName === "BR") return "\n";
  if (tagName === "HR") return "\n\n---\n\n";
  if (tagName === "IMG") return element.getAttribute("alt") ?? "";
  if (tagName === "PRE") return fence(element.textContent ?? "", languageOf(element));
  if (tagName === "CODE") return marked(element.textContent ?? "", "`");
  if (tagName === "UL" || tagName === "OL") return listed(element, depth);
  if (tagName === "DETAILS") return spoiler(element, depth);
  if (tagName === "TABLE") return tabled(element, depth);
  const text = inside(element, depth);
  if (tagName === "A") return linked(element, text);
  if (tagName === "BLOCKQUOTE") return `\n\n${indented(tidied(text), "> ", "> ")}\n\n`;
  if (/^H[1-6]$/.test(tagName)) return `\n\n${"#".repeat(Number(tagName[1]))} ${tidied(text)}\n\n`;
  const mark = marks[tagName];
  // Word processors wrap all that is copied in bold that isn't.
  const isPlain = /font-(?:weight|style):\s*normal/.test(element.getAttribute("style") ?? "");
  if (mark !== undefined && !isPlain) return marked(text, mark);
  if (tagName === "P") return `\n\n${text.trim()}\n\n`;
  return blocks.test(tagName) ? `\n${text.replace(/^ +| +$/g, "")}\n` : text;
};

const written = (nodes: readonly Node[], depth: number): string =>
  nodes
    .map((node) =>
      node.nodeType === Node.TEXT_NODE
        ? (node.textContent ?? "").replace(/[\s\u00a0]+/g, " ")
        : node.nodeType === Node.ELEMENT_NODE
          ? markdownIn(node as Element, depth + 1)
          : "",
    )
    .join("");

const inside = (parent: Element, depth: number): string => written([...parent.childNodes], depth);

/** Formatted text as Markdown. Covers the formats that people use in what they write. */
export const markdownOf = (root: Element): string => tidied(inside(root, 0)).replaceAll(stays, "");
