import { re2Patterns } from "../../../src/adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../../../src/adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../../../src/adapters/linkifiers/tld-urls";
import { TopicLinks } from "../../../src/application/topics/shared/topic-links";

/** Finds links in topics as the server does. */
export const topicLinks = () =>
  new TopicLinks({ linkifierPatterns: re2Patterns, urlTemplates: rfc6570Templates, bareUrls: tldUrls });

export const linkifier = (pattern: string, urlTemplate: string) => ({
  id: 1,
  pattern,
  urlTemplate,
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
});
