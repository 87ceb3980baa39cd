import type { Linkifier } from "../../domain/linkifier";
import type { RealmState } from "../../domain/realm-state";
import { linksAmong, type PlacedLink, type TopicLink } from "../../domain/topic-link";
import type { BareUrls } from "../ports/bare-urls";
import type { LinkifierPattern, LinkifierPatterns } from "../ports/linkifier-patterns";
import type { UrlTemplates } from "../ports/url-templates";

interface Ports {
  readonly linkifierPatterns: LinkifierPatterns;
  readonly urlTemplates: UrlTemplates;
  readonly bareUrls: BareUrls;
}

/** One realm's linkifiers, made ready, with the links of topics that were asked for. */
interface Prepared {
  readonly linkifiers: readonly { readonly pattern: LinkifierPattern; readonly urlTemplate: string }[];
  readonly known: Map<string, readonly TopicLink[]>;
}

const noLinks: readonly TopicLink[] = [];
/** For each list of linkifiers. */
const mostKnown = 10_000;

const mayHoldUrl = (topic: string): boolean =>
  topic.includes(".") || topic.includes("://") || topic.includes("bitcoin:");

/**
 * Where topics lead: by the realm's linkifiers first, in their order, then by URLs as they stand. What was found
 * is kept for as long as the realm has these linkifiers.
 */
export class TopicLinks {
  private readonly prepared = new WeakMap<readonly Linkifier[], Prepared>();

  constructor(private readonly ports: Ports) {}

  of({ linkifiers }: Pick<RealmState, "linkifiers">, topic: string): readonly TopicLink[] {
    if (topic === "" || (linkifiers.length === 0 && !mayHoldUrl(topic))) return noLinks;
    const { known, linkifiers: ready } = this.prepare(linkifiers);
    const before = known.get(topic);
    if (before) return before;
    const links = linksAmong([...this.byLinkifiers(ready, topic), ...this.ports.bareUrls.find(topic)]);
    if (known.size >= mostKnown) known.clear();
    known.set(topic, links);
    return links;
  }

  private prepare(linkifiers: readonly Linkifier[]): Prepared {
    const before = this.prepared.get(linkifiers);
    if (before) return before;
    const ready = linkifiers.flatMap(({ pattern, urlTemplate }) => {
      const compiled = this.ports.linkifierPatterns.compile(pattern);
      // One that was taken by an engine that knew more links nothing.
      return compiled._tag === "Left" ? [] : [{ pattern: compiled.right, urlTemplate }];
    });
    const prepared = { linkifiers: ready, known: new Map() };
    this.prepared.set(linkifiers, prepared);
    return prepared;
  }

  private byLinkifiers(ready: Prepared["linkifiers"], topic: string): readonly PlacedLink[] {
    return ready.flatMap(({ pattern, urlTemplate }) =>
      pattern.findAll(topic).map(({ start, text, groups }) => ({
        start,
        text,
        url: this.ports.urlTemplates.expand(urlTemplate, groups),
      })),
    );
  }
}
