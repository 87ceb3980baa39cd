import { deleteTopic, markTopicRead, moveMessages, setTopicPolicy } from "../../api/topic-requests";
import { fetchTopics } from "../../api/topics";
import type { App } from "../../app/app";
import { narrowOf } from "../../app/location";
import { markNarrowUnread } from "../../app/mark-unread";
import { readWithUndo } from "../../app/read-with-undo";
import { policyOf } from "../../store/muting";
import { maySummarize } from "../../store/offers";
import { keyOf, topicPlace } from "../../store/place";
import { topicRights } from "../../store/rights";
import { isResolved, toggledName } from "../../store/topic";
import { copyText } from "../../ui/clipboard";
import type { MenuAction } from "../../ui/menu";
import { TopicPolicy } from "../../wire/numbers";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { topicWords } from "../../words/en-topics";

/** Sets the user's policy for a topic, and offers an undo. */
export const setPolicy = async (
  app: App,
  channelId: number,
  topic: string,
  policy: number,
): Promise<void> => {
  const before = policyOf(app.store, channelId, topic);
  if (!(await app.attempt(setTopicPolicy(channelId, topic, policy)))) return;
  app.showToast({
    text: topicWords.topicPolicies[policy] ?? "",
    about: `policy ${keyOf(topicPlace(channelId, topic))}`,
    act: { label: deferredWords.undo, run: () => void app.attempt(setTopicPolicy(channelId, topic, before)) },
  });
};

const readTopic = async (app: App, channelId: number, topic: string): Promise<void> => {
  const unread = [...(app.store.unread.value.places.get(keyOf(topicPlace(channelId, topic)))?.ids ?? [])];
  await readWithUndo(app, unread, markTopicRead(channelId, topic));
};

/** The newest message of a topic: the API changes topics through one of their messages. */
const newestIn = async (channelId: number, topic: string): Promise<number | undefined> => {
  const key = keyOf(topicPlace(channelId, topic));
  return (await fetchTopics(channelId)).find(({ name }) => keyOf(topicPlace(channelId, name)) === key)
    ?.max_id;
};

const rename = async (channelId: number, from: string, to: string): Promise<void> => {
  const messageId = await newestIn(channelId, from);
  if (messageId === undefined) throw new Error(topicWords.noSuchTopic);
  await moveMessages({ messageId, mode: "change_all", topic: to, notifyOld: false, notifyNew: true });
};

/** Marks a topic as resolved or unresolved. */
export const toggleResolved = async (app: App, channelId: number, topic: string): Promise<void> => {
  const next = toggledName(topic);
  if (!(await app.attempt(rename(channelId, topic, next)))) return;
  app.showToast({
    text: isResolved(next) ? topicWords.topicResolved : topicWords.topicUnresolved,
    act: { label: deferredWords.undo, run: () => void app.attempt(rename(channelId, next, topic)) },
  });
};

const remove = (app: App, channelId: number, topic: string): void => {
  app.dialog.value = {
    kind: "confirm",
    text: topicWords.deleteTopicQuestion(topic === "" ? words.generalChat : topic),
    label: topicWords.deleteTopic,
    run: () =>
      void app.attempt(deleteTopic(channelId, topic)).then((isDone) => {
        if (isDone) app.showToast({ text: topicWords.topicDeleted });
      }),
  };
};

/** Actions on a topic that the user is permitted. */
export const topicActions = (app: App, channelId: number, topic: string): readonly MenuAction[] => {
  const { store } = app;
  const place = topicPlace(channelId, topic);
  const narrow = narrowOf(place, store.ownId);
  const policy = policyOf(store, channelId, topic);
  const rights = topicRights(store, channelId);
  const hasUnread = store.unread.value.places.has(keyOf(place));
  const isChannelMuted = store.channels.value.subscribed.get(channelId)?.is_muted === true;
  const muteLabel =
    policy === TopicPolicy.muted || isChannelMuted ? topicWords.unmuteTopic : deferredWords.muteTopic;
  const mutedNext =
    policy === TopicPolicy.muted
      ? TopicPolicy.inherit
      : isChannelMuted
        ? policy === TopicPolicy.unmuted
          ? TopicPolicy.inherit
          : TopicPolicy.unmuted
        : TopicPolicy.muted;
  return [
    hasUnread
      ? { icon: "check", label: deferredWords.markRead, run: () => void readTopic(app, channelId, topic) }
      : {
          icon: "eye",
          label: topicWords.markUnread,
          run: () => void markNarrowUnread(app, narrow, { towards: "older" }),
        },
    {
      icon: "bell",
      label: words.follow,
      isOn: policy === TopicPolicy.followed,
      run: () =>
        void setPolicy(
          app,
          channelId,
          topic,
          policy === TopicPolicy.followed ? TopicPolicy.inherit : TopicPolicy.followed,
        ),
    },
    { icon: "mute", label: muteLabel, run: () => void setPolicy(app, channelId, topic, mutedNext) },
    ...(rights.resolve && topic !== ""
      ? [
          {
            icon: "done" as const,
            label: isResolved(topic) ? words.unresolve : words.resolve,
            run: () => void toggleResolved(app, channelId, topic),
          },
        ]
      : []),
    ...(rights.rename || rights.moveOut
      ? [
          {
            icon: "move" as const,
            label: rights.moveOut ? topicWords.moveTopic : topicWords.renameTopic,
            run: () => {
              app.dialog.value = { kind: "move", channelId, topic };
            },
          },
        ]
      : []),
    ...(maySummarize(store)
      ? [
          {
            icon: "list" as const,
            label: topicWords.summarize,
            run: () => {
              app.dialog.value = { kind: "summary", place };
            },
          },
        ]
      : []),
    {
      icon: "link",
      label: topicWords.copyTopicLink,
      run: () => {
        void copyText(`${location.origin}/${app.href({ screen: "narrow", narrow })}`).then(() => {
          app.showToast({ text: deferredWords.linkCopied });
        });
      },
    },
    ...(rights.delete
      ? [
          {
            icon: "trash" as const,
            label: topicWords.deleteTopic,
            isDangerous: true,
            run: () => remove(app, channelId, topic),
          },
        ]
      : []),
  ];
};
