import { fetchTopics } from "../../api/topics";
import type { App } from "../../app/app";
import { channelIdIn } from "../../app/location";
import { type Place, topicPlace } from "../../store/place";
import { matchRank } from "../../ui/ranking";

/** How many channels are asked for their topics at once, and for one search. */
const atOnce = 4;
const mostChannels = 20;
/** How long an answer is good for, in milliseconds. */
const fresh = 60_000;

const known = new Map<number, { readonly at: number; readonly topics: readonly Place[] }>();

/** The channels that a query most likely means: those it names, the one on screen, then the busiest. */
export const channelsToAsk = (app: App, query: string): readonly number[] => {
  const at = app.location.peek();
  const here = at.screen === "narrow" ? channelIdIn(at.narrow) : undefined;
  const parts = query.replaceAll(/[#›>]/g, " ").trim().split(/\s+/);
  const isNamed = (name: string): boolean => parts.some((part) => part !== "" && matchRank(name, part) === 0);
  return [...app.store.channels.peek().subscribed.values()]
    .map(({ stream_id, name, stream_weekly_traffic }) => ({
      stream_id,
      rank: isNamed(name) ? 0 : stream_id === here ? 1 : 2,
      traffic: stream_weekly_traffic ?? 0,
    }))
    .sort((a, b) => a.rank - b.rank || b.traffic - a.traffic)
    .slice(0, mostChannels)
    .map(({ stream_id }) => stream_id);
};

/** Asks channels for their topics, a few at once, and reports all that are known after each answer. */
export const askForTopics = async (
  channelIds: readonly number[],
  report: (topics: readonly Place[]) => void,
  isWanted: () => boolean,
): Promise<void> => {
  const reportKnown = () => report(channelIds.flatMap((id) => known.get(id)?.topics ?? []));
  const waiting = channelIds.filter((id) => Date.now() - (known.get(id)?.at ?? 0) > fresh);
  reportKnown();
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && isWanted(); id = waiting.shift()) {
      const channelId = id;
      // Without an answer, the loaded topics are still found.
      const found = await fetchTopics(channelId).catch(() => undefined);
      if (found === undefined) continue;
      const topics = found.map(({ name }) => topicPlace(channelId, name));
      known.set(channelId, { at: Date.now(), topics });
      if (isWanted()) reportKnown();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};
