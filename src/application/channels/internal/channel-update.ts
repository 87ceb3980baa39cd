import type { Either } from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import type { ChannelFolderError } from "../../../domain/channel-folders/refusals";
import type { Channel, ChannelPermission } from "../../../domain/channels/channel";
import type { DefaultChannelError } from "../../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../../domain/channels/refusals";
import type { ChannelChange } from "../../../domain/events/channel-event";
import type { GroupSettingUpdate } from "../../../domain/groups/group-setting";
import type { GroupError } from "../../../domain/groups/refusals";
import type { ChannelId } from "../../../domain/ids";
import type { InputError } from "../../../domain/input-refusals";
import type { UserError } from "../../../domain/users/refusals";
import type { User } from "../../../domain/users/user";
import type { EntityUpdate } from "../../entity-update";
import type { Transaction } from "../../transaction";

/** Fields that callers can't set: derived or permanent ones. */
type FixedField =
  | "id"
  | "conversationId"
  | "renderedDescription"
  | "creatorId"
  | "createdAt"
  | "isRecentlyActive";

/**
 * New properties of a channel. With `isArchived` false, it is unarchived. True has no effect: archiving is a separate use
 * case.
 */
export interface ChannelUpdate extends EntityUpdate<Channel, FixedField | "privacy" | "permissions"> {
  readonly channelId: ChannelId;
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly isDefault: boolean | undefined;
  readonly permissions: Readonly<Partial<Record<ChannelPermission, GroupSettingUpdate>>>;
}

/** The fields that an update can set. */
export type ChangeableField = Exclude<keyof Channel, FixedField>;

/** The changed fields, or why the update is refused. */
export type Checked<Field extends ChangeableField = ChangeableField> = Either<
  CallerError | ChannelError | ChannelFolderError | DefaultChannelError | GroupError | InputError | UserError,
  Pick<ChannelChange, Field>
>;

/** Checks an update's new values of some fields, and returns them. */
export type Check<Field extends ChangeableField> = (
  tx: Transaction,
  user: User,
  channel: Channel,
  update: ChannelUpdate,
) => Checked<Field> | Promise<Checked<Field>>;
