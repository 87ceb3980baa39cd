import type { Client } from "../http/http-application";
import type { Nodes } from "../http/nodes";
import {
  administratorIndex,
  botIndex,
  firstPrivacies,
  guestIndices,
  ownerIndex,
  type SightAction,
} from "./actions";
import { KnownChat, type NaivePrivacy } from "./known-chat";

/** The messages that people are to receive because of an action, by the type of the event. */
interface News {
  readonly type: "message" | "update_message" | "reaction" | "delete_message";
  readonly ids: readonly number[];
}

/** Everything that an action's events may reveal to one person, and all the messages that they must mention. */
export interface ExpectedEvents {
  readonly news: News | undefined;
  /** The news for people who asked for the messages of all public channels. */
  readonly extra: News | undefined;
  readonly secrets: ReadonlySet<string>;
  readonly readable: ReadonlySet<number>;
  /** The people that events may name as members of groups and in settings. */
  readonly people: ReadonlySet<number>;
  /** The channels whose subscribers events may name. */
  readonly channels: ReadonlySet<number>;
}

const ascending = (a: number, b: number): number => a - b;

const privacyForms: Readonly<Record<NaivePrivacy, object>> = {
  "open to the web": { is_private: false, is_web_public: true },
  open: { is_private: false, is_web_public: false },
  "shared history": { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  "protected history": { is_private: true, is_web_public: false, history_public_to_subscribers: false },
};

/** Every text and name contains a word of its own, by which it is recognized wherever it shows. */
const secretWord = /\b[cnp]\d+x\b/g;
export const secretsIn = (value: unknown): readonly string[] => [
  ...new Set(JSON.stringify(value).match(secretWord) ?? []),
];

/** The people that settings name anywhere in an answer. */
export const namedIn = (value: unknown): readonly number[] => {
  if (typeof value !== "object" || value === null) return [];
  const { direct_members: named } = value as { readonly direct_members?: readonly number[] };
  return [...(named ?? []), ...Object.values(value).flatMap(namedIn)];
};

/** Who decides about a channel in the action. The owner, who is in every channel, takes those that name nobody. */
const actorOf = (action: SightAction): number => {
  if (action.do === "join") return action.who;
  return "by" in action ? action.by : ownerIndex;
};

/** An organization, and beside it the naive model of who may know what in it. */
export class WatchedRealm {
  readonly people: Client[] = [];
  readonly sent: number[] = [];
  readonly model = new KnownChat(
    Object.fromEntries(firstPrivacies.map((one, index) => [String(index), one])),
  );
  private readonly channelIds: number[] = [];
  private readonly channelNames: string[] = [];
  private readonly personNames: string[] = [];
  /** All texts that each message has had. */
  private readonly words = new Map<number, string[]>();
  private lastSecret = 0;
  private groupId = 0;
  /** The people that a setting of the realm, a group and each channel names. */
  private readonly named = { realm: [] as readonly number[], group: [] as readonly number[] };
  private readonly namedByPlace = new Map<number, readonly number[]>();

  private constructor(private readonly nodes: Nodes) {}

  static async found(nodes: Nodes): Promise<WatchedRealm> {
    const realm = new WatchedRealm(nodes);
    await realm.settle();
    await realm.perform({ do: "send", who: ownerIndex, place: 0, topic: "lunch" });
    return realm;
  }

  private secret(kind: "c" | "n" | "p"): string {
    this.lastSecret += 1;
    return `${kind}${this.lastSecret}x`;
  }

  private async settle(): Promise<void> {
    const owner = this.nodes.atFirst(this.nodes.owner);
    await owner
      .patch("/realm", {
        send_channel_events_messages: false,
        can_access_all_users_group: { new: 3 },
        enable_spectator_access: true,
      })
      .expect(200);
    // Nobody knows anybody at the start.
    for (const { stream_id } of (await owner.get("/users/me/subscriptions")).body.subscriptions)
      await owner.patch(`/streams/${stream_id}`, { is_default_stream: false }).expect(200);
    this.people.push(owner);
    for (const name of ["ben", "cleo", "gus", "gil", "lee"]) await this.addPerson(owner, name);
    for (const index of guestIndices)
      await owner.patch(`/users/${this.people[index]?.id}`, { role: 600 }).expect(200);
    const bot = await owner.post("/bots", { full_name: "bot", short_name: "bot" }).expect(200);
    this.people.push(
      this.nodes.atFirst({ id: bot.body.user_id, email: await this.emailOf(bot.body.user_id) }),
    );
    await this.addPerson(owner, "ada");
    await owner.patch(`/users/${this.personId(administratorIndex)}`, { role: 200 }).expect(200);
    for (const [index, { id }] of this.people.entries()) {
      this.model.addPerson(id, {
        isGuest: guestIndices.includes(index),
        isAdministrator: index === ownerIndex || index === administratorIndex,
        isBot: index === botIndex,
      });
      await this.renamePerson(index);
    }
    const group = { name: "writers", description: "", members: [] };
    this.groupId = (await owner.post("/user_groups/create", group).expect(200)).body.group_id;
    for (const [index, privacy] of firstPrivacies.entries()) {
      const name = this.secret("n");
      const members =
        [
          [0, 1, 3],
          [0, 2, 6],
          [0, 1, 2, 4],
          [0, 1],
        ][index] ?? [];
      const subscribers = members.map((one) => this.personId(one));
      const { body } = await owner
        .post("/channels/create", {
          name,
          subscribers: [owner.id],
          invite_only: privacy.endsWith("history"),
          history_public_to_subscribers: privacy !== "protected history",
        })
        .expect(200);
      await owner
        .post("/users/me/subscriptions", {
          subscriptions: [{ name }],
          principals: subscribers,
          send_new_subscription_messages: false,
        })
        .expect(200);
      this.channelIds.push(body.id);
      this.channelNames.push(name);
      for (const person of subscribers) this.model.subscribe(person, String(index));
    }
  }

  private async addPerson(owner: Client, name: string): Promise<void> {
    const email = `${name}@example.com`;
    const password = "correct horse battery staple";
    const { body } = await owner.post("/users", { email, full_name: name, password }).expect(200);
    this.people.push(this.nodes.atFirst({ id: body.user_id, email }));
  }

  private async emailOf(id: number): Promise<string> {
    return (await this.owner.get(`/users/${id}`)).body.user.email;
  }

  get owner(): Client {
    return this.person(ownerIndex);
  }

  person(index: number): Client {
    const found = this.people[index];
    if (found === undefined) throw new Error(`Nobody is person ${index}`);
    return found;
  }

  private personId(index: number): number {
    return this.person(index).id;
  }

  channelId(place: number): number {
    return this.channelIds[place] ?? 0;
  }

  private picked(pick: number): number | undefined {
    const there = this.sent.filter((id) => this.model.messages.has(id));
    return there[pick % Math.max(there.length, 1)];
  }

  private async renamePerson(index: number): Promise<boolean> {
    const name = this.secret("p");
    const { status } = await this.owner.patch(`/users/${this.personId(index)}`, { full_name: name });
    if (status === 200) this.personNames[index] = name;
    return status === 200;
  }

  /** The words that a person may know now: all texts of the messages that they read, and names. */
  secretsOf(person: number): ReadonlySet<string> {
    const words = this.model.readable(person).flatMap(({ id }) => this.words.get(id) ?? []);
    return new Set([...words, ...this.channelNamesOf(person), ...this.personNamesOf(person)]);
  }

  channelNamesOf(person: number): readonly string[] {
    return this.channelNames.filter((_, place) => this.model.canSeeChannel(person, String(place)));
  }

  personNamesOf(person: number): readonly string[] {
    return this.personNames.filter((_, index) => this.model.canSeePerson(person, this.personId(index)));
  }

  channelIdsSeenBy(person: number): readonly number[] {
    return this.channelIds.filter((_, place) => this.model.canSeeChannel(person, String(place)));
  }

  peopleSeenBy(person: number): readonly number[] {
    return this.people.map(({ id }) => id).filter((id) => this.model.canSeePerson(person, id));
  }

  /** The people that settings of a registration name, and those that they should name. */
  namedFor(
    person: number,
    // biome-ignore lint/suspicious/noExplicitAny: as received
    body: any,
  ): readonly (readonly [setting: string, shown: readonly number[], expected: readonly number[]])[] {
    const seen = new Set(this.peopleSeenBy(person));
    const row = (setting: string, value: unknown, named: readonly number[]) =>
      [setting, namedIn({ value }).toSorted(ascending), named.filter((id) => seen.has(id))] as const;
    const { realm, group } = this.named;
    return [
      row("realm", body.realm_can_delete_own_message_group, realm),
      row(
        "group",
        body.realm_user_groups.find(({ id }: { id: number }) => id === this.groupId).can_mention_group,
        group,
      ),
      ...[...this.namedByPlace].flatMap(([place, named]) =>
        [...body.streams, ...body.subscriptions, ...body.unsubscribed, ...body.never_subscribed]
          .filter(({ stream_id }) => stream_id === this.channelId(place))
          .map(({ can_delete_own_message_group: value }) => row(`channel ${place}`, value, named)),
      ),
    ];
  }

  readableBy(person: number): ReadonlySet<number> {
    return new Set(this.model.readable(person).map(({ id }) => id));
  }

  /** Performs it, and returns who is to be notified. An action that is refused or impossible changes nothing. */
  async perform(action: SightAction): Promise<(person: number) => ExpectedEvents> {
    const ids = this.people.map(({ id }) => id);
    const namesBefore = new Map(
      ids.map((id) => [id, [...this.channelNamesOf(id), ...this.personNamesOf(id)]]),
    );
    const readableBefore = new Map(ids.map((id) => [id, this.readableBy(id)]));
    const seenBefore = new Map(ids.map((id) => [id, this.peopleSeenBy(id)]));
    const channelsBefore = new Map(ids.map((id) => [id, this.channelIdsSeenBy(id)]));
    const outside = this.placesClosedTo(this.personId(actorOf(action)));
    const readingsBefore = this.readingsOf(outside);
    const news = await this.take(action);
    const given = [...this.readingsOf(outside)].filter((one) => !readingsBefore.has(one));
    if (given.length > 0)
      throw new Error(`${JSON.stringify(action)} let others read what its actor can't: ${given}`);
    return (person) => {
      const before = readableBefore.get(person) ?? new Set<number>();
      const after = this.readableBy(person);
      return {
        news: news?.(person, before, after),
        extra: news && this.extraOf(action, person),
        secrets: new Set([...this.secretsOf(person), ...(namesBefore.get(person) ?? [])]),
        // People who lose messages are notified.
        readable: new Set([...before, ...after]),
        people: new Set([...this.peopleSeenBy(person), ...(seenBefore.get(person) ?? [])]),
        channels: new Set([...this.channelIdsSeenBy(person), ...(channelsBefore.get(person) ?? [])]),
      };
    };
  }

  private placesClosedTo(person: number): readonly string[] {
    return [...firstPrivacies.keys()]
      .map(String)
      .filter((place) => !this.model.canReadChannel(person, place));
  }

  /** Who can read some channels, and which messages there. */
  private readingsOf(places: readonly string[]): ReadonlySet<string> {
    const { model } = this;
    return new Set(
      this.people.flatMap(({ id }) => [
        ...places.filter((place) => model.canReadChannel(id, place)).map((place) => `${id} reads ${place}`),
        ...model
          .readable(id)
          .filter(({ place }) => "channel" in place && places.includes(place.channel))
          .map((message) => `${id} reads message ${message.id}`),
      ]),
    );
  }

  private extraOf(action: SightAction, person: number): News | undefined {
    if (action.do !== "send") return undefined;
    const channel = String(action.place);
    const isPublic = this.model.privacyOf(channel).startsWith("open");
    const last = this.sent.at(-1) ?? 0;
    return isPublic && this.model.canReadChannel(person, channel)
      ? { type: "message", ids: [last] }
      : undefined;
  }

  private async take(
    action: SightAction,
  ): Promise<
    | ((person: number, before: ReadonlySet<number>, after: ReadonlySet<number>) => News | undefined)
    | undefined
  > {
    const { model, owner } = this;
    switch (action.do) {
      case "send": {
        const word = this.secret("c");
        const channel = String(action.place);
        const who = this.person(action.who);
        const form = { type: "channel", to: this.channelId(action.place), topic: action.topic };
        const { body } = await who.post("/messages", { ...form, content: `hello ${word}` });
        if (body.result !== "success") return undefined;
        this.remember(body.id, word);
        model.send(
          { id: body.id, senderId: who.id, content: word, place: { channel, topic: action.topic } },
          true,
        );
        return (person) => (model.isIn(person, channel) ? { type: "message", ids: [body.id] } : undefined);
      }
      case "write": {
        const word = this.secret("c");
        const who = this.person(action.who);
        const to = action.to.map((index) => this.personId(index));
        const { body } = await who.post("/messages", { type: "direct", to, content: `hello ${word}` });
        if (body.result !== "success") return undefined;
        const people = [...new Set([who.id, ...to])];
        this.remember(body.id, word);
        model.send({ id: body.id, senderId: who.id, content: word, place: { people } }, true);
        model.talk(people);
        return (person) => (people.includes(person) ? { type: "message", ids: [body.id] } : undefined);
      }
      case "edit": {
        const id = this.picked(action.pick);
        const author = this.people.find((one) => one.id === model.messages.get(id ?? 0)?.senderId);
        if (id === undefined || author === undefined) return undefined;
        const word = this.secret("c");
        const { status } = await author.patch(`/messages/${id}`, { content: `hello ${word}` });
        if (status !== 200) return undefined;
        this.words.get(id)?.push(word);
        return (_, __, after) => (after.has(id) ? { type: "update_message", ids: [id] } : undefined);
      }
      case "react": {
        const id = this.picked(action.pick);
        if (id === undefined) return undefined;
        const at = `/messages/${id}/reactions`;
        const form = { emoji_name: "tada" };
        const who = this.person(action.who);
        const { status } = await (action.removes ? who.delete(at, form) : who.post(at, form));
        if (status !== 200) return undefined;
        return (_, __, after) => (after.has(id) ? { type: "reaction", ids: [id] } : undefined);
      }
      case "delete": {
        const id = this.picked(action.pick);
        if (id === undefined) return undefined;
        const { status } = await owner.delete(`/messages/${id}`);
        if (status !== 200) return undefined;
        model.delete(id);
        return (_, before) => (before.has(id) ? { type: "delete_message", ids: [id] } : undefined);
      }
      case "move":
        return this.move(action);
      case "star all": {
        const who = this.person(action.who);
        const messages = [...this.readableBy(who.id)];
        await who.post("/messages/flags", { messages, op: "add", flag: "starred" }).expect(200);
        model.star(who.id, messages, true);
        return undefined;
      }
      case "join": {
        const channel = String(action.place);
        const user = this.person(action.who);
        // To people who can't see the channel, its name is free.
        if (!model.canSeeChannel(user.id, channel)) return undefined;
        const subscriptions = [{ name: this.channelNames[action.place] }];
        const { status } = await user.post("/users/me/subscriptions", { subscriptions });
        if (status === 200) model.subscribe(user.id, channel);
        return undefined;
      }
      case "subscribe": {
        const user = this.person(action.whom);
        const { status } = await this.person(action.by).post("/users/me/subscriptions", {
          subscriptions: action.places.map((place) => ({ name: this.channelNames[place] })),
          principals: [user.id],
          send_new_subscription_messages: false,
        });
        if (status === 200) for (const place of action.places) model.subscribe(user.id, String(place));
        return undefined;
      }
      case "unsubscribe": {
        const user = this.person(action.whom);
        const { status } = await owner.delete("/users/me/subscriptions", {
          subscriptions: action.places.map((place) => this.channelNames[place]),
          principals: [user.id],
        });
        if (status === 200) for (const place of action.places) model.unsubscribe(user.id, String(place));
        return undefined;
      }
      case "privacy": {
        const { status } = await this.person(action.by).patch(
          `/streams/${this.channelId(action.place)}`,
          privacyForms[action.privacy],
        );
        if (status === 200) model.setPrivacy(String(action.place), action.privacy);
        return undefined;
      }
      case "history": {
        const channel = String(action.place);
        const { status } = await this.person(action.by).patch(`/streams/${this.channelId(action.place)}`, {
          history_public_to_subscribers: action.isShown,
        });
        if (status === 200 && model.privacyOf(channel).endsWith("history"))
          model.setPrivacy(channel, action.isShown ? "shared history" : "protected history");
        return undefined;
      }
      case "let in": {
        const people = action.people.map((index) => this.personId(index));
        const { status } = await this.person(action.by).patch(`/streams/${this.channelId(action.place)}`, {
          can_subscribe_group: { new: { direct_members: people, direct_subgroups: [] } },
        });
        if (status === 200) model.setMayJoin(String(action.place), people);
        return undefined;
      }
      case "name": {
        const people = action.people.map((index) => this.personId(index)).toSorted(ascending);
        const value = { new: { direct_members: people, direct_subgroups: [] } };
        const { place, isGroup } = action;
        if (place !== null) {
          const form = { can_delete_own_message_group: value };
          const { status } = await owner.patch(`/streams/${this.channelId(place)}`, form);
          if (status === 200) this.namedByPlace.set(place, people);
        } else if (isGroup) {
          await owner.patch(`/user_groups/${this.groupId}`, { can_mention_group: value }).expect(200);
          this.named.group = people;
        } else {
          await owner.patch("/realm", { can_delete_own_message_group: value }).expect(200);
          this.named.realm = people;
        }
        return undefined;
      }
      case "rename channel": {
        const name = this.secret("n");
        const { status } = await owner.patch(`/streams/${this.channelId(action.place)}`, { new_name: name });
        if (status === 200) this.channelNames[action.place] = name;
        return undefined;
      }
      case "rename person":
        await this.renamePerson(action.whom);
        return undefined;
      case "role": {
        const id = this.personId(action.whom);
        const { status } = await owner.patch(`/users/${id}`, { role: action.isGuest ? 600 : 400 });
        if (status === 200) model.setGuest(id, action.isGuest);
        return undefined;
      }
    }
  }

  private async move(action: Extract<SightAction, { do: "move" }>) {
    const { model } = this;
    const id = this.picked(action.pick);
    const message = id === undefined ? undefined : model.messages.get(id);
    if (message === undefined || "people" in message.place) return undefined;
    const { channel, topic } = message.place;
    const isElsewhere = channel !== String(action.place);
    const { status } = await this.owner.patch(`/messages/${message.id}`, {
      propagate_mode: action.mode,
      topic: action.topic,
      ...(isElsewhere && { stream_id: this.channelId(action.place) }),
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
    if (status !== 200 || (!isElsewhere && topic === action.topic)) return undefined;
    const all = [...model.messages.values()].flatMap(({ id: one, place }) =>
      "channel" in place && place.channel === channel && place.topic === topic ? [one] : [],
    );
    const later = all.filter((one) => one >= message.id);
    const moved = { change_one: [message.id], change_later: later, change_all: all }[action.mode];
    model.move(moved, String(action.place), action.topic);
    return (_: number, before: ReadonlySet<number>, after: ReadonlySet<number>): News | undefined => {
      const shown = moved.filter((one) => after.has(one));
      const gone = moved.filter((one) => before.has(one));
      if (shown.length > 0) return { type: "update_message", ids: shown };
      return gone.length > 0 ? { type: "delete_message", ids: gone } : undefined;
    };
  }

  private remember(id: number, word: string): void {
    this.sent.push(id);
    this.words.set(id, [word]);
  }
}
