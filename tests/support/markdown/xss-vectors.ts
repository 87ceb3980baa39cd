const schemes = [
  "javascript:",
  "JaVaScRiPt:",
  "vbscript:",
  "data:text/html,",
  "data:image/svg+xml,",
  "livescript:",
];
const disguises = [
  "java\tscript:",
  "java\nscript:",
  " javascript:",
  "\u0001javascript:",
  "javascript\u00a0:",
  "java\u0000script:",
  "&#106;avascript:",
  "&#x6A;avascript:",
  "javascript&colon;",
  "javascript&#58;",
  "java&Tab;script:",
  "%6Aavascript:",
  "\\javascript:",
  "/\\javascript:",
  "javascript//:",
  "feed:javascript:",
  "view-source:javascript:",
];
const urls = [...schemes, ...disguises].map((scheme) => `${scheme}alert(1)`);

/** Ways to write a link, with a place for its address. */
const linkForms: readonly ((url: string) => string)[] = [
  (url) => `[x](${url})`,
  (url) => `[x](<${url}>)`,
  (url) => `[x](${url} "t")`,
  (url) => `![x](${url})`,
  (url) => `<${url}>`,
  (url) => url,
  (url) => `[x][1]\n\n[1]: ${url}`,
  (url) => `* [x](${url})\n\n> ${url}`,
];

const raw = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<a href='javascript:alert(1)'>x</a>",
  "<iframe src=javascript:alert(1)>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<style>@import 'javascript:alert(1)';</style>",
  "<body onload=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "</code></pre><script>alert(1)</script>",
  "</span></p><img src=x onerror=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" onmouseover="alert(1)',
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;img src=x onerror=alert(1)&#62;",
  "<<img src=x onerror=alert(1)//",
  "\u00001<script>alert(1)</script>",
];

/** Places that put the text into tags, attributes or other people's HTML. */
const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\`${text}\``,
  (text) => `\`\`\`${text}\nx\n\`\`\``,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `\`\`\`html\n${text}\n\`\`\``,
  (text) => `\`\`\`spoiler ${text}\n${text}\n\`\`\``,
  (text) => `\`\`\`quote\n${text}\n\`\`\``,
  (text) => `\`\`\`math\n${text}\n\`\`\``,
  (text) => `$$${text}$$`,
  (text) => `[${text}](https://example.com)`,
  (text) => `[x](https://example.com/${text})`,
  (text) => `[x](https://example.com "${text}")`,
  (text) => `[x](https://example.com '${text}')`,
  (text) => `![${text}](/user_uploads/2/ab/a.png)`,
  (text) => `[${text}](/user_uploads/2/ab/a.png)`,
  (text) => `[x](/user_uploads/2/ab/a.png${text})`,
  (text) => `https://example.com/${text}.png`,
  (text) => `https://youtu.be/${text}`,
  (text) => `https://www.youtube.com/watch?v=${text}`,
  (text) => `https://github.com/a/b/blob/${text}/c.png`,
  (text) => `<time:${text}>`,
  (text) => `:${text}:`,
  (text) => `@**${text}**`,
  (text) => `@*${text}*`,
  (text) => `#**${text}**`,
  (text) => `#**general>${text}**`,
  (text) => `#**general>${text}@1**`,
  (text) => `| ${text} | b |\n|:-|-|\n| ${text} | d |`,
  (text) => `## ${text}`,
  (text) => `* ${text}\n  1. ${text}`,
  (text) => `#${text}#1`,
];

const tex = [
  "\\href{javascript:alert(1)}{x}",
  "\\url{javascript:alert(1)}",
  '\\htmlClass{x" onclick="alert(1)}{y}',
  "\\htmlStyle{background: url(javascript:alert(1))}{x}",
  '\\htmlData{a=b" onclick="alert(1)}{x}',
  "\\includegraphics{https://example.com/a.png}",
  "\\color{red;background:url(x)}{x}",
  "\\text{<script>alert(1)</script>}",
  "\\unicode{<img src=x onerror=alert(1)>}",
].flatMap((source) => [`$$${source}$$`, `\`\`\`math\n${source}\n\`\`\``]);

/** Messages that would run something if any of them got through. */
export const xssVectors: readonly string[] = [
  ...urls.flatMap((url) => linkForms.map((form) => form(url))),
  ...raw.flatMap((text) => places.map((place) => place(text))),
  ...tex,
];
