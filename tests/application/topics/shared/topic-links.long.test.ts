import { re2Patterns } from "../../../../src/adapters/linkifiers/re2-patterns";
import { linkifier, topicLinks } from "../../../support/application/topic-links";
import { countingReads } from "../../../support/measures/counting-reads";

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
