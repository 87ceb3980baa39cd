import type { BotError } from "../domain/bots/refusals";
import type { WebhookError } from "../domain/bots/webhook-refusals";
import type { CallerError } from "../domain/caller-refusals";
import type { CallError } from "../domain/calls/refusals";
import type { DefaultChannelError } from "../domain/channels/default-channel-refusals";
import type { ChannelFolderError } from "../domain/channels/folder-refusals";
import type { ChannelError } from "../domain/channels/refusals";
import type { EmojiError } from "../domain/emoji/refusals";
import type { FileError } from "../domain/files/refusals";
import type { GroupError } from "../domain/groups/refusals";
import type { InputError } from "../domain/input-refusals";
import type { InvitationError } from "../domain/invitations/refusals";
import type { LimitError } from "../domain/limit-refusals";
import type { LinkError } from "../domain/login/link-refusals";
import type { PasswordError } from "../domain/login/password-refusals";
import type { LoginError } from "../domain/login/refusals";
import type { SecondFactorError } from "../domain/login/second-factor-refusals";
import type { MessageChangeError } from "../domain/messages/change-refusals";
import type { ReactionError } from "../domain/messages/reaction-refusals";
import type { MessageError } from "../domain/messages/refusals";
import type { SavedTextError } from "../domain/messages/saved-text-refusals";
import type { SummaryError } from "../domain/messages/summary-refusals";
import type { TypingError } from "../domain/messages/typing-refusals";
import type { NarrowError } from "../domain/narrow/refusals";
import type { PictureError } from "../domain/pictures/refusals";
import type { PushError } from "../domain/push/refusals";
import type { QueueError } from "../domain/queues/refusals";
import type { DomainError } from "../domain/realm/domain-refusals";
import type { LinkifierError } from "../domain/realm/linkifier-refusals";
import type { PlaygroundError } from "../domain/realm/playground-refusals";
import type { RealmError } from "../domain/realm/refusals";
import type { NavigationViewError } from "../domain/users/navigation-view-refusals";
import type { ProfileFieldError } from "../domain/users/profile-field-refusals";
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
  | SavedTextError
  | SecondFactorError
  | StatusError
  | SummaryError
  | TypingError
  | UserError
  | WebhookError;
