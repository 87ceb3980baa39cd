import { readTime } from "../../../src/adapters/markdown/inline/read-time";
import { webLinkAt } from "../../../src/adapters/markdown/inline/web-link";
import type { Render } from "../../../src/adapters/markdown/render";
import { renderPlain } from "../../../src/adapters/markdown/source/plain-text";
import {
  plainContext,
  type RenderContext,
  type RenderedMessage,
} from "../../../src/application/ports/messages/message-renderer";
import { caseContext } from "../../support/markdown/markdown-cases";
import { htmlOf, openRender, site } from "../../support/markdown/renderer";
import fc from "../../support/random/fast-check";

let render: Render;
beforeAll(async () => {
  render = openRender();
});

const result = (source: string, context: Partial<RenderContext> = {}): RenderedMessage => {
  const rendered = render(source, { ...caseContext, ...context }, site);
  if (rendered._tag === "Left") throw new Error(rendered.left.message);
  return rendered.right;
};

test("lists mentioned users and groups once each, without silent mentions", () => {
  expect(result("@**Ada** @**Ada|7** @*support* @**all** **@**topic****").mentions).toEqual({
    userIds: [7],
    groupIds: [17],
    channelWildcard: true,
    topicWildcard: false,
  });
  expect(result("(@**topic**)").mentions.topicWildcard).toBe(true);
  expect(
    result("@_**Ada** @_*support* @_**all** @**Grace** x@**Ada** `@**Ada**`\n\n> @**topic**").mentions,
  ).toEqual({
    userIds: [],
    groupIds: [],
    channelWildcard: false,
    topicWildcard: false,
  });
});

test.each([
  ["tea", ["tea"]],
  ["TEA!", ["tea"]],
  ["(tea)", ["tea"]],
  ["*tea*", ["tea"]],
  ["`tea`", ["tea"]],
  ["> tea", ["tea"]],
  ["green tea, please", ["green tea", "tea"]],
  ["teapot", []],
  ["iced-tea", []],
  ["```\ntea\n```", []],
  ["```quote\ntea\n```", ["tea"]],
])("alert words in %j: %j", (source, words) => {
  expect([...result(source, { alertWords: ["tea", "green tea"] }).alertWords].sort()).toEqual(words);
});

test("lists the paths of linked uploads", () => {
  expect(
    result(
      "[a](/user_uploads/2/ab/a.png) http://chat.example.com/user_uploads/2/x/y.txt?z=1 ![](/user_uploads/2/ab/g.gif) > [c](https://else.example/user_uploads/1/b)",
    ).uploadPaths,
  ).toEqual(["2/ab/g.gif", "2/ab/a.png", "2/x/y.txt"]);
});

test("too many links get no previews", () => {
  const pictures = (count: number) =>
    Array.from({ length: count }, (_, place) => `https://example.com/${place}.png`).join("\n");
  expect(result(pictures(24)).html.match(/message_inline_image/g)).toHaveLength(24);
  expect(result(pictures(25)).html).not.toContain("message_inline_image");
  expect(result("https://example.com/a.png https://example.com/a.png").html.match(/<img/g)).toHaveLength(1);
});

test("linkifiers apply in order, each to the text the earlier ones left, and match whole words", () => {
  const linkifiers = [
    { id: 1, pattern: "T(?P<id>\\d+)", urlTemplate: "https://t.example/{id}" },
    { id: 2, pattern: "(?P<word>[A-Z]\\d+)", urlTemplate: "https://w.example/{?word}" },
    { id: 3, pattern: "((", urlTemplate: "https://never.example" },
  ];
  const linked = (source: string) => htmlOf(render, source, { ...plainContext, linkifiers });
  expect(linked("T1 U2, (T3) xT4 T5x `T6` [T7](a.com) **T8**")).toBe(
    '<p><a href="https://t.example/1">T1</a> <a href="https://w.example/?word=U2">U2</a>, ' +
      '(<a href="https://t.example/3">T3</a>) xT4 T5x <code>T6</code> <a href="http://a.com">T7</a> <strong>T8</strong></p>',
  );
  expect(linked("T1 T2")).toContain('<a href="https://t.example/2">T2</a>');
});

test("a linkifier that matches everything leaves formulas and code as they are", () => {
  const linkifiers = [{ id: 1, pattern: "(?P<all>.*)", urlTemplate: "https://all.example/{all}" }];
  const html = htmlOf(render, "one $$x$$ two `code` three", { ...plainContext, linkifiers });
  expect(html).toContain("katex");
  expect(html).toContain("<code>code</code>");
  expect(html).not.toContain("\u0002");
});

test.each([
  ["2026-01-02", "2026-01-02T00:00:00Z"],
  ["2026-01-02T03:04", "2026-01-02T03:04:00Z"],
  ["2026-01-02T03:04:05.25Z", "2026-01-02T03:04:05.250000Z"],
  ["20260102T030405-0130", "2026-01-02T04:34:05Z"],
  ["31 Dec 2017", undefined],
  ["Dec 31, 2017 12:05 am", undefined],
  ["0", undefined],
  ["1496701800.5", undefined],
  ["2026-02-30", undefined],
  ["2026-01-02T25:00", undefined],
  ["99999999999999", undefined],
  ["tomorrow", undefined],
  ["", undefined],
])("the time %j is %j", (written, moment) => {
  expect(readTime(written)).toBe(moment);
});

test.each([
  ["https://example.com/a_(b_(c))", "https://example.com/a_(b_(c))"],
  ["https://example.com/a).", "https://example.com/a"],
  ["http://localhost:9991/?x=1#y", "http://localhost:9991/?x=1#y"],
  ["example.com:", "example.com"],
  ["views.py", undefined],
  ["a.b", undefined],
  ["example.COM", undefined],
  ["ada.l@example.co.uk,", "ada.l@example.co.uk"],
  ["ada@example.com/x", undefined],
  ["ftp://example.com", undefined],
  ['https://example.com/"x', undefined],
  ["bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
])("finds links in %j: %j", (source, link) => {
  expect(webLinkAt(source, 0)).toBe(link);
});

describe("plain words", () => {
  const noLinkifiers = { ...caseContext, linkifiers: [], translatesEmoticons: true };
  const sign = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(..."abcXYZ019 ,!?'-éßж語ℹⅣ²", ...'  ()"..', "**", "**", "com", "www."),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: "grapheme" }) },
  );

  test("render the same with and without the parser", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 20 }), (signs) => {
        const source = signs.join("");
        const short = renderPlain(source, noLinkifiers);
        if (short === undefined) return;
        plain += 1;
        expect(short).toEqual(result(source, noLinkifiers));
      }),
      { numRuns: 6000 },
    );
    expect(plain).toBeGreaterThan(300);
  });

  test.each([
    "",
    " a",
    "a ",
    "a.b",
    "a:b",
    "*a*",
    "**a",
    "a****b",
    "***a***",
    "a **b *c* d**",
    "a\nb",
    "a@b",
    "1. a",
    "🎉",
    "a 🎉",
    "<b>",
    "a & b",
    "`a`",
  ])("%j needs the parser", (source) => {
    expect(renderPlain(source, noLinkifiers)).toBeUndefined();
  });

  test("are parsed if linkifiers or alert words may match", () => {
    expect(renderPlain("tea", { linkifiers: [], alertWords: ["tea"] })).toBeUndefined();
    expect(renderPlain("tea", { linkifiers: caseContext.linkifiers, alertWords: [] })).toBeUndefined();
    expect(renderPlain("tea", { linkifiers: [], alertWords: [] })?.html).toBe("<p>tea</p>");
  });
});
