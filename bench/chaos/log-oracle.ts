import * as E from "fp-ts/Either";
import type { EventLog } from "../../src/application/ports/events/event-log";
import type { RealmEvent } from "../../src/domain/events/event";
import type { GroupSetting } from "../../src/domain/groups/group-setting";

/** A message in the log, and its recipients when it was sent. */
export interface LoggedMessage {
  readonly position: number;
  readonly id: number;
  readonly content: string;
  readonly audience: ReadonlySet<number>;
}

interface Channel {
  readonly isPrivate: boolean;
  readonly subscribers: ReadonlySet<number>;
  /** Who may subscribe themselves, and therefore knows of the channel, unless they are guests. */
  readonly maySubscribe: GroupSetting;
}

interface Group {
  readonly members: ReadonlySet<number>;
  readonly subgroups: ReadonlySet<number>;
}

interface Person {
  readonly role: string;
}

/** What decides who may know of a channel, starting at a position. */
interface Moment {
  readonly position: number;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly people: ReadonlyMap<number, Person>;
  /** Without the system groups, whose members follow from their roles. */
  readonly groups: ReadonlyMap<number, Group>;
}

const pageSize = 1000;

type Op = "add" | "remove";

const changed = (set: ReadonlySet<number>, op: Op, ids: readonly number[]): ReadonlySet<number> =>
  op === "add" ? new Set([...set, ...ids]) : new Set([...set].filter((id) => !ids.includes(id)));

/**
 * Reads the realm's log and derives from it alone who should have received what. It has its own rules for roles,
 * subscriptions and privacy, and shares none with the server.
 */
export class LogOracle {
  readonly messages: LoggedMessage[] = [];
  private readonly moments: Moment[] = [
    { position: 0, channels: new Map(), people: new Map(), groups: new Map() },
  ];
  private readonly hiding = new Set<number>();
  private readonly revealing = new Set<number>();
  private position = 0;

  constructor(
    private readonly log: Pick<EventLog, "after">,
    private readonly realmId: number,
  ) {}

  /** Reads what is new in the log. */
  async readOn(): Promise<void> {
    for (;;) {
      const page = await this.log.after(this.realmId, this.position, pageSize);
      if (E.isLeft(page)) throw new Error(`Event ${page.left.position} can't be read: ${page.left.problem}`);
      const events = page.right;
      for (const { position, event } of events) {
        if (event.type === "message_sent") this.take(position, event);
        else this.change(position, event);
        this.position = position;
      }
      if (events.length < pageSize) return;
    }
  }

  /**
   * Whether the person could know of the channel just before or just after the position. A change's reveals are
   * logged right before it, and its hides right after it; the position of the change itself counts.
   */
  mayKnow(userId: number, channelId: number, position: number): boolean {
    let before = position;
    while (this.hiding.has(before)) before -= 1;
    let after = position;
    while (this.revealing.has(after)) after += 1;
    return [this.at(before - 1), this.at(position - 1), this.at(position), this.at(after)].some((moment) =>
      this.knows(moment, userId, channelId),
    );
  }

  private knows(moment: Moment, userId: number, channelId: number): boolean {
    const { channels, people } = moment;
    const channel = channels.get(channelId);
    const role = people.get(userId)?.role;
    if (channel === undefined || role === undefined) return false;
    if (role === "owner" || role === "administrator" || channel.subscribers.has(userId)) return true;
    return role !== "guest" && (!channel.isPrivate || this.isAmong(moment, channel.maySubscribe, userId));
  }

  private isAmong(moment: Moment, setting: GroupSetting, userId: number): boolean {
    const named = typeof setting === "number" ? [setting] : setting.directSubgroups;
    if (typeof setting !== "number" && setting.directMembers.includes(userId)) return true;
    // The set grows while it is walked.
    const within = new Set(named);
    for (const id of within)
      for (const subgroup of moment.groups.get(id)?.subgroups ?? []) within.add(subgroup);
    return [...within].some((id) => moment.groups.get(id)?.members.has(userId) ?? false);
  }

  private at(position: number): Moment {
    let [low, high] = [0, this.moments.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.moments[middle]?.position ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return this.moments[low] ?? this.newest;
  }

  private get newest(): Moment {
    const newest = this.moments.at(-1);
    if (newest === undefined) throw new Error("There is always a first moment");
    return newest;
  }

  private take(position: number, { message }: Extract<RealmEvent, { type: "message_sent" }>): void {
    const { id, content, conversation } = message;
    const audience =
      conversation.kind === "channel"
        ? (this.newest.channels.get(conversation.channelId)?.subscribers ?? new Set<number>())
        : new Set(conversation.participants);
    this.messages.push({ position, id, content, audience });
  }

  private change(position: number, event: RealmEvent): void {
    const channels = new Map(this.newest.channels);
    const people = new Map(this.newest.people);
    const groups = new Map(this.newest.groups);
    const subscribe = (channelId: number, userIds: readonly number[], op: Op): void => {
      const channel = channels.get(channelId);
      if (channel)
        channels.set(channelId, { ...channel, subscribers: changed(channel.subscribers, op, userIds) });
    };
    switch (event.type) {
      case "user_created":
        people.set(event.user.id, { role: event.user.role });
        break;
      case "role_changed":
        people.set(event.userId, { role: event.to });
        break;
      case "channel_created":
        channels.set(event.channel.id, {
          isPrivate: event.channel.privacy === "private",
          subscribers: new Set(),
          maySubscribe: event.channel.permissions.canSubscribeGroup,
        });
        break;
      case "channel_changed": {
        const channel = channels.get(event.channelId);
        const { privacy, permissions } = event.change;
        if (channel)
          channels.set(event.channelId, {
            ...channel,
            isPrivate: privacy === undefined ? channel.isPrivate : privacy === "private",
            maySubscribe: permissions?.canSubscribeGroup ?? channel.maySubscribe,
          });
        break;
      }
      case "group_created": {
        const { id, members, subgroups } = event.group;
        groups.set(id, { members: new Set(members), subgroups: new Set(subgroups) });
        break;
      }
      case "group_members_changed": {
        const group = groups.get(event.groupId);
        const { op, userIds } = event;
        if (group) groups.set(event.groupId, { ...group, members: changed(group.members, op, userIds) });
        break;
      }
      case "group_subgroups_changed": {
        const group = groups.get(event.groupId);
        const { op, subgroupIds } = event;
        if (group)
          groups.set(event.groupId, { ...group, subgroups: changed(group.subgroups, op, subgroupIds) });
        break;
      }
      case "subscribed":
        for (const { channelId, userId } of event.subscriptions) subscribe(channelId, [userId], "add");
        break;
      case "unsubscribed":
        for (const channelId of event.channelIds) subscribe(channelId, event.userIds, "remove");
        break;
      case "channel_hidden":
        this.hiding.add(position);
        return;
      case "channel_revealed":
        this.revealing.add(position);
        return;
      default:
        return;
    }
    this.moments.push({ position, channels, people, groups });
  }
}
