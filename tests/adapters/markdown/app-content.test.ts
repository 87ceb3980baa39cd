import { unsupportedContent } from "../../support/clients/flutter/content";
import { caseContext, markdownCases } from "../../support/markdown/markdown-cases";
import { htmlOf, openRender } from "../../support/markdown/renderer";

const cases = Object.values(markdownCases).flat();

const [first, after] = [
  (source: string) => source.split("\n")[0],
  (source: string, start: string) => source.replaceAll("\n", `\n${start}`),
];

/** Positions where a construct may stand. */
const places: Readonly<Record<string, (source: string) => string>> = {
  "on its own": (source) => source,
  "amid text": (source) => `before\n${source}\nafter`,
  "in a quotation": (source) => `> ${after(source, "> ")}`,
  "in a fenced quotation": (source) => `~~~~~quote\n${source}\n~~~~~`,
  "in a list": (source) => `* one\n* ${after(source, "  ")}`,
  "in a loose list": (source) => `1. one\n\n2. ${after(source, "   ")}\n\n3. three`,
  "in a spoiler": (source) => `~~~~~spoiler Ending\n${source}\n~~~~~`,
  "in a spoiler's header": (source) => `~~~~~spoiler ${first(source)}\nx\n~~~~~`,
  "in strong text": (source) => `**${source}**`,
  "in a heading": (source) => `# ${source}`,
  "in a link": (source) => `[${first(source)}](https://example.com)`,
  "in a table": (source) => `a|b\n--|:--:\n${first(source)}|x`,
};

/** Elements the app shows as errors with Zulip's servers too: malformed TeX or times, and a rule in a list. */
const known = new Set(["span.tex-error", "span.timestamp-error", "hr"]);

test.each(Object.entries(places))("the mobile app shows all of Markdown %s", async (_place, put) => {
  const render = openRender();
  const found = cases.flatMap(({ what, source }) =>
    unsupportedContent(htmlOf(render, put(source), caseContext))
      .filter((name) => !known.has(name))
      .map((name) => `${name} in ${what}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["a class that it doesn't know", '<p class="fine">x</p>', "p.fine"],
  ["text between the parts of a spoiler", '<div class="spoiler-block">\n</div>', "div.spoiler-block"],
  ["a time without a zone", '<p><time datetime="2026-01-01T00:00:00">x</time></p>', "time"],
  [
    "a mention of nobody's group",
    '<p><span class="user-group-mention">x</span></p>',
    "span.user-group-mention",
  ],
])("the mobile app wouldn't show %s", (_what, html, name) => {
  expect(unsupportedContent(html)).toEqual([name]);
});
