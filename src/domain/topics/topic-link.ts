/** A part of a topic's name that links to a URL. API §4.21. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** A link with the offset where its text starts in the topic, in UTF-16 units. */
export interface PlacedLink extends TopicLink {
  readonly start: number;
}

const overlaps = (one: PlacedLink, other: PlacedLink): boolean =>
  one.start < other.start + other.text.length && other.start < one.start + one.text.length;

/** Whether a browser would run the URL as a script. Browsers skip white space and control characters in the scheme. */
const isScript = (url: string): boolean =>
  /^(?:javascript|data|vbscript):/i.test(url.replace(/[\p{Cc}\p{Z}]/gu, ""));

/** A topic's links from left to right. Where candidates overlap, the earlier one in the list wins. */
export const selectLinks = (candidates: readonly PlacedLink[]): readonly TopicLink[] => {
  const links: PlacedLink[] = [];
  for (const candidate of candidates)
    if (!isScript(candidate.url) && !links.some((link) => overlaps(candidate, link))) links.push(candidate);
  return links.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
};
