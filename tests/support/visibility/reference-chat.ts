/**
 * Who received and read which message, in the simplest form: a row for each person and message. What Parley stores in
 * ranges must give the same answers.
 */
export interface NaiveMessage {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
  /** A channel's name with a topic, or people. */
  readonly place: NaivePlace;
}

type NaivePlace =
  | { readonly channel: string; readonly topic: string }
  | { readonly people: readonly number[] };

/** Whether people outside the channel can read it, and whether subscribers can read what came before them. */
export interface NaiveChannel {
  readonly isOpen: boolean;
  readonly showsHistory: boolean;
}

export class NaiveChat {
  readonly messages = new Map<number, NaiveMessage>();
  /** By person and message: whether it is read. A person without a row never received the message. */
  private readonly rows = new Map<string, boolean>();
  private readonly stars = new Set<string>();
  private readonly subscribers = new Map<string, Set<number>>();

  constructor(private readonly channels: Readonly<Record<string, NaiveChannel>>) {}

  isIn(person: number, channel: string): boolean {
    return this.subscribers.get(channel)?.has(person) ?? false;
  }

  subscribe(person: number, channel: string): void {
    this.subscribers.set(channel, new Set([...(this.subscribers.get(channel) ?? []), person]));
  }

  /** Leaving marks what was unread there as read. */
  unsubscribe(person: number, channel: string): void {
    if (!this.subscribers.get(channel)?.delete(person)) return;
    for (const { id, place } of this.messages.values())
      if ("channel" in place && place.channel === channel && this.rows.has(key(person, id)))
        this.rows.set(key(person, id), true);
  }

  send(message: NaiveMessage, readBySender: boolean): void {
    this.messages.set(message.id, message);
    const receivers =
      "people" in message.place
        ? message.place.people
        : [...(this.subscribers.get(message.place.channel) ?? [])];
    for (const person of receivers)
      this.rows.set(key(person, message.id), person === message.senderId && readBySender);
  }

  edit(id: number, content: string): void {
    const message = this.messages.get(id);
    if (message) this.messages.set(id, { ...message, content });
  }

  delete(id: number): void {
    this.messages.delete(id);
  }

  /** Subscribers of the new channel receive the message: unread if it was unread to them, else read. */
  move(ids: readonly number[], channel: string, topic: string): void {
    for (const id of ids) {
      const message = this.messages.get(id);
      if (message === undefined || "people" in message.place) continue;
      this.messages.set(id, { ...message, place: { channel, topic } });
      if (message.place.channel === channel) continue;
      for (const person of this.everybody) {
        const wasUnread = this.rows.get(key(person, id)) === false;
        if (this.isIn(person, channel)) this.rows.set(key(person, id), !wasUnread);
        else this.rows.delete(key(person, id));
        if (!this.canRead(person, id)) this.stars.delete(key(person, id));
      }
    }
  }

  /** Marking a message from before a person subscribed as unread makes them receive it. */
  markRead(person: number, ids: readonly number[], isRead: boolean): void {
    for (const id of ids) {
      const place = this.messages.get(id)?.place;
      const isOut = place !== undefined && "channel" in place && !this.isIn(person, place.channel);
      if (isRead ? this.rows.has(key(person, id)) : !isOut) this.rows.set(key(person, id), isRead);
    }
  }

  star(person: number, ids: readonly number[], isStarred: boolean): void {
    for (const id of ids)
      if (isStarred) this.stars.add(key(person, id));
      else this.stars.delete(key(person, id));
  }

  canReadChannel(person: number, channel: string): boolean {
    return (this.channels[channel]?.isOpen ?? false) || this.isIn(person, channel);
  }

  canRead(person: number, id: number): boolean {
    const place = this.messages.get(id)?.place;
    if (place === undefined) return false;
    if ("people" in place) return place.people.includes(person);
    return (
      this.canReadChannel(person, place.channel) &&
      ((this.channels[place.channel]?.showsHistory ?? false) || this.rows.has(key(person, id)))
    );
  }

  received(person: number): readonly NaiveMessage[] {
    return this.readable(person).filter(({ id }) => this.rows.has(key(person, id)));
  }

  unread(person: number): readonly number[] {
    return this.ids().filter((id) => this.rows.get(key(person, id)) === false);
  }

  starred(person: number): readonly number[] {
    return this.readable(person).flatMap(({ id }) => (this.stars.has(key(person, id)) ? [id] : []));
  }

  readable(person: number): readonly NaiveMessage[] {
    return [...this.messages.values()]
      .filter(({ id }) => this.canRead(person, id))
      .sort((a, b) => a.id - b.id);
  }

  flags(person: number, id: number): readonly string[] {
    const row = this.rows.get(key(person, id));
    const stars = this.stars.has(key(person, id)) ? ["starred"] : [];
    if (row === undefined) return ["read", ...stars, "historical"];
    return row ? ["read", ...stars] : stars;
  }

  private ids(): readonly number[] {
    return [...this.messages.keys()].sort((a, b) => a - b);
  }

  private get everybody(): ReadonlySet<number> {
    const known = [...this.rows.keys(), ...this.stars].map((one) => Number(one.split(" ")[0]));
    return new Set([...known, ...[...this.subscribers.values()].flatMap((people) => [...people])]);
  }
}

const key = (person: number, id: number): string => `${person} ${id}`;
