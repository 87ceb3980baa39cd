import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type Linkifier, linkifierWork, templateWork } from "../../../domain/linkifiers/linkifier";
import type { RealmState } from "../../../domain/state/realm-state";
import { MatchingWork } from "../../../domain/text/matching-work";
import { type PlacedLink, selectLinks, type TopicLink } from "../../../domain/topics/topic-link";
import type { LinkifierPattern, LinkifierPatterns } from "../../ports/linkifiers/linkifier-patterns";
import type { UrlTemplates } from "../../ports/linkifiers/url-templates";
import type { BareUrls } from "../../ports/topics/bare-urls";
import type { TopicLinkFinder } from "../../ports/topics/topic-link-finder";

interface Ports {
  readonly linkifierPatterns: LinkifierPatterns;
  readonly urlTemplates: UrlTemplates;
  readonly bareUrls: BareUrls;
}

/** A realm's compiled linkifiers, with a cache of links by topic. */
interface Prepared {
  readonly linkifiers: readonly { readonly pattern: LinkifierPattern; readonly urlTemplate: string }[];
  readonly cache: Map<string, readonly TopicLink[]>;
}

const noLinks: readonly TopicLink[] = [];
/** Cached topics per list of linkifiers. */
const cacheLimit = 10_000;

const mayHoldUrl = (topic: string): boolean =>
  topic.includes(".") || topic.includes("://") || topic.includes("bitcoin:");

/**
 * Finds links in topics: matches of the realm's linkifiers first, in their order, then bare URLs. Results are cached
 * as long as the realm's linkifiers stay the same.
 */
export class TopicLinks implements TopicLinkFinder {
  private readonly prepared = new WeakMap<readonly Linkifier[], Prepared>();

  constructor(private readonly ports: Ports) {}

  linksIn({ linkifiers }: Pick<RealmState, "linkifiers">, topic: string): readonly TopicLink[] {
    if (topic === "" || (linkifiers.length === 0 && !mayHoldUrl(topic))) return noLinks;
    const { cache, linkifiers: compiled } = this.prepare(linkifiers);
    const cached = cache.get(topic);
    if (cached) return cached;
    const links = selectLinks([...this.byLinkifiers(compiled, topic), ...this.ports.bareUrls.find(topic)]);
    if (cache.size >= cacheLimit) cache.clear();
    cache.set(topic, links);
    return links;
  }

  private prepare(linkifiers: readonly Linkifier[]): Prepared {
    const existing = this.prepared.get(linkifiers);
    if (existing) return existing;
    const compiled = linkifiers.flatMap(({ pattern, urlTemplate }) => {
      // A pattern that this engine doesn't understand links nothing.
      const none = (): [] => [];
      return pipe(
        this.ports.linkifierPatterns.compile(pattern),
        E.matchW(none, (compiled) => [{ pattern: compiled, urlTemplate }]),
      );
    });
    const prepared = { linkifiers: compiled, cache: new Map() };
    this.prepared.set(linkifiers, prepared);
    return prepared;
  }

  private byLinkifiers(compiled: Prepared["linkifiers"], topic: string): readonly PlacedLink[] {
    const work = new MatchingWork(linkifierWork.topic);
    return compiled.flatMap(({ pattern, urlTemplate }) =>
      pattern.findAll(topic, work).flatMap(({ start, text, groups }) => {
        const url = work.within(() => {
          work.spend(templateWork(urlTemplate, groups));
          return this.ports.urlTemplates.expand(urlTemplate, groups);
        });
        return url === undefined ? [] : [{ start, text, url }];
      }),
    );
  }
}
