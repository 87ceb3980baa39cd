import type { Page } from "playwright-core";
import { benEmail, describeInBrowser } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("what is pasted into a message", (windows) => {
  let opened = 0;
  /** Opens a topic that no other test has left a draft in. */
  const open = async (): Promise<Page> => {
    opened += 1;
    const page = await windows.openAs(benEmail);
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/pasted.20${opened}`);
    await page.getByRole("button", { name: "Snippets" }).waitFor();
    return page;
  };
  const field = (page: Page) => page.getByRole("textbox", { name: /^Message pasted/ });
  /** What the field holds after something has been copied elsewhere and pasted over what is selected in it. */
  const pasted = async (page: Page, plain: string, html?: string): Promise<string> => {
    await page.evaluate(`{
      const blob = (text, type) => new Blob([text], { type });
      const html = ${JSON.stringify(html ?? null)};
      navigator.clipboard.write([new ClipboardItem({
        "text/plain": blob(${JSON.stringify(plain)}, "text/plain"),
        ...(html !== null && { "text/html": blob(html, "text/html") }),
      })]);
    }`);
    await page.keyboard.press("Control+v");
    await page.waitForFunction("document.querySelector('.compose textarea').value.trim() !== ''");
    return field(page).inputValue();
  };

  test("formatted text becomes Markdown, and can be taken back", async () => {
    const page = await open();
    const cases: readonly (readonly [html: string, markdown: string])[] = [
      [
        `<p>See <b>the</b> <i>new</i> <a href="https://example.com/plan">plan</a>,\n and <code>make</code>.</p><p>Then rest.</p>`,
        "See **the** *new* [plan](https://example.com/plan), and `make`.\n\nThen rest.",
      ],
      ["<ol><li>one<ul><li>half</li></ul></li><li>two</li></ol>", "1. one\n   - half\n2. two"],
      [
        "<h2>Title</h2><blockquote><p>Said</p><p>so</p></blockquote><pre>a  b\n\n\n  c\n</pre>",
        "## Title\n\n> Said\n>\n> so\n\n```\na  b\n\n\n  c\n```",
      ],
      // Pages name the language of a block of code in several places.
      [`<div class="highlight highlight-source-js"><pre>let a;</pre></div>`, "```js\nlet a;\n```"],
      [`<pre><code class="hljs language-C++">int a;</code></pre>`, "```c++\nint a;\n```"],
      [
        `<pre class="lang-py prettyprint">a</pre><pre class="language-none">b</pre>`,
        "```py\na\n```\n\n```\nb\n```",
      ],
      [
        "<details><summary>The <b>end</b></summary><p>The butler</p><pre>x</pre></details>",
        "````spoiler The **end**\nThe butler\n\n```\nx\n```\n````",
      ],
      [
        "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td><b>2</b></td></tr></table>",
        "| a | b\\|c |\n| --- | --- |\n| 1 | **2** |",
      ],
      // A word processor's wrapper is no bold text, and a script's address no link.
      [
        `<b style="font-weight:normal"><span>All </span><strong>bold </strong>or <a href="javascript:x">not</a></b>`,
        "All **bold** or not",
      ],
    ];
    for (const [html, markdown] of cases) {
      await field(page).fill("");
      await field(page).focus();
      await expect(pasted(page, "plain", html)).resolves.toBe(markdown);
    }
    await page.keyboard.press("Control+z");
    await expect(field(page).inputValue()).resolves.toBe("");
  });

  test("text without formats, and all text in a block of code, stays as it was copied", async () => {
    const page = await open();
    await field(page).focus();
    const coloured = `<div style="color:red"><span>a * b</span></div>`;
    await expect(pasted(page, "a * b", coloured)).resolves.toBe("a * b");
    await field(page).fill("```\n");
    await expect(pasted(page, "x", "<b>x</b>")).resolves.toBe("```\nx");
  });

  test("a link to a conversation here becomes its name, and one pasted over words links them", async () => {
    const page = await open();
    const channel = `${windows.url}/#narrow/channel/${windows.generalId}-general`;
    const cases = {
      [channel]: "#**general**",
      [`${channel}/topic/lunch.20plans`]: "#**general>lunch plans**",
      [`${channel}/topic/lunch.20plans/near/7`]: "#**general>lunch plans@7**",
      [`${windows.url}/#narrow/is/starred`]: `${windows.url}/#narrow/is/starred`,
      [`${windows.url}/#narrow/channel/99-unknown`]: `${windows.url}/#narrow/channel/99-unknown`,
      "https://example.com/#narrow/channel/1-general": "https://example.com/#narrow/channel/1-general",
    };
    for (const [url, text] of Object.entries(cases)) {
      await field(page).fill("");
      await field(page).focus();
      await expect(pasted(page, url, `<a href="${url}">${url}</a>`)).resolves.toBe(text);
    }
    await field(page).fill("the plan");
    await page.keyboard.press("Control+a");
    await expect(pasted(page, `${channel}/topic/plan`)).resolves.toBe(`[the plan](${channel}/topic/plan)`);
  });
});
