import { hostileMarkdown } from "../../../bench/hostile-markdown";
import type { Render } from "../../../src/adapters/markdown/render";
import { sanitized, strangeStyles } from "../../support/markdown/html-sanitizer";
import { caseContext, markdownCases } from "../../support/markdown/markdown-cases";
import { htmlOf, openRender, site } from "../../support/markdown/renderer";
import { xssVectors } from "../../support/markdown/xss-vectors";
import { anyCharacter } from "../../support/random/arbitraries/text";
import fc from "../../support/random/fast-check";

let render: Render;
beforeAll(async () => {
  // KaTeX warns about characters that it has no metrics for.
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
  render = openRender();
});

/** Hostile names, since users choose their names. */
const hostileName = `"><img src=x onerror=alert(1)>'`;
const context = {
  ...caseContext,
  users: [...caseContext.users, { id: 9, fullName: hostileName, isActive: true }],
  groups: [
    ...caseContext.groups,
    { id: 18, name: hostileName, displayName: hostileName, isDeactivated: false },
  ],
  channels: [...caseContext.channels, { id: 3, name: hostileName }],
  linkifiers: [
    ...caseContext.linkifiers,
    { id: 2, pattern: "JS-(?P<code>.+)", urlTemplate: "javascript:{+code}" },
    { id: 3, pattern: "GO-(?P<code>[^ ]+)", urlTemplate: "{+code}" },
  ],
  translatesEmoticons: true,
};

const expectHarmless = (source: string): void => {
  const html = htmlOf(render, source, context);
  const { allowed, whole } = sanitized(html);
  expect(allowed).toBe(whole);
  expect(strangeStyles(html)).toEqual([]);
};

test("the sanitizer detects dangerous HTML", () => {
  for (const harmful of [
    "<p onclick='x'>a</p>",
    "<a href='javascript:x'>a</a>",
    "<script>x</script>",
    "<img src='data:image/png,x'>",
    "<span id='x'>a</span>",
  ]) {
    const { allowed, whole } = sanitized(harmful);
    expect(allowed).not.toBe(whole);
  }
  expect(strangeStyles('<p style="background:url(x);">')).toHaveLength(1);
});

test("known ways to run scripts are rendered as text", () => {
  expect(xssVectors.length).toBeGreaterThan(800);
  for (const vector of xssVectors) expectHarmless(vector);
});

test("hostile names and templates are rendered as text", () => {
  for (const source of [
    `@**${hostileName}**`,
    "@**|9**",
    `@_*${hostileName}*`,
    `#**${hostileName}**`,
    `#**${hostileName}>${hostileName}@1**`,
    "JS-alert(1)",
    "GO-javascript:alert(1)",
    'GO-http://x"onclick="alert(1)',
  ])
    expectHarmless(source);
});

test("every construct in the Markdown documentation is harmless", () => {
  for (const { source } of Object.values(markdownCases).flat()) expectHarmless(source);
});

test("messages crafted to slow down the renderer are harmless too", () => {
  for (const source of Object.values(hostileMarkdown)) {
    const rendered = render(source, caseContext, site);
    if (rendered._tag === "Right")
      expect(sanitized(rendered.right.html).allowed).toBe(sanitized(rendered.right.html).whole);
  }
});

const pieces = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...Object.values(markdownCases)
        .flat()
        .map(({ source }) => source),
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...xssVectors) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "*",
      "**",
      "***",
      "~~",
      "`",
      "```",
      "\n",
      "\n\n",
      "> ",
      "* ",
      "1. ",
      "  ",
      "    ",
      "|",
      "|-|-|",
      "# ",
      "[",
      "](",
      ")",
      "![",
      "(",
      "<",
      ">",
      '"',
      "'",
      "&",
      "&amp;",
      "&#",
      ";",
      ":",
      "@**",
      "#**",
      "@_*",
      "$$",
      "http://",
      "https://example.com/",
      "javascript:",
      "//",
      "\\",
      "/",
      ".png",
      "<time:",
      "\t",
      "\r\n",
      "\u0002",
      "```quote\n",
      "```spoiler ",
      "```math\n",
      "~~~js\n",
      "---",
      ":tada:",
      "🎉",
      "\u200d",
      "\ufe0f",
      "x",
      "a.b",
    ),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: anyCharacter }) },
);

test("no mixture of constructs produces HTML that a sanitizer would remove", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => expectHarmless(parts.join(""))),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 1500) },
  );
});
