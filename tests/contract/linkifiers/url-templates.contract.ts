import * as E from "fp-ts/Either";
import type { UrlTemplates } from "../../../src/application/ports/linkifiers/url-templates";

export const urlTemplatesContract = (templates: UrlTemplates): void => {
  test.each<[string, readonly string[]]>([
    ["https://example.com/", []],
    ["https://example.com/foo[bar]", []],
    ["https://example.com/{foo}{bars}", ["foo", "bars"]],
    ["https://example.com/%ab%%(", []],
    ["https://example.com/words%20with%20spaces/{back}", ["back"]],
    ["https://example.com{/foo,bar,baz}{foo}", ["foo", "bar", "baz"]],
    ["https://example.com/{?foo*}{&bar}{;baz}", ["foo", "bar", "baz"]],
    ["https://chat{.domain}.com/{#foo:5}{+bar}", ["domain", "foo", "bar"]],
    ["$not_a_url$", []],
  ])("accepts the template %s", (template, variables) => {
    expect(templates.variablesOf(template)).toEqual(E.right(variables));
  });

  test.each([
    "https://example.com/{foo",
    "https://example.com/}",
    "https://example.com/{{}",
    "https://example.com/{//foo}",
    "https://example.com/{bar++}",
    "{}",
    "{a,}",
    "{a b}",
    "{=a}",
    "{a:0}",
    "{a:10000}",
  ])("rejects the template %s", (template) => {
    expect(templates.variablesOf(template)).toEqual(E.left("invalid"));
  });

  test.each<[string, string]>([
    ["https://example.com/{id}", "https://example.com/a%2Fb%20%C3%BC%3F"],
    ["https://example.com/{+id}", "https://example.com/a/b%20%C3%BC?"],
    ["https://example.com{/short,id}", "https://example.com/xy/a%2Fb%20%C3%BC%3F"],
    ["https://example.com/{?short,none,empty}", "https://example.com/?short=xy&empty="],
    ["https://example.com/{short:1}{bird:1}", "https://example.com/x%F0%9F%A6%9C"],
    ["https://example.com/{none}", "https://example.com/"],
    ["https://example.com/%20{#short}", "https://example.com/%20#xy"],
  ])("expands %s to %s", (template, url) => {
    const values = { id: "a/b ü?", short: "xy", empty: "", none: undefined, bird: "🦜b" };
    expect(templates.expand(template, values)).toBe(url);
  });
};
