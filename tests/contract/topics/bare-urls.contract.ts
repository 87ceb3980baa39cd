import type { BareUrls } from "../../../src/application/ports/topics/bare-urls";
import { processorSeconds } from "../../support/measures/processor";

export const bareUrlsContract = (urls: BareUrls): void => {
  test.each<[string, readonly (readonly [number, string, string?])[]]>([
    ["https://google.com/hello-world", [[0, "https://google.com/hello-world"]]],
    ["see http://localhost:8080/a?b=c#d", [[4, "http://localhost:8080/a?b=c#d"]]],
    ["no scheme google.com/hello", [[10, "google.com/hello", "https://google.com/hello"]]],
    ["random.words/hello", []],
    ["readme.md main.py a.zip", []],
    [
      "Try http://ftp.debian.org, https://google.com/ and https://google.in/.",
      [[4, "http://ftp.debian.org"], [27, "https://google.com/"], [51, "https://google.in/"]], // biome-ignore format: a table
    ],
    ["google.in;google.com", [[0, "google.in", "https://google.in"], [10, "google.com", "https://google.com"]]], // biome-ignore format: a table
    ["<https://a.com>", [[1, "https://a.com"]]],
    ["xhttps://a.com", []],
    ["https://a.com/b(c", []],
    ["mail ann@example.com", [[5, "ann@example.com", "https://ann@example.com"]]],
    ["bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", [[0, "bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"]]],
    ["🦜 a.한국", [[3, "a.한국", "https://a.한국"]]],
    ["1.5 and e.g. nothing", []],
    ["javascript:alert.com", [[11, "alert.com", "https://alert.com"]]],
    ["", []],
  ])("finds the URLs in %j", (text, found) => {
    expect(urls.find(text)).toEqual(
      found.map(([start, written, url = written]) => ({ start, text: written, url })),
    );
  });

  test("text crafted to be slow is searched quickly", () => {
    const seconds = processorSeconds(() => {
      for (const text of [
        `https://a.com/${"(".repeat(50_000)}`,
        "a.".repeat(20_000),
        "a-".repeat(20_000),
        "a@".repeat(5000),
      ])
        urls.find(text);
    });
    expect(seconds).toBeLessThan(20);
  });
};
