import type { BotError } from "../domain/bots/refusals";
import type { WebhookError } from "../domain/bots/webhook-refusals";
import type { CallerError } from "../domain/caller-refusals";
import type { CallError } from "../domain/calls/refusals";
import type { ChannelFolderError } from "../domain/channel-folders/refusals";
import type { DefaultChannelError } from "../domain/channels/default-channel-refusals";
import type { ChannelError } from "../domain/channels/refusals";
import type { DomainError } from "../domain/domains/refusals";
import type { DraftError } from "../domain/drafts/refusals";
import type { EmojiError } from "../domain/emoji/refusals";
import type { FileError } from "../domain/files/refusals";
import type { GroupError } from "../domain/groups/refusals";
import type { InputError } from "../domain/input-refusals";
import type { InvitationError } from "../domain/invitations/refusals";
import type { LimitError } from "../domain/limit-refusals";
import type { LinkifierError } from "../domain/linkifiers/refusals";
import type { LinkError } from "../domain/login/link-refusals";
import type { LoginError } from "../domain/login/refusals";
import type { MessageChangeError } from "../domain/messages/change-refusals";
import type { ReactionError } from "../domain/messages/reaction-refusals";
import type { MessageError } from "../domain/messages/refusals";
import type { SummaryError } from "../domain/messages/summary-refusals";
import type { NarrowError } from "../domain/narrow/refusals";
import type { NavigationViewError } from "../domain/navigation/refusals";
import type { PasswordError } from "../domain/passwords/refusals";
import type { PictureError } from "../domain/pictures/refusals";
import type { PlaygroundError } from "../domain/playgrounds/refusals";
import type { ProfileFieldError } from "../domain/profile-fields/refusals";
import type { PushError } from "../domain/push/refusals";
import type { QueueError } from "../domain/queues/refusals";
import type { RealmError } from "../domain/realm/refusals";
import type { ReminderError } from "../domain/reminders/refusals";
import type { ScheduledMessageError } from "../domain/scheduled-messages/refusals";
import type { SecondFactorError } from "../domain/second-factors/refusals";
import type { SnippetError } from "../domain/snippets/refusals";
import type { TopicError } from "../domain/topics/refusals";
import type { TypingError } from "../domain/typing/refusals";
import type { UserError } from "../domain/users/refusals";
import type { StatusError } from "../domain/users/status-refusals";

/**
 * Everything that a use case can fail with. Only what answers for all of them names it: HTTP, pages and commands. A
 * use case names the nouns that it can fail with.
 */
export type ApiError =
  | BotError
  | CallError
  | CallerError
  | ChannelError
  | ChannelFolderError
  | DefaultChannelError
  | DomainError
  | DraftError
  | EmojiError
  | FileError
  | GroupError
  | InputError
  | InvitationError
  | LimitError
  | LinkError
  | LinkifierError
  | LoginError
  | MessageChangeError
  | MessageError
  | NarrowError
  | NavigationViewError
  | PasswordError
  | PictureError
  | PlaygroundError
  | ProfileFieldError
  | PushError
  | QueueError
  | ReactionError
  | RealmError
  | ReminderError
  | ScheduledMessageError
  | SecondFactorError
  | SnippetError
  | StatusError
  | SummaryError
  | TopicError
  | TypingError
  | UserError
  | WebhookError;
