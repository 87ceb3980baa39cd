import { re2Patterns } from "../../../../src/adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../../../../src/adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../../../../src/adapters/linkifiers/tld-urls";
import { TopicLinks } from "../../../../src/application/topics/shared/topic-links";
import { countingReads } from "../../../support/measures/counting-reads";

const topicLinks = () =>
  new TopicLinks({ linkifierPatterns: re2Patterns, urlTemplates: rfc6570Templates, bareUrls: tldUrls });
const linkifier = (pattern: string, urlTemplate: string) => ({
  id: 1,
  pattern,
  urlTemplate,
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
});

test("linkifiers give up on a topic that takes too much work, and other links stay", () => {
  const links = topicLinks();
  const linkifiers = Array.from({ length: 20 }, (_, place) =>
    linkifier(`${".?".repeat(1400)}[^a-z ]${place}`, "https://e.com"),
  );
  // Compiling reads the patterns, which is bounded elsewhere.
  for (const { pattern } of linkifiers) re2Patterns.compile(pattern);
  const reads = countingReads(() => {
    expect(links.linksIn({ linkifiers }, `${"ab ".repeat(12)}chat.zulip.org`)).toEqual([
      { text: "chat.zulip.org", url: "https://chat.zulip.org" },
    ]);
  });
  // Each character read costs some 2,800 instructions.
  expect(reads).toBeLessThan(600);
});
