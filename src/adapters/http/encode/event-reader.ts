import type { TopicLinks } from "../../../application/messages/topic-links";
import type { EventCategory } from "../../../domain/event";
import type { EventQueue } from "../../../domain/event-queue";
import type { LoginMethod } from "../../../domain/login-method";
import type { Flag } from "../../../domain/read-state";
import type { RealmState } from "../../../domain/realm-state";
import type { UserTopic } from "../../../domain/topic-policy";
import type { User } from "../../../domain/user";
import type { Presentation } from "./presentation";
import type { Reader } from "./user";

/** For which queue an event is written. */
export interface EventReader extends Reader {
  readonly user: User;
  readonly queue: EventQueue;
  readonly presentation: Presentation;
  readonly state: RealmState;
  /** Ways to log in that the server offers. */
  readonly offeredLogins: readonly LoginMethod[];
  readonly topicLinks: Pick<TopicLinks, "of">;
  /** The reader's flags on messages that were edited or moved. */
  readonly flags: ReadonlyMap<number, readonly Flag[]>;
  /** What the reader does with topics, where an event is about that. */
  readonly userTopics: readonly UserTopic[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** One of the things that clients hear of a change; a queue takes those of its categories. */
export interface Word {
  readonly category: EventCategory;
  readonly body: object;
}
