import type { TopicLinkFinder } from "../../../application/ports/topics/topic-link-finder";
import type { EventCategory } from "../../../domain/events/event";
import type { MessageId } from "../../../domain/ids";
import type { Flag } from "../../../domain/messages/read-state";
import type { RegisteredQueue } from "../../../domain/queues/event-queue";
import type { LoginMethod } from "../../../domain/realm/login-method";
import type { RealmState } from "../../../domain/state/realm-state";
import type { UserTopic } from "../../../domain/topics/topic-policy";
import type { User } from "../../../domain/users/user";
import type { Presentation } from "./presentation";
import type { Reader } from "./user";

/** The queue that an event is encoded for. */
export interface EventReader extends Reader {
  readonly user: User;
  readonly queue: RegisteredQueue;
  readonly presentation: Presentation;
  readonly state: RealmState;
  /** The login methods that the server offers. */
  readonly offeredLogins: readonly LoginMethod[];
  readonly topicLinks: TopicLinkFinder;
  /** The reader's flags on messages that were edited or moved. */
  readonly flags: ReadonlyMap<MessageId, readonly Flag[]>;
  /** The reader's muted topics, for an event about one. */
  readonly userTopics: readonly UserTopic[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** One entry of an event as clients receive it; a queue takes those of its categories. */
export interface EventEntry {
  readonly category: EventCategory;
  /**
   * For an event with many entries, a function, called only for the entries that fit into the answer. It may return an object's JSON
   * that was written before.
   */
  readonly body: object | (() => object | string);
}
