import type { App } from "../../app/app";
import { type Location, narrowOf, reactionsToMine } from "../../app/location";
import { directPlace, keyOf, type Place, topicPlace } from "../../store/place";
import { presenceStateOf } from "../../ui/avatar";
import { closenessTo } from "../../ui/closeness";
import { directNameOf, topicName } from "../../ui/place-heading";
import { matchRank } from "../../ui/ranking";
import type { User } from "../../wire/wire";
import { words } from "../../words/en";
import { keyWords } from "../../words/en-keys";

/** Something to go to. */
export interface Goal {
  readonly key: string;
  readonly label: string;
  /** What kind of thing it is, where its name doesn't say. */
  readonly within?: string;
  /** The one person that it leads to. */
  readonly userId?: number;
  /** Unread messages. */
  readonly count: number;
  readonly go: (app: App) => void;
}

const most = 12;
/** The most topics of one channel, which are listed to be looked through. */
const mostTopics = 1000;

const to =
  (location: Location): Goal["go"] =>
  (app) =>
    app.go(location);

const personIn = (place: Place, ownId: number): Pick<Goal, "userId"> => {
  if (place.kind !== "direct" || place.userIds.length > 2) return {};
  return { userId: place.userIds.find((id) => id !== ownId) ?? ownId };
};

/** A conversation by its name: `#channel › topic`, or the people. */
const goalOf = ({ store, names }: App, place: Place, count = 0): Goal => ({
  key: `place ${keyOf(place)}`,
  ...personIn(place, store.ownId),
  label:
    place.kind === "topic"
      ? `#${names.channelName(place.channelId) ?? ""} › ${topicName(place.topic)}`
      : directNameOf(store, place.userIds),
  count,
  go: to({ screen: "narrow", narrow: narrowOf(place, store.ownId) }),
});

const viewsOf = ({ store }: App): readonly Goal[] => {
  const is = (operand: string): Location => ({ screen: "narrow", narrow: [{ operator: "is", operand }] });
  const views: readonly (readonly [label: string, location: Location])[] = [
    [words.inbox, { screen: "inbox" }],
    [words.recent, { screen: "recent" }],
    [words.feed, { screen: "narrow", narrow: [] }],
    [words.mentions, is("mentioned")],
    [words.starred, is("starred")],
    [words.followedTopics, is("followed")],
    [words.reactionsToMine, { screen: "narrow", narrow: reactionsToMine(store.ownId) }],
    [words.drafts, { screen: "drafts" }],
    [words.scheduledMessages, { screen: "scheduled" }],
    [words.reminders, { screen: "reminders" }],
    [words.directMessages, is("dm")],
    [words.allChannels, { screen: "channels" }],
  ];
  return views.map(([label, location]) => ({ key: `view ${label}`, label, count: 0, go: to(location) }));
};

const channelsOf = ({ store }: App): readonly Goal[] =>
  [...store.channels.value.known.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ name, stream_id }) => ({
      key: `channel ${stream_id}`,
      label: `#${name}`,
      count: 0,
      go: to({ screen: "narrow", narrow: [{ operator: "channel", operand: stream_id }] }),
    }));

const presenceRanks = { active: 0, idle: 1, offline: 2 };

/** Users by their closeness, perhaps those first who are there. */
const peopleOf = (app: App, byPresence = false): readonly Goal[] => {
  const { presences } = app.store;
  const distance = closenessTo(app.store);
  const presence = (user: User) =>
    byPresence && !user.is_bot ? presenceRanks[presenceStateOf(presences.value.get(user.user_id))] : 2;
  return [...app.store.people.value.users.values()]
    .filter(({ is_active, is_system_bot }) => is_active && !is_system_bot)
    .sort((a, b) => presence(a) - presence(b) || distance(a) - distance(b))
    .map(({ user_id, full_name }) => ({
      ...goalOf(app, directPlace([user_id, app.store.ownId])),
      label: full_name,
    }));
};

const groupsOf = ({ store }: App): readonly Goal[] =>
  [...store.groups.value.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .map(({ id, name }) => ({
      key: `group ${id}`,
      label: name,
      within: keyWords.group,
      count: 0,
      go: (app) => {
        app.dialog.value = { kind: "group", groupId: id };
      },
    }));

/** Conversations among the messages that are loaded. */
const loadedTopicsOf = (app: App): readonly Goal[] => {
  const run = app.store.history.list([]).run.value;
  return (run?.ids ?? []).toReversed().flatMap((id) => {
    const message = app.store.messageStore.get(id);
    return message?.type === "stream"
      ? [goalOf(app, topicPlace(message.stream_id ?? 0, message.subject))]
      : [];
  });
};

/** How well a name matches: whole, or else by each of its words. */
const rankOf = (label: string, query: string): number | undefined => {
  const name = label.replaceAll("#", "");
  const wanted = query.replaceAll(/[#›>]/g, " ").trim();
  const whole = matchRank(name, wanted);
  if (whole !== undefined) return whole;
  const parts = wanted.split(/\s+/);
  return parts.every((part) => matchRank(name, part) !== undefined) ? 3 : undefined;
};

const distinct = (goals: readonly Goal[]): readonly Goal[] =>
  [...new Map(goals.toReversed().map((goal) => [goal.key, goal])).values()].toReversed();

/** What a query finds: first what is unread, then the best matches. */
export const findGoals = (
  app: App,
  query: string,
  scope: "people" | number | undefined,
  /** The topics that the server knows. */
  topics: readonly Place[],
  settings: readonly Goal[],
): readonly Goal[] => {
  const isMeant = (place: Place): boolean =>
    scope === undefined || (typeof scope === "number" && place.kind === "topic" && place.channelId === scope);
  const unread = app.unread.value
    .filter(({ place }) => isMeant(place))
    .map(({ place, count }) => goalOf(app, place, count));
  const read = topics.filter(isMeant).map((place) => goalOf(app, place));
  const others =
    scope === "people"
      ? peopleOf(app, true)
      : scope !== undefined
        ? read
        : [
            ...viewsOf(app),
            ...channelsOf(app),
            ...peopleOf(app),
            ...groupsOf(app),
            ...(query.trim() === "" ? [] : [...loadedTopicsOf(app), ...read]),
            ...settings,
          ];
  const all = distinct([...unread, ...others]);
  const ranks = all.flatMap((goal, index) => {
    const rank = rankOf(goal.label, query);
    return rank === undefined ? [] : [{ goal, rank, index, isRead: goal.count === 0 }];
  });
  return ranks
    .sort((a, b) => Number(a.isRead) - Number(b.isRead) || a.rank - b.rank || a.index - b.index)
    .slice(0, typeof scope === "number" ? mostTopics : most)
    .map(({ goal }) => goal);
};
