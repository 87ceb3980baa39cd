import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fetchTopics, type Topic } from "../../api/topics";
import { useApp } from "../../app/app";
import { type Location, narrowOf, placeIn } from "../../app/location";
import { policyOf } from "../../store/muting";
import { keyOf, topicPlace } from "../../store/place";
import { withoutSign } from "../../store/topic";
import type { Count } from "../../store/unread-places";
import { CountMark } from "../../ui/count-mark";
import { topicName } from "../../ui/place-heading";
import { TopicPolicy } from "../../wire/numbers";
import { words } from "../../words/en";
import { MenuButton as ActionsButton } from "../lazy/menu-button";

const fewTopics = 6;
/** How many unread topics are shown beyond those: more would hide the other channels. */
const mostUnread = 12;
const fetchEvery = 3000;

/** A channel's topics: unread and recent ones. */
export const ChannelTopics = ({ channelId }: { readonly channelId: number }) => {
  const app = useApp();
  const { store, location } = app;
  const topics = useSignal<readonly Topic[]>([]);
  const last = useRef({ at: 0, key: "" });
  const showsAll = useSignal(false);
  const here = app.unread.value.filter(
    ({ place }) => place.kind === "topic" && place.channelId === channelId,
  );
  const newest = here[0]?.newest;
  const at = location.value.screen === "narrow" ? placeIn(location.value.narrow, store.ownId) : undefined;
  const atKey = at && keyOf(at);
  // An unread or open topic may be a new one.
  useEffect(() => {
    const key = `${channelId} ${atKey}`;
    const isOther = last.current.key !== key;
    last.current.key = key;
    const fetchNow = () => {
      last.current.at = Date.now();
      fetchTopics(channelId).then(
        (found) => {
          if (last.current.key === key) topics.value = found;
        },
        () => undefined,
      );
    };
    // In busy channels, not for every message.
    const wait = isOther ? 0 : Math.max(0, last.current.at + fetchEvery - Date.now());
    const timer = setTimeout(fetchNow, wait);
    return () => clearTimeout(timer);
  }, [channelId, newest, atKey]);
  const countOf = (topic: string): Count | undefined =>
    here.find(({ place }) => keyOf(place) === keyOf(topicPlace(channelId, topic)));
  let unread = 0;
  const isUnreadShown = (topic: string): boolean => {
    if (countOf(topic) === undefined) return false;
    unread += 1;
    return unread <= mostUnread;
  };
  const isShown = ({ name }: Topic, index: number): boolean =>
    showsAll.value ||
    index < fewTopics ||
    isUnreadShown(name) ||
    keyOf(topicPlace(channelId, name)) === atKey;
  const shown = topics.value.filter(isShown);
  return (
    <ul class="topics">
      {shown.map(({ name }) => {
        const place = topicPlace(channelId, name);
        const to: Location = { screen: "narrow", narrow: narrowOf(place, store.ownId) };
        const isMuted = policyOf(store, channelId, name) === TopicPolicy.muted;
        return (
          <li key={name} class="side-item" data-about={`topic ${channelId} ${withoutSign(name)}`}>
            <a
              class={isMuted ? "side-link muted" : "side-link"}
              href={app.href(to)}
              {...(keyOf(place) === atKey && { "aria-current": "page" })}
            >
              <span class="side-name" dir="auto">
                {topicName(name)}
              </span>
              <CountMark count={0} {...countOf(name)} isQuiet={isMuted} />
            </a>
            <ActionsButton
              icon="more"
              label={words.actionsOn(topicName(name))}
              actions={(parts) => parts.topicActions(app, channelId, name)}
              class="side-more"
            />
          </li>
        );
      })}
      {shown.length < topics.value.length && (
        <li>
          <button
            type="button"
            class="plain more-topics"
            onClick={() => {
              showsAll.value = true;
            }}
          >
            {words.moreTopics}
          </button>
        </li>
      )}
    </ul>
  );
};
