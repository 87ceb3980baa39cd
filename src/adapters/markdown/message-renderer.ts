import MarkdownIt from "markdown-it";
import type { MessageRenderer } from "../../application/ports/message-renderer";

/** Markdown by markdown-it: raw HTML is escaped, line breaks are kept, bare URLs become links. */
export const markdownRenderer = (): MessageRenderer => {
  const markdown = new MarkdownIt({ html: false, breaks: true, linkify: true });
  return { render: async (source) => ({ html: markdown.render(source).trimEnd() }) };
};
