import { notificationText } from "../../../src/adapters/push/payload/text";

test.each([
  ["paragraphs", "<p>one</p>\n<p>two</p>", "one\ntwo"],
  ["marks and links", '<p>a <strong>b</strong> <a href="https://example.com">c</a> <code>d</code></p>', "a b c d"],
  ["entities", "<p>a &lt;b&gt; &amp; &quot;c&quot;</p>", 'a <b> & "c"'],
  ["emoji, as characters", '<p>hi <span aria-label="wave" class="emoji emoji-1f44b" role="img" title="wave">:wave:</span></p>', "hi 👋"],
  ["flags, of two code points", '<p><span class="emoji emoji-1f1e9-1f1ea" role="img">:de:</span></p>', "🇩🇪"],
  ["an organization's emoji, by name", '<p><img alt=":parrot:" class="emoji" src="/user_avatars/1/emoji/1.png"></p>', ":parrot:"],
  ["a code point that there is none of", '<p><span class="emoji emoji-ffffffff">:x:</span></p>', "\u{10ffff}"],
  ["mentions", '<p><span class="user-mention" data-user-id="5">@Ben</span> come</p>', "@Ben come"],
  ["lists", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "a\nb"],
  ["numbered lists", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>', "3. a\n4. b"],
  ["a list within a list", "<ol>\n<li>a<ol>\n<li>b</li>\n</ol>\n</li>\n</ol>", "1. a\n  1. b"],
  ["spoilers, shut", '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div><div class="spoiler-content"><p>he dies</p></div></div>', "End (…)"],
  ["spoilers without a header", '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content"><p>he dies</p></div></div>', "(…)"],
  ["a quote alone", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>", "> a\n> b"],
  ["a quote beside an answer", "<blockquote>\n<p>a</p>\n</blockquote>\n<p>yes</p>", "[…]\nyes"],
  ["formulas, as they were written", '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span></p>', "x^2"],
  ["what is no HTML", "<p>a <", "a <"],
  ["nothing", "", ""],
])("%s", (_what, html, text) => {
  expect(notificationText(html)).toBe(text);
}); // biome-ignore format: a table reads best with a row a line

test("text is cut after 200 characters, even if some have several code units", () => {
  expect(notificationText(`<p>${"🦜".repeat(200)}</p>`)).toBe("🦜".repeat(200));
  expect(notificationText(`<p>${"🦜".repeat(201)}</p>`)).toBe(`${"🦜".repeat(200)}…`);
});

test("deep nesting breaks nothing", () => {
  const deep = (tag: string) => `${`<${tag}>`.repeat(1000)}a${`</${tag}>`.repeat(1000)}`;
  expect(notificationText(deep("em"))).toBe("a");
  expect(notificationText(deep("blockquote"))).toBe(`${"> ".repeat(100)}…`);
});
