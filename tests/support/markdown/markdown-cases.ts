import { plainContext, type RenderContext } from "../../../src/application/ports/messages/message-renderer";

/** A construct of the dialect: its name, its source, and its output. */
export interface MarkdownCase {
  readonly what: string;
  readonly source: string;
  readonly html: string;
}

/** What the cases may mention. */
export const caseContext: RenderContext = {
  ...plainContext,
  users: [
    { id: 7, fullName: "Ada", isActive: true },
    { id: 8, fullName: "Grace", isActive: false },
  ],
  groups: [
    { id: 17, name: "support", displayName: "support", isDeactivated: false },
    { id: 6, name: "role:administrators", displayName: "Administrators", isDeactivated: false },
  ],
  channels: [
    { id: 1, name: "general" },
    { id: 2, name: "R&D v1.2" },
  ],
  topics: [
    { channelId: 1, topic: "lunch & tea", messageId: 99 },
    { channelId: 1, topic: "", messageId: 98 },
  ],
  linkifiers: [{ id: 1, pattern: "#(?P<id>[0-9]+)", urlTemplate: "https://example.com/issues/{id}" }],
  customEmoji: [{ id: "3", name: "parley", url: "/user_avatars/2/emoji/images/3.png" }],
  uploads: [
    {
      path: "2/ab/a.png",
      contentType: "image/png",
      image: { width: 1920, height: 1080, isAnimated: false, thumbnail: "840x560.webp" },
    },
    { path: "2/ab/b.png", contentType: "image/png", image: { width: 640, height: 480, isAnimated: false } },
    {
      path: "2/ab/c.heic",
      contentType: "image/heic",
      image: {
        width: 4032,
        height: 3024,
        isAnimated: false,
        thumbnail: "840x560.webp",
        transcoded: "4032x3024.webp",
      },
    },
    { path: "2/ab/d.mp4", contentType: "video/mp4" },
    { path: "2/ab/e.pdf", contentType: "application/pdf" },
    { path: "2/ab/f.mp3", contentType: "audio/mpeg" },
    {
      path: "2/ab/g.gif",
      contentType: "image/gif",
      image: { width: 100, height: 80, isAnimated: true, thumbnail: "840x560-anim.webp" },
    },
  ],
  alertWords: [],
  previewsMedia: true,
  defaultCodeLanguage: "",
  translatesEmoticons: false,
};

/** By chapter of docs/markdown.md, which is generated from them. */
export const markdownCases: Readonly<Record<string, readonly MarkdownCase[]>> = {
  Text: [
    { what: "A paragraph", source: "Hello, world", html: "<p>Hello, world</p>" },
    { what: "Line breaks are kept", source: "one\ntwo", html: "<p>one<br>\ntwo</p>" },
    { what: "A blank line separates paragraphs", source: "one\n\ntwo", html: "<p>one</p>\n<p>two</p>" },
    {
      what: "HTML is escaped",
      source: "<b>bold</b> & &copy;",
      html: "<p>&lt;b&gt;bold&lt;/b&gt; &amp; &copy;</p>",
    },
    { what: "Strong", source: "**very**", html: "<p><strong>very</strong></p>" },
    { what: "Emphasis", source: "*rather*", html: "<p><em>rather</em></p>" },
    { what: "Strong and emphasis", source: "***indeed***", html: "<p><strong><em>indeed</em></strong></p>" },
    {
      what: "Nested marks",
      source: "**a *b* ~~c~~**",
      html: "<p><strong>a <em>b</em> <del>c</del></strong></p>",
    },
    { what: "Underscores don't mark emphasis", source: "_a_ __b__", html: "<p>_a_ __b__</p>" },
    { what: "Strikethrough", source: "~~no~~", html: "<p><del>no</del></p>" },
    { what: "An asterisk between spaces is text", source: "2 * 3 * 4", html: "<p>2 * 3 * 4</p>" },
    { what: "`/me` message", source: "/me waves", html: "<p>/me waves</p>" },
    { what: "Heading", source: "## Plans", html: "<h2>Plans</h2>" },
    { what: "A heading needs a space", source: "#plans", html: "<p>#plans</p>" },
    { what: "Horizontal rule", source: "above\n\n---\n\nbelow", html: "<p>above</p>\n<hr>\n<p>below</p>" },
  ],
  Lists: [
    { what: "Bulleted list", source: "* one\n* two", html: "<ul>\n<li>one</li>\n<li>two</li>\n</ul>" },
    { what: "Other bullets", source: "- one\n+ two", html: "<ul>\n<li>one</li>\n<li>two</li>\n</ul>" },
    {
      what: "A list may directly follow text",
      source: "Bring:\n* tea\n* milk",
      html: "<p>Bring:</p>\n<ul>\n<li>tea</li>\n<li>milk</li>\n</ul>",
    },
    {
      what: "Nested list, indented by two spaces",
      source: "* one\n  * inner\n* two",
      html: "<ul>\n<li>one<ul>\n<li>inner</li>\n</ul>\n</li>\n<li>two</li>\n</ul>",
    },
    { what: "Numbered list", source: "1. one\n2. two", html: "<ol>\n<li>one</li>\n<li>two</li>\n</ol>" },
    {
      what: "The first number sets the start",
      source: "3. three\n3. four",
      html: '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>',
    },
    {
      what: "Numbered list in a bulleted one",
      source: "* one\n  1. first\n  2. second",
      html: "<ul>\n<li>\n<p>one</p>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>\n</li>\n</ul>",
    },
    {
      what: "Items separated by blank lines",
      source: "* one\n\n* two",
      html: "<ul>\n<li>\n<p>one</p>\n</li>\n<li>\n<p>two</p>\n</li>\n</ul>",
    },
    {
      what: "A line without a bullet continues its item",
      source: "* one\nmore",
      html: "<ul>\n<li>one<br>\nmore</li>\n</ul>",
    },
  ],
  "Quotations and spoilers": [
    {
      what: "Quotation",
      source: "> Are you there?\nI am.",
      html: "<blockquote>\n<p>Are you there?<br>\nI am.</p>\n</blockquote>",
    },
    {
      what: "A blank line starts another quotation",
      source: "> one\n\n> two",
      html: "<blockquote>\n<p>one</p>\n</blockquote>\n<blockquote>\n<p>two</p>\n</blockquote>",
    },
    {
      what: "Quote fence",
      source: "```quote\nfirst\n\n**second**\n```",
      html: "<blockquote>\n<p>first</p>\n<p><strong>second</strong></p>\n</blockquote>",
    },
    {
      what: "Quote fence within a quote fence",
      source: "````quote\nshe said\n```quote\nno\n```\n````",
      html: "<blockquote>\n<p>she said</p>\n<blockquote>\n<p>no</p>\n</blockquote>\n</blockquote>",
    },
    {
      what: "A mention in a quotation notifies nobody",
      source: "> @**Ada**",
      html: '<blockquote>\n<p><span class="user-mention silent" data-user-id="7">Ada</span></p>\n</blockquote>',
    },
    {
      what: "Spoiler",
      source: "```spoiler The **end**\nThey live.\n```",
      html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <strong>end</strong></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>They live.</p>\n</div></div>',
    },
    {
      what: "Spoiler without a heading",
      source: "```spoiler\nThey live.\n```",
      html: '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>They live.</p>\n</div></div>',
    },
  ],
  Code: [
    { what: "Inline code", source: "run `ls -l`", html: "<p>run <code>ls -l</code></p>" },
    { what: "Inline code with backticks", source: "`` a`b ``", html: "<p><code> a`b </code></p>" },
    {
      what: "Indented code",
      source: "    x = 1",
      html: '<div class="codehilite"><pre><span></span><code>x = 1\n</code></pre></div>',
    },
    {
      what: "Code fence",
      source: "```\nplain <b>\n```",
      html: '<div class="codehilite"><pre><span></span><code>plain &lt;b&gt;\n</code></pre></div>',
    },
    {
      what: "Code fence with a language",
      source: "```python\ndef f(self):\n    return 1\n```",
      html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span> <span class="nf">f</span><span class="p">(</span><span class="bp">self</span><span class="p">):</span>\n    <span class="k">return</span> <span class="mi">1</span>\n</code></pre></div>',
    },
    {
      what: "Language alias",
      source: '``` js\nlet a = "b";\n```',
      html: '<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="k">let</span> <span class="n">a</span> <span class="o">=</span> <span class="s2">"b"</span><span class="p">;</span>\n</code></pre></div>',
    },
    {
      what: "Unknown language",
      source: "```klingon\nqapla'\n```",
      html: '<div class="codehilite" data-code-language="klingon"><pre><span></span><code>qapla\'\n</code></pre></div>',
    },
    {
      what: "Tilde fence",
      source: "~~~ .sql\nSELECT 1\n~~~",
      html: '<div class="codehilite" data-code-language="SQL"><pre><span></span><code><span class="k">SELECT</span> <span class="mi">1</span>\n</code></pre></div>',
    },
    {
      what: "An unclosed fence ends with the message",
      source: "```\nleft open",
      html: '<div class="codehilite"><pre><span></span><code>left open\n</code></pre></div>',
    },
  ],
  Mathematics: [
    {
      what: "Inline formula",
      source: "$$x$$",
      html: '<p><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span></p>',
    },
    {
      what: "Formula block",
      source: "```math\ny\n```",
      html: '<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><mi>y</mi></mrow><annotation encoding="application/x-tex">y</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.625em;vertical-align:-0.1944em;"></span><span class="mord mathnormal" style="margin-right:0.0359em;">y</span></span></span></span></span></p>',
    },
    {
      what: "Invalid TeX",
      source: "$$\\frac{$$",
      html: '<p><span class="tex-error">$$\\frac{$$</span></p>',
    },
    { what: "Dollar amounts aren't formulas", source: "$5 or $$6", html: "<p>$5 or $$6</p>" },
  ],
  Tables: [
    {
      what: "Table",
      source: "name | age\n---- | ---\nAda | 36",
      html: "<table>\n<thead>\n<tr>\n<th>name</th>\n<th>age</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Ada</td>\n<td>36</td>\n</tr>\n</tbody>\n</table>",
    },
    {
      what: "Table with alignment",
      source: "|a|b|c|\n|:-|:-:|-:|\n|1|2|3|",
      html: '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n<th style="text-align: right;">c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: center;">2</td>\n<td style="text-align: right;">3</td>\n</tr>\n</tbody>\n</table>',
    },
    {
      what: "Code in a cell may contain a pipe",
      source: "a | b\n-|-\n`x|y` | z",
      html: "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n<td>z</td>\n</tr>\n</tbody>\n</table>",
    },
  ],
  Links: [
    {
      what: "Web address",
      source: "see https://example.com/a_(b).",
      html: '<p>see <a href="https://example.com/a_(b)">https://example.com/a_(b)</a>.</p>',
    },
    {
      what: "Bare host name with a known top-level domain",
      source: "see example.com, not readme.md",
      html: '<p>see <a href="http://example.com">example.com</a>, not readme.md</p>',
    },
    {
      what: "Mail address",
      source: "to ada@example.com",
      html: '<p>to <a href="mailto:ada@example.com">ada@example.com</a></p>',
    },
    {
      what: "Named link",
      source: '[the site](https://example.com "Title")',
      html: '<p><a href="https://example.com" title="Title">the site</a></p>',
    },
    {
      what: "Named link without a scheme",
      source: "[the site](example.com/x)",
      html: '<p><a href="http://example.com/x">the site</a></p>',
    },
    {
      what: "Link within the site",
      source: "[here](/#narrow/channel/1)",
      html: '<p><a href="/#narrow/channel/1">here</a></p>',
    },
    {
      what: "The realm's own address becomes relative",
      source: "http://chat.example.com/#narrow/channel/1-general",
      html: '<p><a href="#narrow/channel/1-general">http://chat.example.com/#narrow/channel/1-general</a></p>',
    },
    {
      what: "Link that opens a program",
      source: "[call](tel:+1234567)",
      html: '<p><a href="tel:+1234567">call</a></p>',
    },
    {
      what: "Harmful schemes stay text",
      source: "[x](javascript:alert(1)) [y](data:text/html,z)",
      html: "<p>[x](javascript:alert(1)) [y](data:text/html,z)</p>",
    },
    {
      what: "Bold marks in a link's text stay as they are",
      source: "[**a** `b`](https://example.com)",
      html: '<p><a href="https://example.com">**a** <code>b</code></a></p>',
    },
    {
      what: "Linkifier",
      source: "fixed in #123, not a#124",
      html: '<p>fixed in <a href="https://example.com/issues/123">#123</a>, not a#124</p>',
    },
  ],
  Mentions: [
    {
      what: "Mention by name",
      source: "@**Ada**",
      html: '<p><span class="user-mention" data-user-id="7">@Ada</span></p>',
    },
    {
      what: "Mention by name and id",
      source: "@**Ada|7**",
      html: '<p><span class="user-mention" data-user-id="7">@Ada</span></p>',
    },
    {
      what: "Mention by id",
      source: "@**|7**",
      html: '<p><span class="user-mention" data-user-id="7">@Ada</span></p>',
    },
    {
      what: "Silent mention",
      source: "@_**Ada|7**",
      html: '<p><span class="user-mention silent" data-user-id="7">Ada</span></p>',
    },
    { what: "Unknown name", source: "@**Nemo**", html: "<p>@<strong>Nemo</strong></p>" },
    {
      what: "Deactivated user",
      source: "@**Grace**",
      html: '<p><span class="user-mention silent" data-user-id="8">Grace</span></p>',
    },
    {
      what: "Mention of everyone in the channel",
      source: "@**all** @**everyone** @**channel** @**stream**",
      html: '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> <span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span> <span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span> <span class="user-mention channel-wildcard-mention" data-user-id="*">@stream</span></p>',
    },
    {
      what: "Mention of everyone in the topic",
      source: "@**topic**",
      html: '<p><span class="topic-mention">@topic</span></p>',
    },
    {
      what: "Group mention",
      source: "@*support*",
      html: '<p><span class="user-group-mention" data-user-group-id="17">@support</span></p>',
    },
    {
      what: "Silent group mention",
      source: "@_*support*",
      html: '<p><span class="user-group-mention silent" data-user-group-id="17">support</span></p>',
    },
    {
      what: "System group mention",
      source: "@_*role:administrators*",
      html: '<p><span class="user-group-mention silent" data-user-group-id="6">Administrators</span></p>',
    },
    { what: "Not a mention inside code", source: "`@**Ada**`", html: "<p><code>@**Ada**</code></p>" },
  ],
  "Channels, topics, messages": [
    {
      what: "Channel link",
      source: "#**general**",
      html: '<p><a class="stream" data-stream-id="1" href="/#narrow/channel/1-general">#general</a></p>',
    },
    { what: "Channel unknown to the sender", source: "#**secret**", html: "<p>#<strong>secret</strong></p>" },
    {
      what: "Topic, linked at its newest message",
      source: "#**general>lunch & tea**",
      html: '<p><a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-general/topic/lunch.20.26.20tea/with/99">#general &gt; lunch &amp; tea</a></p>',
    },
    {
      what: "Topic without messages",
      source: "#**general>empty so far**",
      html: '<p><a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-general/topic/empty.20so.20far">#general &gt; empty so far</a></p>',
    },
    {
      what: "The unnamed topic",
      source: "#**general>**",
      html: '<p><a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-general/topic//with/98">#general &gt; <em>general chat</em></a></p>',
    },
    {
      what: "Link to a message",
      source: "#**general>lunch & tea@90**",
      html: '<p><a class="message-link" href="/#narrow/channel/1-general/topic/lunch.20.26.20tea/near/90">#general &gt; lunch &amp; tea @ 💬</a></p>',
    },
    {
      what: "Name with dots and spaces",
      source: "#**R&D v1.2**",
      html: '<p><a class="stream" data-stream-id="2" href="/#narrow/channel/2-R.26D-v1.2E2">#R&amp;D v1.2</a></p>',
    },
  ],
  Emoji: [
    {
      what: "Emoji by name",
      source: ":tada:",
      html: '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
    },
    {
      what: "Emoji by Unicode character",
      source: "🎉",
      html: '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
    },
    {
      what: "Custom emoji of the realm",
      source: ":parley:",
      html: '<p><img alt=":parley:" class="emoji" src="/user_avatars/2/emoji/images/3.png" title="parley"></p>',
    },
    {
      what: "The server's own emoji",
      source: ":zulip:",
      html: '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
    },
    { what: "Unknown emoji name", source: ":nothing_such:", html: "<p>:nothing_such:</p>" },
    { what: "Characters that default to text stay text", source: "→ 1 ©", html: "<p>→ 1 ©</p>" },
  ],
  Times: [
    {
      what: "Time in ISO 8601",
      source: "<time:2026-01-02T12:30:00+01:00>",
      html: '<p><time datetime="2026-01-02T11:30:00Z">2026-01-02T12:30:00+01:00</time></p>',
    },
    {
      what: "Written out: not accepted since level 503",
      source: "<time:Jun 5th 2017, 10:30PM>",
      html: '<p><span class="timestamp-error">Invalid time format: Jun 5th 2017, 10:30PM</span></p>',
    },
    {
      what: "Unix seconds: not accepted since level 503",
      source: "<time:1496701800>",
      html: '<p><span class="timestamp-error">Invalid time format: 1496701800</span></p>',
    },
    {
      what: "Invalid date",
      source: "<time:2026-02-30>",
      html: '<p><span class="timestamp-error">Invalid time format: 2026-02-30</span></p>',
    },
  ],
  "Pictures, videos and audio": [
    {
      what: "External picture alone",
      source: "https://example.com/a.png",
      html: '<div class="message_inline_image"><a href="https://example.com/a.png"><img src="https://example.com/a.png"></a></div>',
    },
    {
      what: "External picture in text",
      source: "look: https://example.com/a.png",
      html: '<p>look: <a href="https://example.com/a.png">https://example.com/a.png</a></p>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="https://example.com/a.png"></a></div>',
    },
    {
      what: "External picture with a name",
      source: "[a cat](https://example.com/cat.jpg)",
      html: '<p><a href="https://example.com/cat.jpg">a cat</a></p>\n<div class="message_inline_image"><a href="https://example.com/cat.jpg" title="a cat"><img src="https://example.com/cat.jpg"></a></div>',
    },
    {
      what: "External picture in a list",
      source: "* one https://example.com/a.png\n* two",
      html: '<ul>\n<li>one <a href="https://example.com/a.png">https://example.com/a.png</a><div class="message_inline_image"><a href="https://example.com/a.png"><img src="https://example.com/a.png"></a></div></li>\n<li>two</li>\n</ul>',
    },
    {
      what: "Quotations show no pictures",
      source: "> https://example.com/a.png",
      html: '<blockquote>\n<p><a href="https://example.com/a.png">https://example.com/a.png</a></p>\n</blockquote>',
    },
    {
      what: "External video",
      source: "https://example.com/a.mp4",
      html: '<div class="message_inline_image message_inline_video"><a href="https://example.com/a.mp4"><video preload="metadata" src="https://example.com/a.mp4"></video></a></div>',
    },
    {
      what: "YouTube video",
      source: "https://youtu.be/abc123",
      html: '<p><a href="https://youtu.be/abc123">https://youtu.be/abc123</a></p>\n<div class="youtube-video message_inline_image"><a data-id="abc123" href="https://youtu.be/abc123"><img src="https://i.ytimg.com/vi/abc123/default.jpg"></a></div>',
    },
    {
      what: "Uploaded picture with its thumbnail",
      source: "[a.png](/user_uploads/2/ab/a.png)",
      html: '<p><a href="/user_uploads/2/ab/a.png">a.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/a.png" title="a.png"><img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/ab/a.png/840x560.webp"></a></div>',
    },
    {
      what: "Uploaded picture, thumbnail pending",
      source: "[b.png](/user_uploads/2/ab/b.png)",
      html: '<p><a href="/user_uploads/2/ab/b.png">b.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/b.png" title="b.png"><img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="640x480" src="/static/images/loading/loader-black.svg"></a></div>',
    },
    {
      what: "Uploaded picture in a format that few browsers show",
      source: "[c.heic](/user_uploads/2/ab/c.heic)",
      html: '<p><a href="/user_uploads/2/ab/c.heic">c.heic</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/c.heic" title="c.heic"><img data-original-content-type="image/heic" data-original-dimensions="4032x3024" data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/2/ab/c.heic/840x560.webp"></a></div>',
    },
    {
      what: "Uploaded video",
      source: "[d.mp4](/user_uploads/2/ab/d.mp4)",
      html: '<p><a href="/user_uploads/2/ab/d.mp4">d.mp4</a></p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/d.mp4" title="d.mp4"><video preload="metadata" src="/user_uploads/2/ab/d.mp4"></video></a></div>',
    },
    {
      what: "Uploaded file",
      source: "[e.pdf](/user_uploads/2/ab/e.pdf)",
      html: '<p><a href="/user_uploads/2/ab/e.pdf">e.pdf</a></p>',
    },
    {
      what: "Inline picture",
      source: "Before ![a chart](/user_uploads/2/ab/a.png) after",
      html: '<p>Before <img class="inline-image" alt="a chart" data-original-content-type="image/png" data-original-dimensions="1920x1080" data-original-src="/user_uploads/2/ab/a.png" src="/user_uploads/thumbnail/2/ab/a.png/840x560.webp"> after</p>',
    },
    {
      what: "Inline picture, thumbnail pending",
      source: "![b](/user_uploads/2/ab/b.png)",
      html: '<p><img class="inline-image image-loading-placeholder" alt="b" data-original-content-type="image/png" data-original-dimensions="640x480" data-original-src="/user_uploads/2/ab/b.png" src="/static/images/loading/loader-black.svg"></p>',
    },
    {
      what: "Inline animated picture",
      source: "![g](/user_uploads/2/ab/g.gif)",
      html: '<p><img class="inline-image" alt="g" data-animated="true" data-original-content-type="image/gif" data-original-dimensions="100x80" data-original-src="/user_uploads/2/ab/g.gif" src="/user_uploads/thumbnail/2/ab/g.gif/840x560-anim.webp"></p>',
    },
    {
      what: "Inline audio",
      source: "![song](/user_uploads/2/ab/f.mp3)",
      html: '<p><audio controls preload="metadata" src="/user_uploads/2/ab/f.mp3" title="song"></audio></p>',
    },
    {
      what: "An external picture is shown below the text",
      source: "![x](https://example.com/a.png)",
      html: '<p><a href="https://example.com/a.png">x</a></p>\n<div class="message_inline_image"><a href="https://example.com/a.png" title="x"><img src="https://example.com/a.png"></a></div>',
    },
  ],
};
