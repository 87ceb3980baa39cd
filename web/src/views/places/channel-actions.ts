import { addSubscribers, markChannelRead, setSubscriptionProperty } from "../../api/channel-requests";
import { unsubscribe } from "../../api/channels";
import type { App } from "../../app/app";
import { readWithUndo } from "../../app/read-with-undo";
import { unreadByChannel } from "../../store/unread-places";
import { copyText } from "../../ui/clipboard";
import type { MenuAction } from "../../ui/menu";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";

/** Leaves a channel, and offers an undo if the user could rejoin. */
export const leaveChannel = async (app: App, channelId: number): Promise<void> => {
  const channel = app.store.channels.value.known.get(channelId);
  if (channel === undefined || !(await app.attempt(unsubscribe(channel.name)))) return;
  const back = () => void app.attempt(addSubscribers(channel.name, [app.store.ownId]));
  app.showToast({
    text: deferredWords.channelLeft(channel.name),
    ...(!channel.invite_only && { act: { label: deferredWords.undo, run: back } }),
  });
};

const askToLeave = (app: App, channelId: number): void => {
  const channel = app.store.channels.value.known.get(channelId);
  if (channel?.invite_only !== true) return void leaveChannel(app, channelId);
  // Users can't rejoin a private channel by themselves.
  app.dialog.value = {
    kind: "confirm",
    text: deferredWords.leavePrivateQuestion(channel.name),
    label: deferredWords.unsubscribe,
    run: () => void leaveChannel(app, channelId),
  };
};

const readChannel = async (app: App, channelId: number): Promise<void> => {
  const places = [...app.store.unread.value.places.values()];
  const unread = places.flatMap(({ place, ids }) =>
    place.kind === "topic" && place.channelId === channelId ? [...ids] : [],
  );
  await readWithUndo(app, unread, markChannelRead(channelId));
};

/** Actions on a channel that the user is subscribed to. */
export const channelActions = (app: App, channelId: number): readonly MenuAction[] => {
  const channel = app.store.channels.value.subscribed.get(channelId);
  const narrow = [{ operator: "channel", operand: channelId }];
  const set = (property: "is_muted" | "pin_to_top", value: boolean) => () =>
    void app.attempt(setSubscriptionProperty(channelId, property, value));
  const about: MenuAction = {
    icon: "gear",
    label: deferredWords.channelSettings,
    run: () => app.go({ screen: "channel", channelId, section: "general" }),
  };
  const topics: MenuAction = {
    icon: "list",
    label: deferredWords.allTopics,
    run: () => {
      app.dialog.value = { kind: "go", scope: channelId };
    },
  };
  if (channel === undefined) return [topics, about];
  return [
    ...(unreadByChannel(app.unread.value).has(channelId)
      ? [
          {
            icon: "check" as const,
            label: deferredWords.markRead,
            run: () => void readChannel(app, channelId),
          },
        ]
      : []),
    {
      icon: "plus",
      label: words.newTopic,
      run: () => {
        app.go({ screen: "narrow", narrow });
        app.composing.value = { kind: "topic", channelId };
      },
    },
    topics,
    {
      icon: "pin",
      label: channel.pin_to_top ? deferredWords.unpinChannel : deferredWords.pinChannel,
      run: set("pin_to_top", !channel.pin_to_top),
    },
    {
      icon: "mute",
      label: channel.is_muted ? deferredWords.unmuteChannel : deferredWords.muteChannel,
      run: set("is_muted", !channel.is_muted),
    },
    about,
    {
      icon: "link",
      label: deferredWords.copyChannelLink,
      run: () => {
        void copyText(`${location.origin}/${app.href({ screen: "narrow", narrow })}`).then(() => {
          app.showToast({ text: deferredWords.linkCopied });
        });
      },
    },
    {
      icon: "leave",
      label: deferredWords.unsubscribe,
      run: () => askToLeave(app, channelId),
      isDangerous: true,
    },
  ];
};
